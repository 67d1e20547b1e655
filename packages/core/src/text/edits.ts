import type { Stretch } from "./positions.ts";

/** A part of a text, in UTF-16 code units, and what takes its place. */
export interface Edit extends Stretch {
  readonly replacement: string;
}

/** The text with its edits; everything else stays byte for byte. Of edits that overlap, the one that begins first counts. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let [result, from] = ["", 0];
  for (const { start, end, replacement } of edits.toSorted((one, other) => one.start - other.start)) {
    if (start < from) continue;
    result += text.slice(from, start) + replacement;
    from = end;
  }
  return result + text.slice(from);
}
