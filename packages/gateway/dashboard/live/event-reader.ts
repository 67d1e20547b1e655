import { ApiError } from "../api/api-error.ts";
import { SseLines } from "./sse-lines.ts";

/** Opens a stream. @throws ApiError */
export type Connect = (headers: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<Response>;

/** What a reader tells. */
export interface EventReaderListener<Event> {
  onEvent(event: Event, id: string | undefined): void;
  /** `connected` each time that the gateway was heard, a mere heartbeat included. */
  onState(state: "connected" | "reconnecting"): void;
}

const firstPauseMilliseconds = 500;

/** An operator waits for it: longer than this, and the page looks dead although the bot is back. */
const longestPauseMilliseconds = 5_000;

/** Three heartbeats of the gateway: a stream that is silent for longer broke without anybody being told. */
const silenceMilliseconds = 45_000;

/** How often it is looked whether a stream is silent, in milliseconds: after a sleep, the latest that it is found out. */
const lookMilliseconds = 2_000;

/**
 * Reads the events until the signal aborts, over as many connections as it takes, and takes up where it was after each
 * break. Ends by itself when the login has ended.
 * @param lastEventId where somebody else's reading ended.
 */
export async function readEvents<Event>(
  connect: Connect,
  listener: EventReaderListener<Event>,
  signal: AbortSignal,
  lastEventId?: string,
): Promise<void> {
  let known = lastEventId;
  let failures = 0;
  while (!signal.aborted) {
    const watch = new AbortController();
    try {
      await readConnection(connect, { ...listener, onEvent }, AbortSignal.any([signal, watch.signal]), known, watch);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return;
    }
    if (signal.aborted) return;
    listener.onState("reconnecting");
    await pause(Math.min(firstPauseMilliseconds * 2 ** failures, longestPauseMilliseconds), signal);
    failures += 1;
  }

  function onEvent(event: Event, id: string | undefined): void {
    failures = 0;
    known = id ?? known;
    listener.onEvent(event, id);
  }
}

async function readConnection<Event>(
  connect: Connect,
  listener: EventReaderListener<Event>,
  signal: AbortSignal,
  lastEventId: string | undefined,
  watch: AbortController,
): Promise<void> {
  let heardAt = Date.now();
  // By the clock on the wall: while a machine sleeps, no timer runs.
  const look = () => Date.now() - heardAt > silenceMilliseconds && watch.abort();
  const silence = setInterval(look, lookMilliseconds);
  document.addEventListener("visibilitychange", look);
  const lines = new SseLines();
  const decoder = new TextDecoder();
  try {
    const headers = lastEventId === undefined ? {} : { "Last-Event-ID": lastEventId };
    const response = await connect(headers, signal);
    listener.onState("connected");
    const reader = response.body?.getReader();
    for (;;) {
      const next = await reader?.read();
      if (next === undefined || next.done) return;
      heardAt = Date.now();
      listener.onState("connected");
      for (const { id, data } of lines.push(decoder.decode(next.value, { stream: true }))) {
        const event: Event = JSON.parse(data);
        listener.onEvent(event, id);
      }
    }
  } finally {
    clearInterval(silence);
    document.removeEventListener("visibilitychange", look);
  }
}

/** Waits, but no longer once the page is looked at again or the network is back. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      document.removeEventListener("visibilitychange", end);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    addEventListener("online", end);
    document.addEventListener("visibilitychange", end);
    signal.addEventListener("abort", end);
  });
}
