import type { ImportRequest } from "../../sessions/session-store.ts";
import { type SessionDocument, createDocument } from "./session-document.ts";

/** The session that an export becomes: nothing waits in it, and nothing of it is on its way. */
export function importSession(request: ImportRequest, epoch: number): SessionDocument {
  const { newSessionId, key, owner, createdAt, settings, usage, entries, at, attachmentsOf } = request;
  return {
    ...createDocument({ id: newSessionId, key, epoch, owner, createdAt }),
    version: 1,
    updatedAt: at,
    settings,
    usage,
    tail: entries.map((entry, sequence) => ({ ...entry, sequence })),
    ...(attachmentsOf !== undefined && { attachmentEpoch: epoch }),
  };
}
