import type { Clock } from "@keyturn/core";
import type { EventTopic, WireEvent } from "../wire/event.ts";
import { eventSchema } from "../wire/event-schema.ts";
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

/** The timers of a reader, as the core's `Clock` has them. */
export type EventTimers = Pick<Clock, "startTimer">;

/** First pause before connecting again, in milliseconds; it doubles with each further one. */
const firstPauseMilliseconds = 500;

/** Longest pause before connecting again, in milliseconds. */
const longestPauseMilliseconds = 30_000;

/** A stream that is silent for as many heartbeats as this is dead: its connection broke without anybody being told. */
const silentHeartbeats = 3;

/** How long a stream may be silent before it said how often it beats, in milliseconds. */
const firstSilenceMilliseconds = 45_000;

/** The events of a gateway, over as many connections as it takes. */
export class EventSource {
  readonly #transport: Transport;
  readonly #options: EventOptions;
  readonly #timers: EventTimers;
  /** Where the reading is: sent when it is taken up again. */
  #lastEventId: string | undefined;
  /** Connections in a row that came to nothing. */
  #failures = 0;

  constructor(transport: Transport, options: EventOptions, timers: EventTimers) {
    this.#transport = transport;
    this.#options = options;
    this.#timers = timers;
  }

  /**
   * Reads. After a break it connects again, waits longer each time, and takes up where it was; when too much was missed, a
   * `resync` comes. Ends when the signal aborts.
   * @throws GatewayError when the first connection fails, and when connecting again cannot help: a wrong token, a session
   * that is gone.
   */
  async *read(): AsyncGenerator<WireEvent, void, undefined> {
    const { signal } = this.#options;
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

  async *#readConnection(): AsyncGenerator<WireEvent, void, undefined> {
    const { sessionId, topics, signal } = this.#options;
    const watch = new SilenceWatch(this.#timers);
    const parser = new SseParser();
    try {
      const response = await this.#transport.open({
        path: "/events",
        query: { sessionId, topics: topics?.join(",") },
        headers: this.#lastEventId === undefined ? {} : { "Last-Event-ID": this.#lastEventId },
        signal: signal === undefined ? watch.signal : AbortSignal.any([signal, watch.signal]),
      });
      for await (const text of textOf(response)) {
        watch.restart();
        for (const message of parser.push(text)) {
          const event = parseEvent(message.data);
          if (event?.type === "hello") watch.restart(silentHeartbeats * event.heartbeatMilliseconds);
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
    const { signal } = this.#options;
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
function parseEvent(data: string): WireEvent | undefined {
  try {
    return eventSchema.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}

function isWorthRetrying(error: unknown): error is GatewayError {
  if (!(error instanceof GatewayError)) return false;
  return error.code === "GATEWAY_UNREACHABLE" || error.status === 429 || error.status >= 500;
}
