import { useSyncExternalStore } from "react";
import type { WirePost } from "../../src/wire/post.ts";
import { createStore } from "./store.ts";

/** What somebody began to write and has not sent. */
export interface Unsent {
  readonly text: string;
  readonly mode: WirePost["mode"];
  /** Names it for the gateway: the same text sent again after no answer came is the same message. */
  readonly key: string;
  /** Whether it is on its way. */
  readonly isSending: boolean;
  /** Why it was not sent. */
  readonly error: string | undefined;
}

const nothing: Unsent = { text: "", mode: "channel", key: "", isSending: false, error: undefined };

/** By session. In this page alone: what people write is kept in no browser's storage. */
const begun = createStore<ReadonlyMap<string, Unsent>>(new Map());

/** What was begun in a conversation: going elsewhere, Escape and a delete that is undone lose nothing. */
export function useUnsent(sessionId: string): Unsent {
  return useSyncExternalStore(begun.subscribe, () => begun.get().get(sessionId) ?? nothing);
}

/** Keeps what is another of what is being written. */
export function keepUnsent(sessionId: string, change: Partial<Unsent>): void {
  begun.update((all) => new Map(all).set(sessionId, { ...nothing, ...all.get(sessionId), ...change }));
}

/** Somebody else may log in. */
export function forgetUnsent(): void {
  begun.set(new Map());
}

/** Whether there is text that leaving the page would lose. */
function hasUnsent(): boolean {
  return [...begun.get().values()].some(({ text }) => text.trim() !== "");
}

// The browser asks before it closes the page or loads it anew.
if (typeof addEventListener === "function") {
  addEventListener("beforeunload", (event) => {
    if (hasUnsent()) event.preventDefault();
  });
}
