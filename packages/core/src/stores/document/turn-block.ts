import type { MessageId, RunId } from "../../identifiers.ts";
import type { TranscriptEntry, UserEntry } from "../../sessions/transcript.ts";

/** Where one turn lies among entries: its messages, and behind them what answered them. */
export interface TurnBlock {
  readonly start: number;
  /** Behind the last of its messages. */
  readonly messagesEnd: number;
  /** Behind what answered them. */
  readonly end: number;
  /** The run that answered; undefined where that is not known. */
  readonly runId: RunId | undefined;
}

/** The place of a person's message; -1 when it is not there. */
export function findMessage(entries: readonly TranscriptEntry[], messageId: MessageId): number {
  return entries.findLastIndex((entry) => entry.role === "user" && entry.messageId === messageId);
}

/** The place of the newest message of a person; -1 when there is none. */
export function findNewestMessage(entries: readonly TranscriptEntry[]): number {
  return entries.findLastIndex(({ role }) => role === "user");
}

/** The turn that the message at this place belongs to. A transcript from before runs were named goes by what adjoins. */
export function blockOf(entries: readonly TranscriptEntry[], index: number): TurnBlock {
  const message = entries[index];
  const runId = message?.role === "user" ? message.runId : undefined;
  const isOfTurn = (entry: TranscriptEntry | undefined): entry is UserEntry =>
    entry?.role === "user" && entry.runId === runId;
  let start = index;
  while (isOfTurn(entries[start - 1])) start -= 1;
  let messagesEnd = index + 1;
  while (isOfTurn(entries[messagesEnd])) messagesEnd += 1;
  let end = messagesEnd;
  let answeredBy = runId;
  for (let entry = entries[end]; entry !== undefined && isAnswer(entry, answeredBy); entry = entries[end]) {
    if (entry.role === "assistant") answeredBy = entry.runId;
    end += 1;
  }
  return { start, messagesEnd, end, runId: answeredBy };
}

function isAnswer(entry: TranscriptEntry, runId: RunId | undefined): boolean {
  if (entry.role === "notice") return true;
  return entry.role === "assistant" && (runId === undefined || entry.runId === runId);
}
