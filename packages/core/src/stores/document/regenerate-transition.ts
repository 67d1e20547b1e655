import type { InboxEntry } from "../../sessions/inbox.ts";
import type { RegenerateRequest } from "../../sessions/session-store.ts";
import type { TranscriptEntry, UserEntry } from "../../sessions/transcript.ts";
import { amended, withoutPieces } from "./amend-transitions.ts";
import { type SessionDocument, countEntries } from "./session-document.ts";
import { type TurnBlock, blockOf, findNewestMessage } from "./turn-block.ts";

/**
 * Takes the newest answer out, all of which is in the tail, and puts what it answered back into the inbox. Undefined when
 * the conversation does not end with an answer, or not with that of the run that was named.
 */
export function regenerate(document: SessionDocument, { runId, at }: RegenerateRequest): SessionDocument | undefined {
  const index = findNewestMessage(document.tail);
  if (index === -1) return undefined;
  const block = blockOf(document.tail, index);
  if (!endsWith(document.tail, block) || (runId !== undefined && block.runId !== runId)) return undefined;
  const messages = document.tail.slice(block.start, block.messagesEnd).filter(isMessage);
  const changed = amended(document, document.tail.toSpliced(block.start, block.end - block.start));
  return {
    ...changed,
    // What stands before the newest turn is as it was.
    summary:
      (document.summary?.upTo ?? 0) <= countEntries(document) - (document.tail.length - block.start)
        ? document.summary
        : undefined,
    updatedAt: at,
    fence: document.fence + 1,
    inbox: messages.map((message) => waitAgain(document, message)),
    outbox: withoutPieces(document.outbox, block.runId, true),
  };
}

/** Notes are not said in the conversation; what an operator said came after the answer, which stays then. */
function endsWith(tail: readonly TranscriptEntry[], { messagesEnd, end }: TurnBlock): boolean {
  return end > messagesEnd && tail.slice(end).every(({ role }) => role === "note");
}

function isMessage(entry: TranscriptEntry): entry is UserEntry {
  return entry.role === "user";
}

function waitAgain({ accepted }: SessionDocument, { messageId, at, sender, text, attachments }: UserEntry): InboxEntry {
  const deduplicationKey = accepted.find((mark) => mark.messageId === messageId)?.deduplicationKey ?? messageId;
  return {
    id: messageId,
    deduplicationKey,
    state: "received",
    attempts: 0,
    acceptedAt: at,
    sender,
    text,
    ...(attachments !== undefined && { attachments }),
  };
}
