import type { ChangedOutcome } from "../../sessions/session-store.ts";
import type { SessionVersion } from "../../sessions/session.ts";
import { type SessionDocument, summarize } from "./session-document.ts";

/** What stands against a write that expects another state of the document; undefined when nothing does. */
export function findChange(
  document: SessionDocument,
  expected: SessionVersion | undefined,
): ChangedOutcome | undefined {
  if (expected === undefined) return undefined;
  if (document.epoch === expected.epoch && document.version === expected.version) return undefined;
  const arrived = document.accepted.filter(({ version = 0 }) => version > expected.version);
  return { kind: "changed", session: summarize(document), newMessages: arrived.length };
}
