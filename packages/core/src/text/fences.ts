import type { Effort } from "./effort.ts";
import { type Line, type Stretch, linesOf } from "./positions.ts";

/** A block of code between lines of three or more backticks or tildes, also within quotes and lists. */
export interface Fence extends Stretch {
  /** End of its first line; of that line's marker when the line would fill more than half of a piece. */
  readonly openingEnd: number;
  /** Where the closing line begins; the end of the text when there is none. */
  readonly contentEnd: number;
  readonly isClosed: boolean;
  /** The line that opens it anew in a later piece: indented and quoted alike, with its language. */
  readonly opening: string;
  /** The line that closes it in an earlier piece. */
  readonly closing: string;
  /** What the rest of a line that was cut needs before it to stay in the quote; empty outside of quotes. */
  readonly quote: string;
}

/** The first line of a fence, in parts. */
interface Opening {
  /** Quote marks and indentation of the lines within. */
  readonly prefix: string;
  readonly quotes: number;
  readonly marker: string;
  readonly markerEnd: number;
  readonly info: string;
}

/**
 * The fences of a text, in order. Read as chat services read them: indentation neither hides a fence nor ends it, the end
 * of a quote does. A fence whose two lines would fill more than half of a piece is reopened without what stands behind
 * its marker; where that does not help, it counts as ordinary text.
 */
export function findFences(text: string, limit: number, effort: Effort): readonly Fence[] {
  const fences: Fence[] = [];
  let open: { readonly line: Line; readonly parts: Opening } | undefined;
  for (const line of linesOf(text, 0, text.length)) {
    effort.steps += line.next - line.start;
    if (open !== undefined && isBeyondQuote(text, line, open.parts)) {
      fences.push(toFence(open.line, open.parts, line.start, line.start, true, limit));
      open = undefined;
    }
    if (open === undefined) {
      const parts = readOpening(text, line);
      if (parts !== undefined && fits(parts, limit)) open = { line, parts };
    } else if (isClosing(text, line, open.parts)) {
      fences.push(toFence(open.line, open.parts, line.start, line.end, true, limit));
      open = undefined;
    }
  }
  if (open !== undefined) fences.push(toFence(open.line, open.parts, text.length, text.length, false, limit));
  return fences;
}

/** The two lines with their line breaks and what a cut line needs, without what stands behind the marker. */
const bareLength = ({ prefix, marker }: Opening): number => 3 * prefix.length + 2 * (marker.length + 1);

function fits(parts: Opening, limit: number): boolean {
  return bareLength(parts) <= limit / 2;
}

function toFence(line: Line, parts: Opening, contentEnd: number, end: number, isClosed: boolean, limit: number): Fence {
  const { prefix, marker } = parts;
  const openingEnd = line.end - line.start <= limit / 2 ? line.end : parts.markerEnd;
  const info = bareLength(parts) + parts.info.length <= limit / 2 ? parts.info : "";
  const opening = prefix + marker + info;
  return {
    start: line.start,
    end,
    openingEnd,
    contentEnd,
    isClosed,
    opening,
    closing: prefix + marker,
    quote: parts.quotes > 0 ? prefix : "",
  };
}

function readOpening(text: string, line: Line): Opening | undefined {
  const content = text.slice(line.start, line.end).trimEnd();
  const { prefix, quotes, length } = readPrefix(content);
  const marker = /^(?:`{3,}|~{3,})/.exec(content.slice(length))?.[0];
  if (marker === undefined) return undefined;
  const info = content.slice(length + marker.length);
  // Backticks behind backticks: code within a line, no fence.
  if (marker.startsWith("`") && info.includes("`")) return undefined;
  return { prefix, quotes, marker, markerEnd: line.start + length + marker.length, info };
}

/** Whether the line is no more in the quote that the fence is in. */
function isBeyondQuote(text: string, line: Line, { quotes }: Opening): boolean {
  return quotes > 0 && readPrefix(text.slice(line.start, line.end)).quotes < quotes;
}

function isClosing(text: string, line: Line, { marker, quotes }: Opening): boolean {
  const content = text.slice(line.start, line.end).trimEnd();
  const read = readPrefix(content);
  if (read.quotes !== quotes || !content.startsWith(read.prefix)) return false;
  const rest = content.slice(read.length);
  return rest.length >= marker.length && rest === marker.charAt(0).repeat(rest.length);
}

/** What stands before the content of a line: indentation, quote marks and list markers. */
function readPrefix(line: string): { readonly prefix: string; readonly quotes: number; readonly length: number } {
  const container = /[ \t]+|>|(?:[-*+]|\d{1,9}[.)])(?=[ \t])/y;
  let [prefix, quotes, length] = ["", 0, 0];
  for (let found = container.exec(line); found !== null; found = container.exec(line)) {
    const [part] = found;
    length = container.lastIndex;
    if (part === ">") quotes += 1;
    // The lines within an item are indented by the width of its marker.
    prefix += part === ">" || part.trim() === "" ? part : " ".repeat(part.length);
  }
  return { prefix, quotes, length };
}
