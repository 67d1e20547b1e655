import type { DocumentStorage } from "../document/document-storage.ts";
import type { RemovedDocument, RetiredDocument, SessionDocument } from "../document/session-document.ts";
import { unsealTo } from "../document/unsealing.ts";
import type { AttachmentFiles, AttachmentNote } from "./attachment-files.ts";

type Reading = Pick<DocumentStorage, "load" | "loadRetired" | "readSealed">;

/** Removes the attachments of messages that no session has, as far as a crash left notes of them. */
export async function settleAttachments(
  storage: Reading,
  files: AttachmentFiles,
  notes: readonly AttachmentNote[],
): Promise<void> {
  for (const note of notes) {
    const holder = (await storage.load(note.id)) ?? (await storage.loadRetired(note.id));
    // Moved aside just now: a person may rescue it, and needs the attachments then.
    if (holder === undefined) continue;
    const document = documentOf(holder, note.epoch);
    await files.settle(note, document !== undefined && (await hasMessage(storage, document, note)));
  }
}

/** What keeps its attachments under the epoch: the session, or what can be brought back of it. */
function documentOf(holder: SessionDocument | RetiredDocument, epoch: number): RemovedDocument | undefined {
  if ("sealedSegments" in holder && holder.attachmentEpoch === epoch) return holder;
  const removed = holder.undo?.document;
  return removed?.attachmentEpoch === epoch ? removed : undefined;
}

async function hasMessage(
  storage: Reading,
  document: RemovedDocument,
  { messageId }: AttachmentNote,
): Promise<boolean> {
  if (document.inbox.some(({ id }) => id === messageId)) return true;
  // Of a message that is not there all of the transcript is read; it is so for what a crash left only.
  return (await unsealTo(storage, document, { messageId, acceptedAt: 0, deduplicationKey: "" })) !== undefined;
}
