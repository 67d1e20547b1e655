import type { RefObject } from "react";
import { deleteSession, resetSession } from "../actions/removal.ts";
import { stopSession } from "../actions/session-actions.ts";
import { useKeys } from "../frame/keys.ts";
import { navigate, useSearch } from "../location.ts";
import { may } from "../state/me.ts";
import { clearSelection, selection, toggleSelected } from "../state/selection.ts";
import { book } from "../state/world.ts";
import type { ListCursor } from "./list-cursor.ts";
import type { ListRows } from "./list-rows.ts";

/** What the keys of the list work with. */
export interface ListKeyParts {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly rows: ListRows;
  readonly at: ListCursor;
  readonly rowHeight: number;
  readonly openId: string | undefined;
  readonly open: (id: string) => void;
}

/** The keys of the list: move, open, select, act. They act on the conversation that is open, else on the cursor's. */
export function useListKeys({ scroller, rows, at, rowHeight, openId, open }: ListKeyParts): void {
  const search = useSearch();
  const move = (step: number, isRange = false) => {
    const id = at.move(step, isRange);
    // Beside the list there is room for what the cursor is at; on a phone it would cover the list.
    if (id !== undefined && openId !== undefined && matchMedia("(min-width: 900px)").matches) open(id);
  };
  const pageRows = () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
  const act = (operation: string, run: (id: string) => void) => {
    const id = openId ?? at.id;
    if (id !== undefined && may(operation)) run(id);
  };
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    "Shift+J": () => move(1, true),
    "Shift+K": () => move(-1, true),
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    "Shift+ArrowDown": () => move(1, true),
    "Shift+ArrowUp": () => move(-1, true),
    PageDown: () => move(pageRows()),
    PageUp: () => move(-pageRows()),
    Home: () => move(-rows.length),
    End: () => move(rows.length),
    x: () => at.id !== undefined && toggleSelected(at.id),
    Enter: ({ target }) => {
      if (target instanceof HTMLElement && target.closest("a,button") !== null) return target.click();
      if (at.id !== undefined) open(at.id);
    },
    "/": () => document.querySelector<HTMLInputElement>("#search")?.focus(),
    Escape: () => {
      if (document.activeElement instanceof HTMLInputElement || document.activeElement instanceof HTMLTextAreaElement)
        return scroller.current?.focus();
      if (selection.get().size > 0) return clearSelection();
      if (openId === undefined) return;
      navigate(search === "" ? "/" : `/?${search}`);
      scroller.current?.focus();
    },
    Delete: () => {
      if (selection.get().size > 0) return document.querySelector<HTMLButtonElement>("#bulk-delete")?.click();
      act("session.delete", (id) => {
        const session = book.find(id);
        if (session === undefined || book.isGone(id)) return;
        at.leave(id);
        void deleteSession(session);
      });
    },
    r: () =>
      act("session.reset", (id) => {
        const session = book.find(id);
        if (session !== undefined) void resetSession(session);
      }),
    s: () =>
      act("session.stop", (id) => {
        const session = book.find(id);
        if (session?.running) void stopSession(session);
      }),
  });
}
