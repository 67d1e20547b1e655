import type { MessageId, RunId } from "../../identifiers.ts";
import type { InboxEntry } from "../../sessions/inbox.ts";
import type { EditRequest } from "../../sessions/message-amendments.ts";
import type { OutboxEntry } from "../../sessions/outbox.ts";
import type { TranscriptEntry } from "../../sessions/transcript.ts";
import { type RemovedDocument, countSealed } from "./session-document.ts";
import { blockOf, findMessage } from "./turn-block.ts";

/** What an edit found, and the document that it makes of it; without one nothing changes. */
export interface Edited<Document> {
  readonly kind: "replaced" | "stored" | "unchanged" | "running" | "unknown";
  readonly document?: Document;
}

/** What a withdrawal found, and the document without the message. */
export interface Withdrawn<Document> {
  readonly kind: "dropped" | "stopped" | "removed";
  readonly document: Document;
}

type EditedText = Pick<EditRequest, "text" | "senderId" | "at">;

/** Changes the text of a message that waits; undefined when it is not in the inbox. */
export function editWaiting<Document extends RemovedDocument>(
  document: Document,
  messageId: MessageId,
  { text, senderId }: EditedText,
): Edited<Document> | undefined {
  const entry = document.inbox.find(({ id }) => id === messageId);
  if (entry === undefined) return undefined;
  if (senderId !== undefined && entry.sender.id !== senderId) return { kind: "unknown" };
  if (entry.text === text) return { kind: "unchanged" };
  if (entry.state === "running") return { kind: "running" };
  const inbox = document.inbox.map((other) => (other === entry ? { ...entry, text } : other));
  return { kind: "replaced", document: { ...document, inbox } };
}

/** Changes the text of a message that is in the tail. */
export function editStored<Document extends RemovedDocument>(
  document: Document,
  messageId: MessageId,
  { text, senderId, at }: EditedText,
): Edited<Document> {
  const entry = document.tail[findMessage(document.tail, messageId)];
  if (entry?.role !== "user" || (senderId !== undefined && entry.sender.id !== senderId)) return { kind: "unknown" };
  if (entry.text === text) return { kind: "unchanged" };
  const tail = document.tail.map((other) => (other === entry ? { ...entry, text, editedAt: at } : other));
  return { kind: "stored", document: amended(document, tail) };
}

/** Takes a message out of the inbox, or out of its run, which is over then; undefined when it is not there. */
export function withdrawWaiting<Document extends RemovedDocument>(
  document: Document,
  messageId: MessageId,
): Withdrawn<Document> | undefined {
  const entry = document.inbox.find(({ id }) => id === messageId);
  if (entry === undefined) return undefined;
  const inbox = document.inbox.filter((other) => other !== entry);
  if (entry.state === "received") return { kind: "dropped", document: { ...document, inbox } };
  // The others of the turn were no fair try: what they are answered with must not know of this one.
  const waiting = inbox.map(giveBack);
  const stopped = { ...document, inbox: waiting, turn: undefined, fence: document.fence + 1 };
  return { kind: "stopped", document: stopped };
}

/** Takes a message out of the tail, and the answer with it when there was no other message to answer. */
export function withdrawStored<Document extends RemovedDocument>(
  document: Document,
  messageId: MessageId,
): Withdrawn<Document> | undefined {
  const index = findMessage(document.tail, messageId);
  if (index === -1) return undefined;
  const { start, messagesEnd, end, runId } = blockOf(document.tail, index);
  const isAlone = messagesEnd - start === 1;
  const tail = document.tail.toSpliced(index, isAlone ? end - index : 1);
  const outbox = isAlone ? withoutPieces(document.outbox, runId) : document.outbox;
  return { kind: "removed", document: { ...amended(document, tail), outbox } };
}

function giveBack(entry: InboxEntry): InboxEntry {
  return entry.state === "running" ? { ...entry, state: "received", attempts: entry.attempts - 1 } : entry;
}

/** The document with another tail, whose entries are numbered anew. */
export function amended<Document extends RemovedDocument>(
  document: Document,
  tail: readonly TranscriptEntry[],
): Document {
  const first = countSealed(document);
  return {
    ...document,
    amendments: (document.amendments ?? 0) + 1,
    // It may tell what is gone.
    summary: undefined,
    tail: tail.map((entry, place) =>
      entry.sequence === first + place ? entry : { ...entry, sequence: first + place },
    ),
  };
}

/**
 * Of an answer that is gone: what was never tried is not sent, what may be visible is taken back.
 * @param isReplaced whether another answer comes in its place: what was delivered is taken back too.
 */
export function withoutPieces(
  outbox: readonly OutboxEntry[],
  runId: RunId | undefined,
  isReplaced = false,
): readonly OutboxEntry[] {
  if (runId === undefined) return outbox;
  return outbox.flatMap((entry) => {
    if (entry.runId !== runId || entry.state === "recall") return [entry];
    if (entry.state === "delivered" && !isReplaced) return [entry];
    const mayBeVisible = entry.state !== "pending" && entry.state !== "failed";
    return mayBeVisible ? [{ ...entry, state: "recall", text: "", error: undefined }] : [];
  });
}
