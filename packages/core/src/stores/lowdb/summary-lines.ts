import { crc32 } from "node:zlib";
import type { RetiredSession, SessionSummary } from "../../sessions/session.ts";
import type { SummaryEntry, SummaryHead } from "./summary-entry.ts";

/**
 * An entry as a line of a summaries file: a CRC-32 of the rest, the head as JSON, a tab, the summary as JSON. The index is
 * not synced, so a power cut can leave anything in it; the checksum tells what to trust.
 */
export function formatLine({ head, session }: SummaryEntry): string {
  const { id, keyText, epoch, inode, modifiedAt, size, segmentEpochs, attachmentEpochs, undoUntil } = head;
  const flags = (head.isRetired ? 1 : 0) + (head.isRunning ? 2 : 0) + (head.hasWork ? 4 : 0);
  const epochs = [...segmentEpochs, ...attachmentEpochs.map((each) => -each)];
  const values: HeadValues = [id, keyText, epoch, flags, inode, modifiedAt, size, undoUntil, ...epochs];
  const rest = `${JSON.stringify(values)}\t${JSON.stringify(session)}`;
  return `${crc32(rest).toString(16).padStart(8, "0")} ${rest}\n`;
}

/** The entry that a line stands for; undefined when the line is damaged. */
export function parseLine(line: string): SummaryEntry | undefined {
  const rest = line.slice(9);
  const tab = rest.indexOf("\t");
  if (tab === -1 || Number.parseInt(line.slice(0, 8), 16) !== crc32(rest)) return undefined;
  return new WrittenEntry(parseHead(rest.slice(0, tab)), rest.slice(tab + 1));
}

type HeadValues = readonly [
  id: SummaryHead["id"],
  keyText: string,
  epoch: number,
  flags: number,
  inode: number,
  modifiedAt: number,
  size: number,
  undoUntil: number,
  /** Those of segments, then those of attachments with a minus: lines of releases without attachments have none of these. */
  ...epochs: number[],
];

function parseHead(json: string): SummaryHead {
  // The checksum has shown that this is what `formatLine` wrote.
  const values = JSON.parse(json) as HeadValues;
  const [id, keyText, epoch, flags, inode, modifiedAt, size, undoUntil, ...epochs] = values;
  return {
    id,
    keyText,
    epoch,
    isRetired: (flags & 1) !== 0,
    isRunning: (flags & 2) !== 0,
    hasWork: (flags & 4) !== 0,
    inode,
    modifiedAt,
    size,
    segmentEpochs: epochs.filter((each) => each > 0),
    attachmentEpochs: epochs.filter((each) => each < 0).map((each) => -each),
    undoUntil,
  };
}

/** An entry whose summary is parsed when somebody looks at it: parsing 100,000 of them would be a third of a start. */
class WrittenEntry implements SummaryEntry {
  readonly head: SummaryHead;
  #text: string | undefined;
  #session: SessionSummary | RetiredSession | undefined;

  constructor(head: SummaryHead, text: string) {
    this.head = head;
    this.#text = text;
  }

  get session(): SessionSummary | RetiredSession {
    this.#session ??= JSON.parse(this.#text ?? "null") as SessionSummary | RetiredSession;
    this.#text = undefined;
    return this.#session;
  }
}
