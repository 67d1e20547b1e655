import type { WirePosted, WirePost } from "../../src/wire/post.ts";
import type { WireRegeneration, WireStop } from "../../src/wire/removal.ts";
import type { WireSession } from "../../src/wire/session.ts";
import type { WireSettingsChange } from "../../src/wire/settings.ts";
import { call } from "../api/call.ts";
import { asGone, cancelling, stopping } from "../state/demanded.ts";
import { refreshSession, refreshTranscript, sessionPath } from "../state/refresh.ts";
import { showToast } from "../state/toasts.ts";
import { book } from "../state/world.ts";
import { nameOf } from "../text/session-name.ts";
import { words } from "../text/words.ts";
import { explain } from "./explain.ts";

/** Stops whatever run a session has. It is seen to stop at once; when that is refused, it goes on with the reason. */
export async function stopSession(session: WireSession): Promise<void> {
  const path = sessionPath(session.id, "/stop");
  try {
    await asGone(stopping, session.running?.runId ?? "", () => call<WireStop>({ method: "POST", path }));
  } catch (error) {
    showToast({ kind: "failed", text: words().notStopped(nameOf(session), explain(error)) });
  }
  refreshSession(session.id);
}

/** Has the newest answer written anew. */
export async function regenerateAnswer(session: WireSession): Promise<void> {
  try {
    await call<WireRegeneration>({ method: "POST", path: sessionPath(session.id, "/regenerate") });
  } catch (error) {
    showToast({ kind: "failed", text: words().notRegenerated(explain(error)) });
  }
}

/** Pins, mutes or renames a session, at once; as it was, with the reason, when it is refused. */
export async function changeSession(session: WireSession, change: WireSettingsChange): Promise<void> {
  const { id, epoch, version } = session;
  book.patch(id, session, definedOf(change));
  try {
    const headers = { "If-Match": `"${epoch}.${version}"` };
    book.offer(await call<WireSession>({ method: "PATCH", path: sessionPath(id), body: change, headers }));
  } catch (error) {
    book.patch(id, session, session);
    refreshSession(id);
    showToast({ kind: "failed", text: words().notChanged(nameOf(session), explain(error)) });
  }
}

function definedOf({ title, model, pinned, muted }: WireSettingsChange): Partial<WireSession> {
  return {
    ...(title !== undefined && { title }),
    ...(model !== undefined && { model }),
    ...(pinned !== undefined && { pinned }),
    ...(muted !== undefined && { muted }),
  };
}

/**
 * Writes into a session. The same key twice is one message.
 * @throws ApiError: the text is the operator's and stays where they wrote it.
 */
export async function postMessage(session: WireSession, post: WirePost, idempotencyKey: string): Promise<void> {
  const headers = { "Idempotency-Key": idempotencyKey };
  await call<WirePosted>({ method: "POST", path: sessionPath(session.id, "/messages"), body: post, headers });
  await refreshTranscript(session.id);
}

/** Cancels a message that waits. It is out of the queue at once, whatever is read of that meanwhile. */
export async function cancelMessage(session: WireSession, messageId: string): Promise<void> {
  const path = sessionPath(session.id, `/queue/${encodeURIComponent(messageId)}`);
  try {
    await asGone(cancelling, messageId, () => call<null>({ method: "DELETE", path }));
  } catch (error) {
    showToast({ kind: "failed", text: words().notCancelled(explain(error)) });
  }
  await refreshTranscript(session.id);
}
