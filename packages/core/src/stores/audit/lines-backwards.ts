import type { FileHandle } from "node:fs/promises";

/** A line of a file, with the place of its first byte. */
export interface PlacedLine {
  readonly offset: number;
  readonly text: string;
}

/** The file is read in parts of this size, from its end: one holds some two hundred lines. */
const partBytes = 65_536;

const lineBreak = 0x0a;

/** The lines of a file before a place, the last one first. No more of the file is in memory than a part and a line. */
export async function* linesBackwards(file: FileHandle, before: number): AsyncGenerator<PlacedLine> {
  let end = before;
  /** The beginning of what was read and not given: the rest of a line that begins further in front. */
  let rest: Buffer = Buffer.alloc(0);
  while (end > 0) {
    const start = Math.max(0, end - partBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
    const bytes = Buffer.concat([buffer.subarray(0, bytesRead), rest]);
    let lineEnd = bytes.length;
    for (let cut = lastBreak(bytes, lineEnd); cut !== -1; cut = lastBreak(bytes, lineEnd)) {
      yield { offset: start + cut + 1, text: bytes.toString("utf8", cut + 1, lineEnd) };
      lineEnd = cut;
    }
    rest = bytes.subarray(0, lineEnd);
    end = start;
  }
  yield { offset: 0, text: rest.toString("utf8") };
}

function lastBreak(bytes: Buffer, before: number): number {
  return before === 0 ? -1 : bytes.lastIndexOf(lineBreak, before - 1);
}
