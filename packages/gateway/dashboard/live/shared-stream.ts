import { type Connect, readEvents } from "./event-reader.ts";

/** How a stream that several tabs share stands. */
export type StreamState = "connected" | "reconnecting";

/** What a shared stream is made of. */
export interface SharedStream<Event> {
  /** Tabs that give the same name share one stream. */
  readonly name: string;
  readonly connect: Connect;
  readonly onEvent: (event: Event) => void;
  readonly onState: (state: StreamState) => void;
}

/** What the tabs of one browser tell each other. */
type TabMessage<Event> =
  | { readonly kind: "event"; readonly event: Event; readonly id: string | undefined }
  | { readonly kind: "state"; readonly state: StreamState }
  | { readonly kind: "who" };

/** Whether this browser can share a stream: pages without TLS elsewhere than on this machine have no locks. */
export function canShareStreams(): boolean {
  return "locks" in navigator && "BroadcastChannel" in globalThis;
}

/**
 * Follows the events, with one connection for all tabs of this browser: the tab that holds the lock reads and tells the
 * others. When it closes, the next one takes up where it was. A browser opens six connections to a server at most, and a
 * seventh tab with one of its own would hang.
 */
export function shareStream<Event>({ name, connect, onEvent, onState }: SharedStream<Event>): () => void {
  const end = new AbortController();
  const channel = new BroadcastChannel(name);
  let lastEventId: string | undefined;
  let known: StreamState | undefined;
  let isLeader = false;
  channel.onmessage = ({ data }: MessageEvent<TabMessage<Event>>) => {
    if (data.kind === "event") take(data.event, data.id);
    else if (data.kind === "state") note(data.state);
    else if (isLeader && known !== undefined) tell({ kind: "state", state: known });
  };
  tell({ kind: "who" });
  void navigator.locks
    .request(name, { signal: end.signal }, async () => {
      isLeader = true;
      await readEvents<Event>(
        connect,
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

  function tell(message: TabMessage<Event>): void {
    if (!end.signal.aborted) channel.postMessage(message);
  }

  function note(state: StreamState): void {
    known = state;
    onState(state);
  }

  function take(event: Event, id: string | undefined): void {
    if (end.signal.aborted) return;
    lastEventId = id ?? lastEventId;
    note("connected");
    onEvent(event);
  }
}
