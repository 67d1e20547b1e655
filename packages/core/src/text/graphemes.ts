import type { Effort } from "./effort.ts";

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Whether what a person sees as one character reaches over the position: an accent, a joiner, a skin colour follows. */
export function isExtendedAt(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  if (Number.isNaN(unit) || unit < 0x0300) return false;
  return /^[\p{Grapheme_Extend}\p{Mc}\p{Emoji_Modifier}\u200d]/u.test(text.slice(index, index + 2));
}

/**
 * The last place in (from, to] where a text may be cut: between graphemes, or between code points when one grapheme fills
 * the whole stretch. `from` must be such a place.
 */
export function boundaryUpTo(text: string, from: number, to: number, effort: Effort): number {
  effort.steps += to - from;
  if (to >= text.length) return text.length;
  // Two more code units are enough: whether two code points belong together does not depend on what comes later.
  const around = segmenter.segment(text.slice(from, to + 2)).containing(to - from);
  if (around !== undefined && around.index > 0) return from + around.index;
  return isInsidePair(text, to) && to - 1 > from ? to - 1 : to;
}

function isInsidePair(text: string, index: number): boolean {
  return /[\ud800-\udbff]/.test(text.charAt(index - 1)) && /[\udc00-\udfff]/.test(text.charAt(index));
}
