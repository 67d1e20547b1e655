import type { WireSession } from "../../src/wire/session.ts";
import type { SessionMoment } from "./session-book.ts";

/** What was read of the conversations that are open, to their end and by somebody who looked. */
const seen = new Map<string, SessionMoment>();

/** The end of an open conversation, at this state of it, is before somebody's eyes. */
export function noteSeen(id: string, { epoch, version }: SessionMoment): void {
  seen.set(id, { epoch, version });
}

/** A conversation is not open any more: what its row says is what is known of it. */
export function forgetSeen(id: string): void {
  seen.delete(id);
}

/** The newest state of a session that its operator has seen: what came after it must not be taken away unsaid. */
export function seenOf(session: WireSession): SessionMoment {
  const moment = seen.get(session.id);
  return moment?.epoch === session.epoch ? moment : session;
}
