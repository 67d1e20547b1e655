import type { Effort } from "./effort.ts";
import type { Fence } from "./fences.ts";
import { isExtendedAt } from "./graphemes.ts";
import { type Stretch, lastBefore } from "./positions.ts";
import { isLineBreakAt, isNoBreakSpaceAt, isWhitespaceAt } from "./whitespace.ts";

/** How good a place for a cut is, from the least to the best. The end of the text is the best. */
export const breakRanks = { space: 0, sentence: 1, line: 2, paragraph: 3, end: 4 } as const;

/** One of `breakRanks`. */
export type BreakRank = (typeof breakRanks)[keyof typeof breakRanks];

/** A place where a text may be cut. What lies between start and end is white space and belongs to no piece. */
export interface Break extends Stretch {
  readonly rank: BreakRank;
  /** The fence that has to be closed before it. */
  readonly fence: Fence | undefined;
}

/** Signs behind which Chinese and Japanese may be cut although no space follows: of sentences, and of their parts. */
const wideSigns = new Map<string, BreakRank>([
  ..."。！？".split("").map((sign) => [sign, breakRanks.sentence] as const),
  ..."，、；：".split("").map((sign) => [sign, breakRanks.space] as const),
]);

/** Every place where a text may be cut outside of the spans, in order, without its end. */
export function findBreaks(
  text: string,
  fences: readonly Fence[],
  spans: readonly Stretch[],
  effort: Effort,
): readonly Break[] {
  const breaks: Break[] = [];
  let [lineStart, spanIndex] = [0, 0];
  for (let index = 0; index < text.length;) {
    effort.steps += 1;
    while ((spans[spanIndex]?.end ?? Infinity) <= index) spanIndex += 1;
    const span = spans[spanIndex] ?? { start: text.length, end: text.length };
    if (index >= span.start) {
      index = span.end;
      continue;
    }
    if (!isWhitespaceAt(text, index)) {
      const rank = wideSigns.get(text.charAt(index));
      index += 1;
      if (rank !== undefined && isFreeAt(text, index)) {
        const fence = fenceAround(fences, index, effort);
        if (fence === undefined) breaks.push({ start: index, end: index, rank, fence });
      }
      continue;
    }
    const gap = readGap(text, index, span.start);
    effort.steps += gap.end - gap.start;
    if (isBreakable(text, gap, lineStart, fenceAround(fences, index, effort))) {
      breaks.push(toBreak(text, gap, lineStart, fences, effort));
    }
    if (gap.lines > 0) lineStart = gap.lastLine;
    index = gap.end;
  }
  return breaks;
}

/** The fence that a text which ends there leaves open. */
export function fenceAround(fences: readonly Fence[], position: number, effort: Effort): Fence | undefined {
  const fence = lastBefore(fences, position, effort);
  if (fence === undefined) return undefined;
  return position < fence.end || !fence.isClosed ? fence : undefined;
}

/** White space between two words. */
interface Gap extends Stretch {
  /** How many line breaks it has. */
  readonly lines: number;
  /** Where the line begins that its last line break leads to. */
  readonly lastLine: number;
  /** Whether one of its characters is no space that keeps words together. */
  readonly hasPlainSpace: boolean;
}

function readGap(text: string, start: number, limit: number): Gap {
  let [end, lines, lastLine, hasPlainSpace] = [start, 0, start, false];
  for (; end < limit && isWhitespaceAt(text, end); end += 1) {
    hasPlainSpace ||= !isNoBreakSpaceAt(text, end);
    if (!isLineBreakAt(text, end)) continue;
    lines += 1;
    lastLine = end + 1;
  }
  return { start, end, lines, lastLine, hasPlainSpace };
}

function isBreakable(text: string, gap: Gap, lineStart: number, fence: Fence | undefined): boolean {
  if (!gap.hasPlainSpace || (gap.lines === 0 && isExtendedAt(text, gap.end))) return false;
  // Nothing but the first line of a fence, or a list's marker, would stand at the end of a piece.
  if (fence !== undefined && gap.start <= fence.openingEnd) return false;
  // A marker within a line of code would stand alone on a line of its piece, and end the fence.
  if (fence !== undefined && gap.lines === 0 && isBesideMarker(text, gap, lineStart)) return false;
  const isShortLine = gap.start - lineStart <= longestMarker;
  return !isShortLine || !/^[\s>]*(?:[-*+]|\d{1,9}[.)]|#+)?$/.test(text.slice(lineStart, gap.start));
}

function isBesideMarker(text: string, gap: Gap, lineStart: number): boolean {
  const marker = /^[\s>]*(?:`{3}|~{3})/;
  return marker.test(text.slice(lineStart, lineStart + longestMarker)) || marker.test(text.slice(gap.end, gap.end + 3));
}

/** The longest beginning of a line that is looked at for a list's marker, in UTF-16 code units. */
const longestMarker = 40;

function toBreak(text: string, gap: Gap, lineStart: number, fences: readonly Fence[], effort: Effort): Break {
  const { start, lines, lastLine } = gap;
  const fence = fenceAround(fences, start, effort);
  if (lines === 0) {
    const isSentence = fence === undefined && endsSentence(text, start);
    return { start, end: gap.end, rank: isSentence ? breakRanks.sentence : breakRanks.space, fence };
  }
  // The indentation of the line after the cut stays.
  const at = { start, end: lastLine, fence };
  if (fence !== undefined) return { ...at, rank: breakRanks.line };
  // A heading stays with what it is the heading of.
  if (/^#{1,6}[ \t]/.test(text.slice(lineStart, lineStart + 7))) return { ...at, rank: breakRanks.space };
  const near = lastBefore(fences, lastLine + 1, effort);
  const isBesideFence = near !== undefined && (near.start === lastLine || near.end === start);
  return { ...at, rank: lines > 1 || isBesideFence ? breakRanks.paragraph : breakRanks.line };
}

/** Whether a sentence ends there. A number with a point may go on. */
function endsSentence(text: string, position: number): boolean {
  return /(?:[!?…。！？]|(?<!\d)\.)["'”’»)\]*_~`」』）]{0,4}$/.test(text.slice(Math.max(0, position - 6), position));
}

/** Whether no closing sign, space or accent follows, which belongs to what is before it. */
function isFreeAt(text: string, index: number): boolean {
  if (index >= text.length || isWhitespaceAt(text, index) || isExtendedAt(text, index)) return false;
  return !/["'”’»)\]*_~`」』）。！？，、；：]/.test(text.charAt(index));
}
