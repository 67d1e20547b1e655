import type { WireDeletion, WireReset } from "../../src/wire/removal.ts";
import type { WireSession } from "../../src/wire/session.ts";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { asReset, isReset } from "../state/demanded.ts";
import { emptiedBy, myself } from "../state/emptied.ts";
import { refreshSession, refreshTranscript, sessionPath } from "../state/refresh.ts";
import { seenOf } from "../state/seen.ts";
import type { SessionMoment } from "../state/session-book.ts";
import { dropRowNote, noteRow } from "../state/row-notes.ts";
import { showToast } from "../state/toasts.ts";
import { book, drafts, forgetTexts, knownTranscript } from "../state/world.ts";
import { nameOf } from "../text/session-name.ts";
import { words } from "../text/words.ts";
import { explain } from "./explain.ts";
import { offerUndo } from "./offer-undo.ts";

/** Times that a demand is sent again because a run moved the session on; each time it is for the state of just now. */
const mostTries = 5;

/** What may be said with a removal. */
export interface RemovalWish {
  /** Takes what arrived since as well. */
  readonly isForced?: boolean;
  /** Keeps nothing to be undone. */
  readonly isPurging?: boolean;
}

/** Deletes a session: off every list at once, back with the reason when it is refused, and with a way to undo it. */
export async function deleteSession(session: WireSession, wish: RemovalWish = {}): Promise<void> {
  const { id } = session;
  dropRowNote(id);
  book.hide(id);
  try {
    const deletion = await demand(seenOf(session), wish, (headers) =>
      call<WireDeletion>({
        method: "DELETE",
        path: sessionPath(id),
        query: { purge: wish.isPurging },
        headers,
      }),
    );
    book.bury(id, deletion.epoch);
    forgetTexts(id);
    offerUndo({ kind: "delete", session, epoch: deletion.epoch, undoUntil: deletion.undoUntil });
  } catch (error) {
    book.show(id);
    if (error instanceof ApiError && error.status === 404) return book.bury(id, session.epoch);
    refuse(error, session, "delete", () => void deleteSession(book.find(id) ?? session, { ...wish, isForced: true }));
  }
}

/** Resets a session: emptied at once, as it was with the reason when it is refused, and with a way to undo it. */
export async function resetSession(session: WireSession, wish: RemovalWish = {}): Promise<void> {
  const { id } = session;
  // It is on its way: asked for twice, it would be refused because of itself.
  if (isReset(session)) return;
  dropRowNote(id);
  try {
    const reset = await asReset([session], () =>
      demand(seenOf(session), wish, (headers) =>
        call<WireReset>({ method: "POST", path: sessionPath(id, "/reset"), body: { purge: wish.isPurging }, headers }),
      ),
    );
    const { epoch, version, undoUntil } = reset;
    drafts.drop(id);
    book.patch(id, { epoch, version }, emptiedBy(myself(), new Date().toISOString(), reset.removedEntries, undoUntil));
    knownTranscript(id)?.reset(epoch);
    offerUndo({ kind: "reset", session, epoch, undoUntil });
  } catch (error) {
    refuse(error, session, "reset", () => void resetSession(book.find(id) ?? session, { ...wish, isForced: true }));
  }
}

/**
 * Sends a demand for the state that the operator saw. A run that moved it on is no reason to refuse; a message that they
 * have not seen is.
 */
async function demand<Answer>(
  seen: SessionMoment,
  { isForced = false }: RemovalWish,
  send: (headers: Readonly<Record<string, string>>) => Promise<Answer>,
): Promise<Answer> {
  let tag = isForced ? "*" : `"${seen.epoch}.${seen.version}"`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send({ "If-Match": tag });
    } catch (error) {
      const problem = error instanceof ApiError ? error.problem : undefined;
      const isOfRun = problem?.newMessages === 0 && problem.currentEtag?.startsWith(`"${seen.epoch}.`) === true;
      if (!isOfRun || problem.currentEtag === undefined || attempt >= mostTries) throw error;
      tag = problem.currentEtag;
    }
  }
}

function refuse(error: unknown, session: WireSession, kind: "delete" | "reset", force: () => void): void {
  // Whatever it was refused for, the page may not have heard of yet.
  refreshSession(session.id);
  void refreshTranscript(session.id);
  const newMessages = error instanceof ApiError ? (error.problem?.newMessages ?? 0) : 0;
  const t = words();
  if (newMessages === 0) {
    noteRow(session.id, { action: kind, why: explain(error) });
    showToast({ kind: "failed", text: t.refused(kind, nameOf(session), explain(error)) });
    return;
  }
  showToast({
    kind: "question",
    text: t.arrivedSince(newMessages, nameOf(session)),
    actions: [{ label: kind === "delete" ? t.deleteAnyway : t.resetAnyway, run: force }],
    until: Date.now() + 30_000,
  });
}
