import { type Break, breakRanks, fenceAround, findBreaks } from "./breaks.ts";
import type { Effort } from "./effort.ts";
import { type Fence, findFences } from "./fences.ts";
import { boundaryUpTo, isExtendedAt } from "./graphemes.ts";
import { type Stretch, lastBefore } from "./positions.ts";
import { findUnbreakableSpans } from "./unbreakable-spans.ts";
import { isLineBreakAt, isWhitespaceAt, skipBack } from "./whitespace.ts";

/** A part of a text that becomes one piece, with the lines that the piece gets more. */
export interface Cut extends Stretch {
  /** The fence that was cut before it and is opened anew. */
  readonly opened: Fence | undefined;
  /** The fence that is open at its end and is closed. */
  readonly closed: Fence | undefined;
}

/** Where a Markdown text is cut, from its beginning to its end. `effort` is counted up. */
export function cutMarkdown(text: string, limit: number, effort: Effort): readonly Cut[] {
  const end = skipBack(text, text.length, 0);
  const fences = findFences(text, limit, effort);
  const spans = findUnbreakableSpans(text, fences, limit, effort);
  const breaks = findBreaks(text, fences, spans, effort).filter((place) => place.start < end);
  const last = { start: end, end: text.length, rank: breakRanks.end, fence: fenceAround(fences, end, effort) };
  const cutter = new Cutter({ text, limit, fences, spans, breaks: [...breaks, last], effort });
  return cutter.cutAll(end);
}

interface Material {
  readonly text: string;
  readonly limit: number;
  readonly fences: readonly Fence[];
  readonly spans: readonly Stretch[];
  readonly breaks: readonly Break[];
  readonly effort: Effort;
}

/** Takes the longest good piece again and again. Its walk over the breaks never goes back by more than one piece. */
class Cutter {
  readonly #material: Material;
  /** Index of the first break behind the beginning of the piece. */
  #next = 0;

  constructor(material: Material) {
    this.#material = material;
  }

  cutAll(end: number): readonly Cut[] {
    const cuts: Cut[] = [];
    for (let start = this.#beginning(0); start < end;) {
      const opened = this.#fenceToReopen(start);
      const cut = this.#choose(start, opened);
      // Nothing but the indentation of what fits into a piece only without it.
      if (cut.start > start) cuts.push({ start, end: cut.start, opened, closed: cut.fence });
      start = this.#beginning(cut.end);
    }
    return cuts;
  }

  /** Where the piece after a cut begins: behind white space, but for the indentation of its line. */
  #beginning(from: number): number {
    const { text, limit, fences, effort } = this.#material;
    const fence = fenceAround(fences, from, effort);
    // The piece before closed the fence already.
    const past = fence !== undefined && from > fence.start && from >= fence.contentEnd ? fence.end : from;
    let index = past;
    let line = past === 0 || isLineBreakAt(text, past - 1) ? past : undefined;
    for (; isWhitespaceAt(text, index) && !carriesAccent(text, index); index += 1) {
      if (isLineBreakAt(text, index)) line = index + 1;
    }
    effort.steps += index - from;
    const begin = line === undefined || index - line > limit / 4 ? index : line;
    const isAtClosing = fence !== undefined && past < fence.contentEnd && index >= fence.contentEnd && fence.isClosed;
    return isAtClosing ? this.#beginning(fence.end) : begin;
  }

  #fenceToReopen(start: number): Fence | undefined {
    const { fences, effort } = this.#material;
    return fenceAround(fences, start, effort);
  }

  /** The best break for a piece that begins at `start`. */
  #choose(start: number, opened: Fence | undefined): Omit<Break, "rank"> {
    const { limit, breaks, effort } = this.#material;
    const room = limit - openingLength(opened);
    const half = start + room / 2;
    /** For each rank the last break that fits, of this rank or a better one. */
    const best: (number | undefined)[] = [];
    while ((breaks[this.#next]?.start ?? Infinity) <= start) this.#next += 1;
    let index = this.#next;
    for (; index < breaks.length; index += 1) {
      effort.steps += 1;
      const place = breaks[index];
      if (place === undefined || place.start - start > room) break;
      if (place.start - start + closingLength(place.fence) > room) continue;
      for (let rank = 0; rank <= place.rank; rank += 1) best[rank] = index;
    }
    const chosen = this.#preferred(best, half);
    return chosen ?? this.#cutWord(start, room);
  }

  #preferred(best: readonly (number | undefined)[], half: number): Break | undefined {
    const { breaks } = this.#material;
    const at = (rank: number): Break | undefined => breaks[best[rank] ?? breaks.length];
    const end = at(breakRanks.end);
    if (end !== undefined) return end;
    for (const rank of [breakRanks.paragraph, breakRanks.line, breakRanks.sentence]) {
      const found = at(rank);
      if (found === undefined) continue;
      if (found.start >= half) return found;
      // A line of code is kept whole even where much room is left, if a piece can hold it.
      if (rank === breakRanks.line && found.fence !== undefined && this.#holdsNext(best[rank] ?? 0, rank)) return found;
    }
    const last = at(breakRanks.space);
    if (last === undefined) return undefined;
    return last.start >= half || this.#holdsNext(best[breakRanks.space] ?? 0, breakRanks.space) ? last : undefined;
  }

  /** Whether a piece can hold all from the break up to the next one of that rank. */
  #holdsNext(from: number, rank: number): boolean {
    const { limit, breaks, effort } = this.#material;
    const place = breaks[from];
    if (place === undefined) return false;
    const room = limit - openingLength(place.fence);
    for (let index = from + 1; index < breaks.length; index += 1) {
      effort.steps += 1;
      const next = breaks[index];
      if (next === undefined || next.start - place.end + closingLength(next.fence) > room) return false;
      if (next.rank >= rank) return true;
    }
    return false;
  }

  /** Cuts where there is no break, as late as possible: before a span that does not fit, else between graphemes. */
  #cutWord(start: number, room: number): Omit<Break, "rank"> {
    const { text, fences, spans, effort } = this.#material;
    let to = start + room;
    const fence = fenceAround(fences, to, effort);
    if (fence !== undefined) {
      const closedTo = to - closingLength(fence);
      to = closedTo <= fence.start && fence.start > start ? fence.start : closedTo;
    }
    const span = lastBefore(spans, to, effort);
    if (span !== undefined && span.end > to && span.start > start) to = span.start;
    else to = boundaryUpTo(text, start, beforeEntity(text, start, to), effort);
    const at = skipBack(text, to, start);
    return { start: at, end: to, fence: fenceAround(fences, at, effort) };
  }
}

/** Whether the white space there is a letter to a person: an accent stands on it. */
function carriesAccent(text: string, index: number): boolean {
  return !isLineBreakAt(text, index) && isExtendedAt(text, index + 1);
}

/** The same place, or before the entity (`&lt;`) that it would cut. */
function beforeEntity(text: string, start: number, to: number): number {
  const beginning = /&#?\w{0,8}$/.exec(text.slice(Math.max(start + 1, to - 10), to))?.[0];
  return beginning !== undefined && /^#?\w{0,8};/.test(text.slice(to, to + 10)) ? to - beginning.length : to;
}

/** The line that opens the fence anew, with its line break and what a cut line needs, in UTF-16 code units. */
function openingLength(fence: Fence | undefined): number {
  return fence === undefined ? 0 : fence.opening.length + 1 + fence.quote.length;
}

/** The line that closes the fence, with its line break, in UTF-16 code units. */
function closingLength(fence: Fence | undefined): number {
  return fence === undefined ? 0 : fence.closing.length + 1;
}
