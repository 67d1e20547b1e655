import { InvalidArgumentError } from "commander";

/** Reads how many items a list is to show: 1 to 999,999. @throws InvalidArgumentError */
export function readLimit(text: string): number {
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (limit >= 1) return limit;
  throw new InvalidArgumentError("It must be a whole number from 1 to 999,999.");
}
