import type { MessageId } from "../../identifiers.ts";
import type { Attachment } from "../../sessions/attachment.ts";
import type { AcceptRequest } from "../../sessions/session-store.ts";
import type { NewTranscriptEntry } from "../../sessions/transcript.ts";
import type { AttachedBytes, MessageAttachments } from "./document-storage.ts";
import type { RemovedDocument, SessionDocument } from "./session-document.ts";
import { findMessage } from "./turn-block.ts";

/** The bytes that an accept is to store with its document; undefined when nothing came with the message. */
export function attachedBy(
  { mark, attachments = [] }: AcceptRequest,
  document: SessionDocument,
): AttachedBytes | undefined {
  const epoch = document.attachmentEpoch;
  if (attachments.length === 0 || epoch === undefined) return undefined;
  return { epoch, messageId: mark.messageId, bytes: attachments.map(({ bytes }) => bytes) };
}

/** What lies beside the document of a message that waits or is in the tail; undefined when there is nothing. */
export function attachmentsOf(document: RemovedDocument, messageId: MessageId): MessageAttachments | undefined {
  const epoch = document.attachmentEpoch;
  if (epoch === undefined) return undefined;
  const waiting = document.inbox.find(({ id }) => id === messageId);
  const stored = document.tail[findMessage(document.tail, messageId)];
  const { attachments } = waiting ?? (stored?.role === "user" ? stored : {});
  return attachments && { epoch, messageId, count: attachments.length };
}

/** What lies beside a document of these entries, kept under `epoch`. */
export function attachmentsOfEntries(
  entries: readonly NewTranscriptEntry[],
  epoch: number,
): readonly MessageAttachments[] {
  return entries.flatMap((entry) => {
    const attachments: readonly Attachment[] = (entry.role === "user" && entry.attachments) || [];
    if (entry.role !== "user" || attachments.length === 0) return [];
    return [{ epoch, messageId: entry.messageId, count: attachments.length }];
  });
}
