import type { InboxEntry } from "../../sessions/inbox.ts";
import type { SessionSettings } from "../../sessions/session.ts";
import type { SessionDocument } from "./session-document.ts";

/** Changes settings. What waits when a session is unmuted came before, so nobody answers it. */
export function patch(document: SessionDocument, change: SessionSettings): SessionDocument {
  const settings = { ...document.settings, ...change };
  const isUnmuted = document.settings.isMuted === true && settings.isMuted !== true;
  const inbox = isUnmuted ? document.inbox.map(mute) : document.inbox;
  return { ...document, version: document.version + 1, settings, inbox };
}

/** A message that is being answered is left alone: its run began while the session was not muted, or is no run. */
function mute(entry: InboxEntry): InboxEntry {
  return entry.state === "running" ? entry : { ...entry, isMuted: true };
}
