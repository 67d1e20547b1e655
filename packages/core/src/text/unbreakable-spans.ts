import { findCodeSpans } from "./code-spans.ts";
import type { Effort } from "./effort.ts";
import type { Fence } from "./fences.ts";
import { findLinks } from "./links.ts";
import { type Stretch, linesOf } from "./positions.ts";

/** A character that follows a backslash and loses its meaning by it. */
const escapable = /[!-/:-@[-`{-~]/;

/**
 * What must not be cut, sorted and apart from each other: links, addresses, mentions, code within lines, escaped signs,
 * and the lines of fences. What is longer than `limit` is left out: it has to be cut somewhere.
 */
export function findUnbreakableSpans(
  text: string,
  fences: readonly Fence[],
  limit: number,
  effort: Effort,
): readonly Stretch[] {
  const spans: Stretch[] = [];
  let from = 0;
  for (const fence of fences) {
    for (const paragraph of paragraphsOf(text, from, fence.start)) collect(text, paragraph, limit, effort, spans);
    spans.push({ start: fence.start, end: fence.openingEnd });
    if (fence.end > fence.contentEnd) spans.push({ start: fence.contentEnd, end: fence.end });
    from = fence.end;
  }
  for (const paragraph of paragraphsOf(text, from, text.length)) collect(text, paragraph, limit, effort, spans);
  return spans;
}

function* paragraphsOf(text: string, from: number, to: number): Generator<Stretch> {
  let start = from;
  for (const line of linesOf(text, from, to)) {
    if (text.slice(line.start, line.end).trim() !== "") continue;
    if (line.start > start) yield { start, end: line.start };
    start = line.next;
  }
  if (to > start) yield { start, end: to };
}

function collect(text: string, paragraph: Stretch, limit: number, effort: Effort, spans: Stretch[]): void {
  const codeSpans = findCodeSpans(text, paragraph, effort);
  const links = findLinks(text, paragraph, codeSpans, effort);
  for (let index = paragraph.start; index < paragraph.end;) {
    const end = spanEnd(text, index, paragraph.end, codeSpans, links, limit);
    const length = Math.max(1, end - index);
    effort.steps += length;
    if (length > 1 && length <= limit) spans.push({ start: index, end });
    index += length;
  }
}

/** Where the span that begins here ends; `start` when none does. One that is too long is still passed over as a whole. */
function spanEnd(
  text: string,
  start: number,
  paragraphEnd: number,
  codeSpans: ReadonlyMap<number, number>,
  links: ReadonlyMap<number, number>,
  limit: number,
): number {
  switch (text.charAt(start)) {
    case "\\":
      return start + 1 < paragraphEnd && escapable.test(text.charAt(start + 1)) ? start + 2 : start;
    case "`":
      return codeSpans.get(start) ?? start;
    case "!":
    case "[": {
      const end = links.get(text.charAt(start) === "!" ? start + 1 : start) ?? start;
      // Of a link that is too long, the parts within may still be kept whole.
      return end - start <= limit ? end : start;
    }
    case "<":
      return matchEnd(/<[@#!:/&\w][^<>\n]*>/y, text, start);
    case "h":
    case "H":
      return matchEnd(/(?<!\w)https?:\/\/[^\s<>。，！？、；：）」』]+/iy, text, start);
    default:
      return start;
  }
}

function matchEnd(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  const found = pattern.exec(text);
  return found === null ? start : start + found[0].length;
}
