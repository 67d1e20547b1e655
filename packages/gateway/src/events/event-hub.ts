import type { Clock, Timer } from "@keyturn/core";
import { randomBytes } from "node:crypto";
import { presentTime } from "../present/timestamp.ts";
import { Problem } from "../problems/problem.ts";
import type {
  WireAdapterEvent,
  WireBotEvent,
  WireHello,
  WireOperationChange,
  WireResync,
  WireScheduleEvent,
  WireSessionEvent,
  WireWebChatMessage,
  WireWebChatRecall,
} from "../wire/event.ts";
import type { WireVisitorEvent } from "../wire/visitor-event.ts";
import { type EventFilter, EventStream } from "./event-stream.ts";
import { ReplayBuffer } from "./replay-buffer.ts";
import { formatEvent, formatHeartbeat, formatHello } from "./sse-format.ts";

/** How often it is looked whether readers may still read, in milliseconds: a token that is replaced ends within a second. */
const checkMilliseconds = 500;

/** Figures of the event stream. */
export interface EventHubOptions {
  readonly heartbeatMilliseconds: number;
  /** Events that are kept for readers who come back. */
  readonly replayEvents: number;
  /** How much may wait for a reader that does not read, in bytes. */
  readonly streamBufferBytes: number;
  /** Readers at the same time. */
  readonly maximumStreams: number;
}

/** Who opens a stream. */
export interface EventReader {
  readonly filter: EventFilter;
  /** The id of the last event that the reader has, when it comes back. */
  readonly lastEventId: string | undefined;
  /** Whether the reader's credentials would still be taken now; asked twice a second. */
  readonly holds: () => Promise<boolean>;
  /** Ends the reader's connection at once; undefined when it reads without one. */
  readonly hangUp: (() => void) | undefined;
}

/** What the hub is given to hand on. */
export type PublishedEvent =
  | WireSessionEvent
  | WireScheduleEvent
  | WireAdapterEvent
  | WireOperationChange
  | WireBotEvent
  | WireWebChatMessage
  | WireWebChatRecall
  | WireVisitorEvent;

/** Gives every event its id and hands it to whoever reads, in order. Ids are `<name of this hub>.<1, 2, 3, …>`. */
export class EventHub {
  readonly #clock: Clock;
  readonly #options: EventHubOptions;
  /** A hub of another process has another name: its ids mean nothing here. */
  readonly #name = randomBytes(6).toString("base64url");
  readonly #kept: ReplayBuffer;
  readonly #streams = new Set<EventStream>();
  #sequence = 0;
  #heartbeat: Timer | undefined;
  #check: Timer | undefined;
  #isClosed = false;

  constructor(clock: Clock, options: EventHubOptions) {
    this.#clock = clock;
    this.#options = options;
    this.#kept = new ReplayBuffer(options.replayEvents);
  }

  /** How many read. */
  get streams(): number {
    return this.#streams.size;
  }

  /** @param audience whom alone it is for. */
  publish(event: PublishedEvent, audience?: string): void {
    this.#sequence += 1;
    const kept = {
      sequence: this.#sequence,
      text: formatEvent(event.type, this.#id(this.#sequence), event),
      topic: topicOf(event),
      sessionId: "sessionId" in event ? (event.sessionId ?? undefined) : undefined,
      audience,
    };
    this.#kept.add(kept);
    for (const stream of this.#streams) stream.offer(kept);
  }

  /**
   * Opens a stream: `hello`, then what the reader missed (or `resync` when that is no longer kept), then what happens.
   * Whoever has events of their own has one stream: a further one ends it, since of a connection that broke nobody may know yet.
   * @throws Problem `STREAMS_EXHAUSTED`
   */
  open({ filter, lastEventId, holds, hangUp }: EventReader): ReadableStream<Uint8Array> {
    if (filter.audience !== undefined) this.#closeOf(filter.audience);
    if (this.#isClosed || this.#streams.size >= this.#options.maximumStreams) {
      const detail = "No further reader of events is taken just now. Close one, or try again later.";
      throw new Problem("STREAMS_EXHAUSTED", detail, { headers: { "Retry-After": "5" } });
    }
    const stream = new EventStream({
      filter,
      clock: this.#clock,
      holds,
      bufferBytes: this.#options.streamBufferBytes,
      hangUp,
      onEnd: (ended) => this.#leave(ended),
    });
    this.#greet(stream, lastEventId);
    this.#streams.add(stream);
    this.#heartbeat ??= this.#startHeartbeat();
    this.#check ??= this.#startCheck();
    return stream.body;
  }

  /** Ends every stream; later events reach nobody. */
  close(): void {
    this.#isClosed = true;
    for (const stream of this.#streams) stream.close();
  }

  /** Ends the streams of those who may not read any more. */
  async dismiss(): Promise<void> {
    await Promise.all(
      [...this.#streams].map(async (stream) => {
        if (!(await stream.mayRead())) stream.dismiss();
      }),
    );
  }

  #closeOf(audience: string): void {
    for (const stream of this.#streams) if (stream.audience === audience) stream.close();
  }

  #greet(stream: EventStream, lastEventId: string | undefined): void {
    const at = presentTime(this.#clock.now());
    const hello: WireHello = { type: "hello", at, heartbeatMilliseconds: this.#options.heartbeatMilliseconds };
    const seen = lastEventId === undefined ? this.#sequence : this.#sequenceOf(lastEventId);
    const missed = seen === undefined ? undefined : this.#kept.after(seen);
    if (seen === undefined || missed === undefined) {
      const resync: WireResync = { type: "resync", at };
      stream.write(formatHello(this.#id(this.#sequence), hello));
      stream.write(formatEvent("resync", this.#id(this.#sequence), resync));
      return;
    }
    // The place of a reader who comes back stays where it was: the connection may break before it got what it missed.
    stream.write(formatHello(this.#id(seen), hello));
    stream.replay(missed);
  }

  #leave(stream: EventStream): void {
    this.#streams.delete(stream);
    if (this.#streams.size > 0) return;
    this.#heartbeat?.cancel();
    this.#heartbeat = undefined;
    this.#check?.cancel();
    this.#check = undefined;
  }

  #startHeartbeat(): Timer {
    return this.#clock.startTimer(this.#options.heartbeatMilliseconds, () => {
      this.#heartbeat = this.#startHeartbeat();
      const text = formatHeartbeat(this.#id(this.#sequence));
      for (const stream of this.#streams) stream.write(text);
    });
  }

  #startCheck(): Timer {
    const check = this.#clock.startTimer(checkMilliseconds, () => {
      void this.dismiss().then(() => {
        // Meanwhile the last reader may have left, and the first of others have come.
        if (this.#check === check) this.#check = this.#startCheck();
      });
    });
    return check;
  }

  #id(sequence: number): string {
    return `${this.#name}.${sequence}`;
  }

  /** The sequence of an id of this hub; undefined for anything else. */
  #sequenceOf(id: string): number | undefined {
    const [name, digits = "", ...rest] = id.split(".");
    if (name !== this.#name || rest.length > 0 || !/^\d{1,15}$/.test(digits)) return undefined;
    const sequence = Number(digits);
    return sequence <= this.#sequence ? sequence : undefined;
  }
}

function topicOf(event: PublishedEvent): string {
  return event.type.slice(0, event.type.indexOf("."));
}
