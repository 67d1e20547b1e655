import type { WireEvent } from "../../src/wire/event.ts";
import { createStore } from "../state/store.ts";
import { readEvents } from "./event-reader.ts";

/** Whether what the page shows is live. `polling`: this browser cannot share a stream, so lists are read again and again. */
export type LiveState = "connecting" | "connected" | "reconnecting" | "polling";

/** How the page stands with the events; `asOf` is when it was up to date last. */
export const liveState = createStore<{ readonly state: LiveState; readonly asOf: number }>({
  state: "connecting",
  asOf: Date.now(),
});

/** What the tabs of one browser tell each other. */
type TabMessage =
  | { readonly kind: "event"; readonly event: WireEvent; readonly id: string | undefined }
  | { readonly kind: "state"; readonly state: LiveState }
  | { readonly kind: "who" };

/**
 * Follows the events, with one connection for all tabs of this browser: the tab that holds the lock reads and tells the
 * others. When it closes, the next one takes up where it was. A browser opens six connections to a server at most, and a
 * seventh tab with one of its own would hang.
 * @param login whose events: another login has another lock.
 */
export function followEvents(login: string, onEvent: (event: WireEvent) => void): () => void {
  const end = new AbortController();
  if (!("locks" in navigator) || !("BroadcastChannel" in globalThis)) {
    liveState.set({ state: "polling", asOf: Date.now() });
    return () => end.abort();
  }
  const name = `keyturn-events ${new URL(".", document.baseURI).pathname} ${login}`;
  const channel = new BroadcastChannel(name);
  let lastEventId: string | undefined;
  let isLeader = false;
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === "event") take(data.event, data.id);
    else if (data.kind === "state") note(data.state);
    else if (isLeader) tell({ kind: "state", state: liveState.get().state });
  };
  tell({ kind: "who" });
  void navigator.locks
    .request(name, { signal: end.signal }, async () => {
      isLeader = true;
      await readEvents(
        {
          onEvent(event, id) {
            tell({ kind: "event", event, id });
            take(event, id);
          },
          onState(state) {
            tell({ kind: "state", state });
            note(state);
          },
        },
        end.signal,
        lastEventId,
      );
    })
    .catch(() => undefined);
  return () => {
    end.abort();
    channel.close();
  };

  function tell(message: TabMessage): void {
    if (!end.signal.aborted) channel.postMessage(message);
  }

  function take(event: WireEvent, id: string | undefined): void {
    if (end.signal.aborted) return;
    lastEventId = id ?? lastEventId;
    note("connected");
    onEvent(event);
  }
}

function note(state: LiveState): void {
  const known = liveState.get();
  const asOf = state === "connected" ? Date.now() : known.asOf;
  if (state !== known.state || asOf - known.asOf > 1_000) liveState.set({ state, asOf });
}
