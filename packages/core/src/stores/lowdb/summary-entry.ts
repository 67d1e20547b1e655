import { type SessionKeyText, formatSessionKey } from "../../sessions/session-key.ts";
import type { RetiredSession, SessionSummary } from "../../sessions/session.ts";
import { hasWork, summarize } from "../document/session-document.ts";
import type { FileStamp } from "./file-system.ts";
import type { StoredSession } from "./stored-session.ts";

/** What the index knows of a session. */
export interface SummaryEntry {
  readonly keyText: SessionKeyText;
  readonly session: SessionSummary | RetiredSession;
  /** Whether somebody must come back to it after a start. */
  readonly hasWork: boolean;
  /** The state of the session's file that this describes; undefined when it could not be found out. */
  readonly stamp: FileStamp | undefined;
}

/** The entry of a stored session. */
export function describeStored(stored: StoredSession, stamp: FileStamp | undefined): SummaryEntry {
  const { document } = stored;
  return {
    keyText: formatSessionKey(document.key),
    session:
      stored.kind === "session"
        ? summarize(stored.document)
        : { id: document.id, epoch: document.epoch, deletedAt: stored.document.deletedAt },
    hasWork: hasWork(document),
    stamp,
  };
}
