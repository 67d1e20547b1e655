import type { WirePost } from "../../src/wire/post.ts";

/** What somebody began to write and has not sent. */
export interface Unsent {
  readonly text: string;
  readonly mode: WirePost["mode"];
}

const nothing: Unsent = { text: "", mode: "channel" };

/** By session. In this page alone: what people write is kept in no browser's storage. */
const begun = new Map<string, Unsent>();

/** What was begun in a conversation: going elsewhere, Escape and a delete that is undone lose nothing. */
export function unsentOf(sessionId: string): Unsent {
  return begun.get(sessionId) ?? nothing;
}

/** Keeps what is being written. */
export function keepUnsent(sessionId: string, unsent: Unsent): void {
  if (unsent.text === "" && unsent.mode === nothing.mode) begun.delete(sessionId);
  else begun.set(sessionId, unsent);
}

/** Somebody else may log in. */
export function forgetUnsent(): void {
  begun.clear();
}

/** Whether there is text that leaving the page would lose. */
function hasUnsent(): boolean {
  return [...begun.values()].some(({ text }) => text.trim() !== "");
}

// The browser asks before it closes the page or loads it anew.
if (typeof addEventListener === "function") {
  addEventListener("beforeunload", (event) => {
    if (hasUnsent()) event.preventDefault();
  });
}
