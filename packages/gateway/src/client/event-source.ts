import type { Clock } from "@keyturn/core";
import type { z } from "zod";
import type { EventTopic, WireHello } from "../wire/event.ts";
import { GatewayError } from "./gateway-error.ts";
import { SseParser } from "./sse-parser.ts";
import type { Transport } from "./transport.ts";

/** What a reader of events wants. */
export interface EventOptions {
  /** Only events of this session. */
  readonly sessionId?: string | undefined;
  /** Only events of these topics. */
  readonly topics?: readonly EventTopic[] | undefined;
  /** Ends the reading. */
  readonly signal?: AbortSignal | undefined;
}

/** Where events come from, and which there are. */
export interface EventFeed<Event> {
  /** Below `/api/v1`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** An event that does not fit is passed over: a newer gateway may have others. */
  readonly schema: z.ZodType<Event>;
  /** Ends the reading. */
  readonly signal: AbortSignal | undefined;
}

/** The timers of a reader, as the core's `Clock` has them. */
export type EventTimers = Pick<Clock, "startTimer">;

/** Timers that do not keep the process alive are the caller's to hold: a reader that waits to connect again is at work. */
export const platformTimers: EventTimers = {
  startTimer(milliseconds, callback) {
    const timeout = setTimeout(callback, milliseconds);
    return { cancel: () => clearTimeout(timeout) };
  },
};

/** First pause before connecting again, in milliseconds; it doubles with each further one. */
const firstPauseMilliseconds = 500;

/** Longest pause before connecting again, in milliseconds. */
const longestPauseMilliseconds = 30_000;

/** A stream that is silent for as many heartbeats as this is dead: its connection broke without anybody being told. */
const silentHeartbeats = 3;

/** How long a stream may be silent before it said how often it beats, in milliseconds. */
const firstSilenceMilliseconds = 45_000;

/** The events of a gateway, over as many connections as it takes. */
export class EventSource<Event extends WireHello | { readonly type: string }> {
  readonly #transport: Transport;
  readonly #feed: EventFeed<Event>;
  readonly #timers: EventTimers;
  /** Where the reading is: sent when it is taken up again. */
  #lastEventId: string | undefined;
  /** Connections in a row that came to nothing. */
  #failures = 0;

  constructor(transport: Transport, feed: EventFeed<Event>, timers: EventTimers) {
    this.#transport = transport;
    this.#feed = feed;
    this.#timers = timers;
  }

  /**
   * Reads. After a break it connects again, waits longer each time, and takes up where it was; when too much was missed, a
   * `resync` comes. Ends when the signal aborts.
   * @throws GatewayError when the first connection fails, and when connecting again cannot help: a wrong token, a session
   * that is gone.
   */
  async *read(): AsyncGenerator<Event, void, undefined> {
    const { signal } = this.#feed;
    let hasConnected = false;
    while (!isAborted(signal)) {
      let wanted: number | undefined;
      try {
        for await (const event of this.#readConnection()) {
          hasConnected = true;
          this.#failures = 0;
          yield event;
        }
      } catch (error) {
        if (isAborted(signal)) return;
        if (!hasConnected || !isWorthRetrying(error)) throw error;
        wanted = error.retryAfterMilliseconds;
      }
      await this.#pause(wanted);
    }
  }

  async *#readConnection(): AsyncGenerator<Event, void, undefined> {
    const { path, query, schema, signal } = this.#feed;
    const watch = new SilenceWatch(this.#timers);
    const parser = new SseParser();
    try {
      const response = await this.#transport.open({
        path,
        query,
        headers: this.#lastEventId === undefined ? {} : { "Last-Event-ID": this.#lastEventId },
        signal: signal === undefined ? watch.signal : AbortSignal.any([signal, watch.signal]),
      });
      for await (const text of textOf(response)) {
        watch.restart();
        for (const message of parser.push(text)) {
          const event = parseEvent(schema, message.data);
          if (event !== undefined && "heartbeatMilliseconds" in event)
            watch.restart(silentHeartbeats * event.heartbeatMilliseconds);
          if (event !== undefined) yield event;
        }
        this.#lastEventId = parser.lastEventId ?? this.#lastEventId;
      }
    } finally {
      watch.end();
    }
  }

  /** Waits before the next connection: as long as the gateway asked for, or longer with each that came to nothing. */
  async #pause(wanted: number | undefined): Promise<void> {
    const { signal } = this.#feed;
    const doubled = Math.min(longestPauseMilliseconds, firstPauseMilliseconds * 2 ** Math.min(this.#failures, 10));
    this.#failures += 1;
    // Between half and the whole of it: readers that lost the same gateway do not all come back at the same moment.
    const milliseconds = wanted ?? doubled * (0.5 + Math.random() / 2);
    await new Promise<void>((resolve) => {
      const end = () => {
        timer.cancel();
        signal?.removeEventListener("abort", end);
        resolve();
      };
      const timer = this.#timers.startTimer(milliseconds, end);
      signal?.addEventListener("abort", end, { once: true });
      if (isAborted(signal)) end();
    });
  }
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

/** Aborts when nothing came for too long. */
class SilenceWatch {
  readonly #timers: EventTimers;
  readonly #controller = new AbortController();
  #milliseconds = firstSilenceMilliseconds;
  #timer: ReturnType<EventTimers["startTimer"]> | undefined;

  constructor(timers: EventTimers) {
    this.#timers = timers;
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  restart(milliseconds: number = this.#milliseconds): void {
    this.#milliseconds = milliseconds;
    this.#timer?.cancel();
    this.#timer = this.#timers.startTimer(milliseconds, () => this.#controller.abort());
  }

  end(): void {
    this.#timer?.cancel();
  }
}

async function* textOf({ body, status }: Response): AsyncGenerator<string, void, undefined> {
  if (body === null) return;
  const decoder = new TextDecoder();
  try {
    for await (const chunk of body) yield decoder.decode(chunk, { stream: true });
  } catch (cause) {
    throw new GatewayError({ code: "GATEWAY_UNREACHABLE", status, detail: "The event stream broke off.", cause });
  }
}

/** An event that this client knows; a newer gateway may have others, and they are passed over. */
function parseEvent<Event>(schema: z.ZodType<Event>, data: string): Event | undefined {
  try {
    return schema.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}

function isWorthRetrying(error: unknown): error is GatewayError {
  if (!(error instanceof GatewayError)) return false;
  return error.code === "GATEWAY_UNREACHABLE" || error.status === 429 || error.status >= 500;
}
