import type { JsonValue } from "../json.ts";

/** Half of a character alone: what is left when a text is cut inside an emoji. JSON APIs refuse a request that holds one. */
const loneSurrogate = /\p{Surrogate}/gu;

/** The text with every lone surrogate replaced by U+FFFD. */
export function toWellFormed(text: string): string {
  return text.replace(loneSurrogate, "\u{FFFD}");
}

/**
 * What JSON keeps of a value: dates become text, undefined becomes null, methods are left out, lone surrogates replaced.
 * @throws TypeError when JSON cannot hold it (a cycle, a BigInt).
 */
export function copyAsJson(value: unknown): JsonValue {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) return null;
  return JSON.parse(text, (_name, item: unknown) => (typeof item === "string" ? toWellFormed(item) : item));
}
