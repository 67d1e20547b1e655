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

/** What is asked of a transcript. */
export interface RowsWish {
  readonly view: TranscriptView;
  readonly running: WireTurn | null;
  readonly draft: Draft | undefined;
}

/** A transcript in rows: its beginning, days, entries, messages that are being answered, and what is being written. */
export function rowsOf({ view, running, draft }: RowsWish): readonly Row[] {
  const { entries, nextBefore, isLoaded, epoch, queue, withdrawn, summary } = view;
  const gone = withdrawn.toSorted((one, other) => (one.at < other.at ? -1 : 1));
  const addGone = (before?: string) => {
    while (gone[0] !== undefined && (before === undefined || gone[0].at < before)) {
      rows.push({ kind: "withdrawn", key: `${epoch} ${gone.shift()?.messageId}` });
    }
  };
  const rows: Row[] = [];
  let day = "";
  let last: { readonly writer: string; readonly at: number } | undefined;
  const startDay = (at: string) => {
    const name = new Date(at).toDateString();
    if (name === day) return;
    // Whether the day began here shows once older entries are there; until then a line would move away from what is read.
    if (nextBefore === null || day !== "") rows.push({ kind: "day", key: `${epoch} ${name}`, at });
    day = name;
    last = undefined;
  };
  const continues = (writer: string, at: string) => {
    const time = Date.parse(at);
    const isContinued = last?.writer === writer && time - last.at < togetherMilliseconds;
    last = { writer, at: time };
    return isContinued;
  };
  if (isLoaded && nextBefore === null) rows.push({ kind: "begin", key: `${epoch} begin` });
  for (const entry of entries) {
    addGone(entry.at);
    if (entry.sequence === summary?.upTo) rows.push({ kind: "summary", key: `${epoch} summary`, summary });
    startDay(entry.at);
    rows.push({ kind: "entry", key: keyOf(entry, epoch), entry, isContinued: continues(writerOf(entry), entry.at) });
  }
  addGone();
  if (summary !== null && summary.upTo > (entries.at(-1)?.sequence ?? Number.POSITIVE_INFINITY)) {
    rows.push({ kind: "summary", key: `${epoch} summary`, summary });
  }
  for (const message of queue) {
    if (running?.messageIds.includes(message.id) !== true) continue;
    if (entries.some((entry) => "messageId" in entry && entry.messageId === message.id)) continue;
    startDay(message.acceptedAt);
    const isContinued = continues(`user ${message.sender.id}`, message.acceptedAt);
    rows.push({ kind: "running", key: `${epoch} ${message.id}`, message, isContinued });
  }
  if (draft !== undefined && draft.epoch >= epoch) rows.push({ kind: "draft", key: `${epoch} ${draft.runId}`, draft });
  return rows;
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

/** When what a row shows was written; undefined for what has no time. */
export function momentOf(row: Row | undefined): string | undefined {
  if (row?.kind === "entry") return row.entry.at;
  return row?.kind === "running" ? row.message.acceptedAt : undefined;
}

/** Roughly how high a row is, in pixels, until it was measured. @param columns characters of a line. */
export function estimateHeight(row: Row, columns: number): number {
  switch (row.kind) {
    case "begin":
      return 120;
    case "day":
    case "withdrawn":
    case "summary":
      return 44;
    case "entry":
      return (row.isContinued ? 8 : 36) + textHeight(textOf(row.entry), columns);
    case "running":
      return (row.isContinued ? 8 : 36) + textHeight(row.message.text, columns);
    case "draft":
      return 60 + textHeight(row.draft.text, columns);
  }
}

function textOf(entry: WireEntry): string {
  if (entry.role !== "assistant") return entry.text;
  return entry.parts.map((part) => (part.type === "text" ? part.text : "\n\n")).join("\n");
}

function textHeight(text: string, columns: number): number {
  let lines = 0;
  for (const line of text.split("\n", 400)) lines += Math.max(1, Math.ceil(line.length / columns));
  return lines * 21;
}
