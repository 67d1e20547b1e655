import { InvalidInputError } from "../errors.ts";
import type { JsonValue } from "../json.ts";

const mostKeys = 1_000;
const longestKey = 256;
const largestValue = 65_536;
/** A write writes all of it, so that it must stay small. */
const largestWhole = 4_194_304;

/** A value as it is kept, so that nobody can change it from outside; undefined takes the key away. */
export type KeptText = string | undefined;

/** @throws InvalidInputError when the key is not allowed. */
export function checkKey(key: string): void {
  if (typeof key === "string" && key.length > 0 && key.length <= longestKey && key.isWellFormed()) return;
  throw new InvalidInputError(`A key of the storage must be a text of 1 to ${longestKey} characters.`);
}

/**
 * The value as text.
 * @throws InvalidInputError when it is not JSON, or too large.
 */
export function textOfValue(key: string, value: JsonValue): string {
  const text = toJson(key, value);
  const size = Buffer.byteLength(text);
  if (size <= largestValue) return text;
  throw new InvalidInputError(
    `The value of "${key}" has ${size} bytes; at most ${largestValue} are kept. Keep less, or under several keys.`,
  );
}

/** @throws InvalidInputError when there is no room for it among the others. */
export function checkRoom(values: ReadonlyMap<string, string>, key: string, text: string): void {
  if (!values.has(key) && values.size >= mostKeys) {
    throw new InvalidInputError(`The storage holds ${mostKeys} keys already; delete one before "${key}" is kept.`);
  }
  let size = Buffer.byteLength(text);
  for (const [other, kept] of values) if (other !== key) size += Buffer.byteLength(kept);
  if (size <= largestWhole) return;
  throw new InvalidInputError(`With "${key}" the storage would hold ${size} bytes; at most ${largestWhole} are kept.`);
}

function toJson(key: string, value: JsonValue): string {
  let text: string | undefined;
  let cause: unknown;
  try {
    // Callers without types may give anything, and then there is no text.
    text = JSON.stringify(value);
  } catch (error) {
    cause = error;
  }
  if (typeof text === "string") return text;
  throw new InvalidInputError(`The value of "${key}" is not JSON.`, { cause });
}
