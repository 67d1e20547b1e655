import { ConfigurationError } from "../errors.ts";
import { type Cut, cutMarkdown } from "./cut-markdown.ts";

/** How a text is split. */
export interface SplitOptions {
  /** Longest piece, in UTF-16 code units, as chat services count them; a whole number, at least 2. */
  readonly limit: number;
}

/**
 * Splits a Markdown text into pieces for a service with a limit. Pure, and in time that grows with the text alone.
 *
 * - A piece ends between paragraphs, else between lines, sentences or words, as long as half of it is filled; where a word
 *   or line is longer than a piece, between what a person sees as characters, and never within a surrogate pair.
 * - Links, addresses, mentions and code within a line stay whole as far as they fit into a piece.
 * - A fence that is cut is closed at the end of the piece and opened anew, with its language, in the next; one that was
 *   never closed is closed.
 * - No piece is empty or only white space. White space at the cuts and at both ends of the text is dropped, but for the
 *   indentation of a line. Otherwise the pieces together are the text.
 * @throws ConfigurationError when the limit is none.
 */
export function splitMarkdown(text: string, { limit }: SplitOptions): readonly string[] {
  if (!Number.isInteger(limit) || limit < 2) {
    throw new ConfigurationError(`The limit of a piece is ${limit}; give a whole number of at least 2.`);
  }
  return cutMarkdown(text, limit, { steps: 0 }).map((cut) => pieceOf(text, cut));
}

/** The text of a piece: its part of the text, and the lines of fences that it gets more. */
export function pieceOf(text: string, { start, end, opened, closed }: Cut): string {
  const isWithinLine = start > 0 && text.charAt(start - 1) !== "\n";
  const opening = opened === undefined ? "" : `${opened.opening}\n${isWithinLine ? opened.quote : ""}`;
  const closing = closed === undefined ? "" : `\n${closed.closing}`;
  return opening + text.slice(start, end) + closing;
}
