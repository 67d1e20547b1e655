import type { WireEvent } from "../../src/wire/event.ts";
import { open } from "../api/call.ts";
import { createStore } from "../state/store.ts";
import { canShareStreams, shareStream } from "./shared-stream.ts";

/** Whether what the page shows is live. `polling`: this browser cannot share a stream, so lists are read again and again. */
export type LiveState = "connecting" | "connected" | "reconnecting" | "polling";

/** How the page stands with the events; `asOf` is when it was up to date last. */
export const liveState = createStore<{ readonly state: LiveState; readonly asOf: number }>({
  state: "connecting",
  asOf: Date.now(),
});

/**
 * Follows the events, with one connection for all tabs of this browser.
 * @param login whose events: another login has another lock.
 */
export function followEvents(login: string, onEvent: (event: WireEvent) => void): () => void {
  if (!canShareStreams()) {
    liveState.set({ state: "polling", asOf: Date.now() });
    return () => undefined;
  }
  return shareStream({
    name: `keyturn-events ${new URL(".", document.baseURI).pathname} ${login}`,
    connect: (headers, signal) => open({ path: "/events", headers, signal }),
    onEvent,
    onState: note,
  });
}

/** A list was read where there is no stream: the page is up to date again. */
export function noteRead(): void {
  if (liveState.get().state === "polling") liveState.set({ state: "polling", asOf: Date.now() });
}

function note(state: LiveState): void {
  const known = liveState.get();
  const asOf = state === "connected" ? Date.now() : known.asOf;
  if (state !== known.state || asOf - known.asOf > 1_000) liveState.set({ state, asOf });
}
