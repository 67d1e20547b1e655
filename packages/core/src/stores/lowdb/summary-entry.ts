import type { SessionId } from "../../identifiers.ts";
import { type SessionKeyText, formatSessionKey } from "../../sessions/session-key.ts";
import type { RetiredSession, SessionSummary } from "../../sessions/session.ts";
import {
  attachmentEpochsOf,
  describeRetired,
  hasWork,
  segmentEpochsOf,
  summarize,
} from "../document/session-document.ts";
import type { FileStamp } from "./file-system.ts";
import type { StoredSession } from "./stored-session.ts";

/** What the index knows of a session without looking at its summary, with the stamp of the file that it describes. */
export interface SummaryHead extends FileStamp {
  readonly id: SessionId;
  readonly keyText: SessionKeyText;
  readonly epoch: number;
  readonly isRetired: boolean;
  /** Whether a turn is claimed. */
  readonly isRunning: boolean;
  /** Whether somebody must come back to it after a start. */
  readonly hasWork: boolean;
  /** The epochs of which sealed segments are needed. */
  readonly segmentEpochs: readonly number[];
  /** The epochs of which attachments are needed. */
  readonly attachmentEpochs: readonly number[];
  /** Until when its newest removal can be undone, in milliseconds since 1970; 0 when there is none to undo. */
  readonly undoUntil: number;
}

/** What the index knows of a session. */
export interface SummaryEntry {
  readonly head: SummaryHead;
  readonly session: SessionSummary | RetiredSession;
}

/** The entry of a stored session. */
export function describeStored(stored: StoredSession, stamp: FileStamp): SummaryEntry {
  const { id, key, epoch } = stored.document;
  return {
    head: {
      id,
      keyText: formatSessionKey(key),
      epoch,
      isRetired: stored.kind === "retired",
      isRunning: stored.kind === "session" && stored.document.turn !== undefined,
      hasWork: hasWork(stored.document),
      segmentEpochs: segmentEpochsOf(stored.document),
      attachmentEpochs: attachmentEpochsOf(stored.document),
      undoUntil: stored.document.undo?.until ?? 0,
      ...stamp,
    },
    session: stored.kind === "session" ? summarize(stored.document) : describeRetired(stored.document),
  };
}

/** Whether two stamps are of one state of a file. */
export function isSameStamp(one: FileStamp, other: FileStamp): boolean {
  return one.inode === other.inode && one.modifiedAt === other.modifiedAt && one.size === other.size;
}
