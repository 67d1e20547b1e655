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

/** A tab that follows and has heard nothing for this long asks whether anybody reads, in milliseconds: a heartbeat is due. */
const quietMilliseconds = 20_000;

/** How long whoever reads may take to say so, in milliseconds: else the browser has frozen that tab. */
const answerMilliseconds = 4_000;

/** How often a tab looks, in milliseconds. */
const lookMilliseconds = 1_000;

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
 * others. When it closes, the next one takes up where it was; when it is frozen, whichever tab somebody looks at takes
 * the lock from it. A browser opens six connections to a server at most, and a seventh tab with one of its own would
 * hang.
 */
export function shareStream<Event>({ name, connect, onEvent, onState }: SharedStream<Event>): () => void {
  const end = new AbortController();
  const channel = new BroadcastChannel(name);
  let lastEventId: string | undefined;
  let known: StreamState | undefined;
  let isLeader = false;
  let heardAt = Date.now();
  let askedAt: number | undefined;
  channel.onmessage = ({ data }: MessageEvent<TabMessage<Event>>) => {
    if (data.kind === "who") return isLeader && tell({ kind: "state", state: known ?? "reconnecting" });
    heardAt = Date.now();
    askedAt = undefined;
    if (data.kind === "event") take(data.event, data.id);
    else note(data.state);
  };
  tell({ kind: "who" });
  lead({ signal: end.signal });
  const timer = setInterval(look, lookMilliseconds);
  const lookAnew = () => {
    if (askedAt === undefined) heardAt = 0;
    look();
  };
  document.addEventListener("visibilitychange", lookAnew);
  return () => {
    end.abort();
    clearInterval(timer);
    document.removeEventListener("visibilitychange", lookAnew);
    channel.close();
  };

  /** Reads the events once the lock is had, for as long as it is. */
  function lead(how: LockOptions): void {
    const term = new AbortController();
    const listener = {
      onEvent(event: Event, id: string | undefined) {
        tell({ kind: "event", event, id });
        take(event, id);
      },
      onState(state: StreamState) {
        tell({ kind: "state", state });
        note(state);
      },
    };
    navigator.locks
      .request(name, how, async () => {
        isLeader = true;
        await readEvents<Event>(connect, listener, AbortSignal.any([end.signal, term.signal]), lastEventId);
      })
      .catch(() => {
        if (!isLeader || end.signal.aborted) return;
        // Another tab has taken the lock: it reads now, and tells this one.
        term.abort();
        isLeader = false;
        lead({ signal: end.signal });
      });
  }

  /** Whether anybody reads. Only a tab that somebody looks at asks. */
  function look(): void {
    if (isLeader || document.visibilityState !== "visible" || Date.now() - heardAt < quietMilliseconds) return;
    if (askedAt === undefined) {
      askedAt = Date.now();
      tell({ kind: "who" });
    } else if (Date.now() - askedAt > answerMilliseconds) {
      askedAt = undefined;
      heardAt = Date.now();
      note("reconnecting");
      lead({ steal: true });
    }
  }

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
