import type { WireTurn } from "../../src/wire/session.ts";
import type { WireEntry, WireQueuedMessage, WireSummary } from "../../src/wire/transcript.ts";
import type { Draft } from "../state/drafts.ts";
import type { TranscriptView } from "../state/transcript.ts";

/** One row of a transcript as it is read, top to bottom. */
export type Row =
  | { readonly kind: "begin"; readonly key: string }
  | { readonly kind: "day"; readonly key: string; readonly at: string }
  /** Here stood a message that was withdrawn. */
  | { readonly kind: "withdrawn"; readonly key: string }
  /** Models read this in place of what stands above. */
  | { readonly kind: "summary"; readonly key: string; readonly summary: WireSummary }
  | {
      readonly kind: "entry";
      readonly key: string;
      readonly entry: WireEntry;
      /** Whether the same one wrote the row before, shortly before: who and when stand there. */
      readonly isContinued: boolean;
    }
  | {
      /** A message that is being answered. */
      readonly kind: "running";
      readonly key: string;
      readonly message: WireQueuedMessage;
      readonly isContinued: boolean;
    }
  | { readonly kind: "draft"; readonly key: string; readonly draft: Draft };

/** What somebody writes within this time of their last message stands together, in milliseconds. */
const togetherMilliseconds = 5 * 60_000;

/** Rows that are drawn or not drawn together. */
export interface Block {
  /** The same block has the same key when older or newer ones come. */
  readonly key: string;
  readonly rows: readonly Row[];
}

/** Entries of one block: few enough to be drawn in a moment, many enough that a long transcript has not too many blocks. */
const blockEntries = 10;

/** What stands in a transcript: its beginning, days, entries, in blocks by their place in it. */
export function blocksOf({
  entries,
  nextBefore,
  isLoaded,
  epoch,
  withdrawn,
  summary,
}: TranscriptView): readonly Block[] {
  const blocks: { readonly key: string; readonly rows: Row[] }[] = [];
  const gone = withdrawn.toSorted((one, other) => (one.at < other.at ? -1 : 1));
  let last: WireEntry | undefined;
  let waiting: Row[] = isLoaded && nextBefore === null ? [{ kind: "begin", key: `${epoch} begin` }] : [];
  for (const entry of entries) {
    while (gone[0] !== undefined && gone[0].at < entry.at) waiting.push(withdrawnRow(epoch, gone.shift()?.messageId));
    if (entry.sequence === summary?.upTo) waiting.push({ kind: "summary", key: `${epoch} summary`, summary });
    const isNewDay = last === undefined || dayOf(last.at) !== dayOf(entry.at);
    // Whether the day began at the first one shows once older entries are there.
    if (isNewDay && (last !== undefined || nextBefore === null)) {
      waiting.push({ kind: "day", key: `${epoch} ${dayOf(entry.at)}`, at: entry.at });
    }
    const isContinued = !isNewDay && waiting.length === 0 && continues(last, writerOf(entry), entry.at);
    const key = `${epoch} ${Math.floor(entry.sequence / blockEntries)}`;
    if (blocks.at(-1)?.key !== key) blocks.push({ key, rows: [] });
    blocks.at(-1)?.rows.push(...waiting, { kind: "entry", key: keyOf(entry, epoch), entry, isContinued });
    waiting = [];
    last = entry;
  }
  waiting.push(...gone.map(({ messageId }) => withdrawnRow(epoch, messageId)));
  if (summary !== null && last !== undefined && summary.upTo > last.sequence) {
    waiting.push({ kind: "summary", key: `${epoch} summary`, summary });
  }
  return waiting.length === 0 ? blocks : [...blocks, { key: `${epoch} end`, rows: waiting }];
}

/** Whether a row shows the same as the one that stood in its place before. */
export function isSameRow(row: Row, before: Row | undefined): boolean {
  if (row.kind === "entry" && before?.kind === "entry") {
    return row.entry === before.entry && row.isContinued === before.isContinued;
  }
  if (row.kind === "summary" && before?.kind === "summary") {
    const [{ text, upTo, at }, known] = [row.summary, before.summary];
    return text === known.text && upTo === known.upTo && at === known.at;
  }
  return row.kind === before?.kind && row.key === before.key;
}

/** What comes behind the entries: messages that are being answered, and what is being written. */
export function tailOf(
  { entries, epoch, queue }: TranscriptView,
  running: WireTurn | null,
  draft: Draft | undefined,
): readonly Row[] {
  const rows: Row[] = [];
  const last = entries.at(-1);
  for (const message of queue) {
    if (running?.messageIds.includes(message.id) !== true) continue;
    if (entries.some((entry) => "messageId" in entry && entry.messageId === message.id)) continue;
    const { acceptedAt, sender } = message;
    const isFirst = rows.length === 0;
    if (isFirst && (last === undefined || dayOf(last.at) !== dayOf(acceptedAt))) {
      rows.push({ kind: "day", key: `${epoch} tail`, at: acceptedAt });
    }
    const isContinued = isFirst && continues(last, `user ${sender.id}`, acceptedAt);
    rows.push({ kind: "running", key: `${epoch} ${message.id}`, message, isContinued });
  }
  if (draft !== undefined && draft.epoch >= epoch) rows.push({ kind: "draft", key: `${epoch} ${draft.runId}`, draft });
  return rows;
}

function withdrawnRow(epoch: number, messageId = ""): Row {
  return { kind: "withdrawn", key: `${epoch} ${messageId}` };
}

const days = new Map<string, string>();

/** A month of minutes: more than a transcript has in view, and some 5 MB at most. */
const mostDays = 43_200;

/** The day of a time, worked out once for each minute: a long transcript asks for it at every change. */
function dayOf(at: string): string {
  const minute = at.slice(0, 16);
  const day = days.get(minute) ?? new Date(at).toDateString();
  if (days.size >= mostDays) days.clear();
  days.set(minute, day);
  return day;
}

function continues(last: WireEntry | undefined, writer: string, at: string): boolean {
  if (last === undefined || writerOf(last) !== writer || dayOf(last.at) !== dayOf(at)) return false;
  return Date.parse(at) - Date.parse(last.at) < togetherMilliseconds;
}

/** The same entry has the same key when others before it were taken out. */
function keyOf(entry: WireEntry, epoch: number): string {
  if ("messageId" in entry) return `${epoch} ${entry.messageId}`;
  return entry.role === "assistant" ? `${epoch} ${entry.runId}` : `${epoch} ${entry.at} ${entry.sequence}`;
}

function writerOf(entry: WireEntry): string {
  if (entry.role === "user") return `user ${entry.sender.id}`;
  return "author" in entry ? `${entry.role} ${entry.author.id}` : `${entry.role} ${entry.sequence}`;
}
