import type { ChangedOutcome } from "../../sessions/session-store.ts";
import { type SessionDocument, summarize } from "./session-document.ts";

/** The state that a writer saw; without a version, any of that epoch. */
export interface ExpectedState {
  readonly epoch: number;
  readonly version?: number | undefined;
}

/** What stands against a write that expects another state of the document; undefined when nothing does. */
export function findChange(document: SessionDocument, expected: ExpectedState | undefined): ChangedOutcome | undefined {
  if (expected === undefined) return undefined;
  const seen = expected.version ?? document.version;
  if (document.epoch === expected.epoch && document.version === seen) return undefined;
  const arrived = document.accepted.filter(({ version = 0 }) => version > seen);
  return { kind: "changed", session: summarize(document), newMessages: arrived.length };
}
