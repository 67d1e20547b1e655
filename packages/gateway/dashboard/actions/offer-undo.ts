import type { WireSession } from "../../src/wire/session.ts";
import { showToast } from "../state/toasts.ts";
import { nameOf } from "../text/session-name.ts";
import { words } from "../text/words.ts";

/** Something that was taken away. */
export interface Removed {
  readonly kind: "delete" | "reset";
  readonly session: Pick<WireSession, "id" | "key" | "title" | "entries">;
  /** Names the removal. */
  readonly epoch: number;
  /** RFC 3339; null when it cannot be undone. */
  readonly undoUntil: string | null;
}

/** Says what was taken away, and offers to undo it for as long as the gateway can. */
export function offerUndo(removed: Removed): void {
  const { kind, session, undoUntil } = removed;
  const t = words();
  const text =
    kind === "delete" ? t.deleted(nameOf(session), session.entries) : t.wasReset(nameOf(session), session.entries);
  if (undoUntil === null) return showToast({ kind: "done", text });
  const undo = {
    label: t.undo,
    isUndo: true,
    run: () => void import("./undo.ts").then(({ undoRemoval }) => undoRemoval(removed)),
  };
  showToast({ kind: "done", text, actions: [undo], until: Date.parse(undoUntil) });
}
