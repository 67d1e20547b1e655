import type { WireSession } from "../../src/wire/session.ts";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { refreshTranscript, sessionPath } from "../state/refresh.ts";
import { showToast } from "../state/toasts.ts";
import { book, transcriptOf } from "../state/world.ts";
import { nameOf } from "../text/session-name.ts";
import { words } from "../text/words.ts";
import { explain } from "./explain.ts";
import type { Removed } from "./offer-undo.ts";

/** Undoes exactly this removal, and no later one. */
export async function undoRemoval(removed: Removed): Promise<void> {
  const { session, epoch } = removed;
  const t = words();
  try {
    const restored = await call<WireSession>({
      method: "POST",
      path: sessionPath(session.id, "/restore"),
      body: { epoch },
    });
    book.offer(restored);
    // Whoever has it open sees it again.
    transcriptOf(session.id);
    await refreshTranscript(session.id);
    showToast({ kind: "done", text: t.restored(nameOf(session)) });
  } catch (error) {
    const isOccupied = error instanceof ApiError && error.code === "RESTORE_OCCUPIED";
    const actions = isOccupied ? [{ label: t.restoreAsCopy, run: () => void restoreAsCopy(removed) }] : [];
    const until = Date.now() + 15_000;
    showToast({ kind: "failed", text: t.notRestored(nameOf(session), explain(error)), actions, until });
  }
}

async function restoreAsCopy({ session, epoch }: Removed): Promise<void> {
  const t = words();
  const path = sessionPath(session.id, "/restore");
  try {
    book.offer(await call<WireSession>({ method: "POST", path, body: { epoch, as: "copy" } }));
    showToast({ kind: "done", text: t.restoredAsCopy(nameOf(session)) });
  } catch (error) {
    showToast({ kind: "failed", text: t.notRestored(nameOf(session), explain(error)) });
  }
}
