import { formatPairs } from "./table.ts";

/** The part of a help text that shows how a command is called. */
export function examples(...pairs: readonly (readonly [call: string, what: string])[]): string {
  return ["", "Examples:", ...formatPairs(pairs, "  ")].join("\n");
}
