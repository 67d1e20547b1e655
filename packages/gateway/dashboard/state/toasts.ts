import { createStore } from "./store.ts";

/** A short word at the edge of the page. */
export interface Toast {
  readonly id: number;
  readonly kind: "done" | "failed" | "question";
  readonly text: string;
  /** What somebody can do about it; each ends the toast. */
  readonly actions: readonly ToastAction[];
  /** When it goes by itself, milliseconds since 1970. */
  readonly until: number;
}

/** Something that can be done from a toast. */
export interface ToastAction {
  readonly label: string;
  readonly isUndo?: boolean;
  readonly run: () => void;
}

/** Toasts that are seen at a time; the oldest goes first. */
const mostToasts = 4;

/** How long a word that asks for nothing stays, in milliseconds. */
const shortMilliseconds = 6_000;

/** What is shown now, oldest first. */
export const toasts = createStore<readonly Toast[]>([]);

let newest = 0;

/** Shows a toast, until its time, or for a few seconds. */
export function showToast(toast: Omit<Toast, "id" | "until" | "actions"> & Partial<Toast>): void {
  newest += 1;
  const full: Toast = { actions: [], until: Date.now() + shortMilliseconds, ...toast, id: newest };
  toasts.update((shown) => [...shown, full].slice(-mostToasts));
}

/** Takes a toast away. */
export function dropToast(id: number): void {
  toasts.update((shown) => shown.filter((toast) => toast.id !== id));
}

/** Undoes what was done last, as long as its toast is there. */
export function undoNewest(): boolean {
  const toast = toasts.get().findLast(({ actions }) => actions.some(({ isUndo }) => isUndo === true));
  const action = toast?.actions.find(({ isUndo }) => isUndo === true);
  if (toast === undefined || action === undefined) return false;
  dropToast(toast.id);
  action.run();
  return true;
}
