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

/** Toasts that are seen at a time: the newest. Others come into sight again when those go, since an undo is offered to its end. */
export const mostToasts = 4;

/** Toasts that wait for their time, in sight or not. */
const mostKept = 100;

/** How long a word that asks for nothing stays, in milliseconds. */
const shortMilliseconds = 6_000;

/** What there is to say now, oldest first. */
export const toasts = createStore<readonly Toast[]>([]);

let newest = 0;

/** What a toast is made of: without a time it goes after a few seconds. */
type WantedToast = Omit<Toast, "id" | "until" | "actions"> & Partial<Toast>;

/** Shows a toast. */
export function showToast(toast: WantedToast): void {
  openToast(toast);
}

/** Shows a toast that will say something else; its id. */
export function openToast(toast: WantedToast): number {
  newest += 1;
  const full: Toast = { actions: [], until: Date.now() + shortMilliseconds, ...toast, id: newest };
  toasts.update((shown) => [...shown.filter(({ until }) => until > Date.now()), full].slice(-mostKept));
  return newest;
}

/** Has a toast say something else, in its place; nothing when somebody took it away. */
export function changeToast(id: number, change: Partial<Omit<Toast, "id">>): void {
  toasts.update((shown) => shown.map((toast) => (toast.id === id ? { ...toast, ...change } : toast)));
}

/** Takes a toast away. */
export function dropToast(id: number): void {
  toasts.update((shown) => shown.filter((toast) => toast.id !== id));
}

/** Undoes what was done last, as long as its toast is there. */
export function undoNewest(): boolean {
  const isUndoable = ({ actions, until }: Toast) => until > Date.now() && actions.some(({ isUndo }) => isUndo === true);
  const toast = toasts.get().findLast(isUndoable);
  const action = toast?.actions.find(({ isUndo }) => isUndo === true);
  if (toast === undefined || action === undefined) return false;
  dropToast(toast.id);
  action.run();
  return true;
}
