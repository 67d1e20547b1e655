import type { Clock } from "@keyturn/core";
import type { KeptEvent } from "./replay-buffer.ts";

/** Which events a reader wants. */
export interface EventFilter {
  /** Only events of this session. */
  readonly sessionId?: string | undefined;
  /** Only events of these topics. */
  readonly topics?: readonly string[] | undefined;
  /** Only events that are for them. */
  readonly audience?: string | undefined;
}

/** The parts that an event stream is made of. */
export interface EventStreamParts {
  readonly filter: EventFilter;
  readonly clock: Clock;
  /** Whether the reader's credentials would still be taken now. */
  readonly holds: () => Promise<boolean>;
  /** How much may wait for a reader that does not read, in bytes. */
  readonly bufferBytes: number;
  /** Ends the connection of a reader that does not read, without waiting for it; undefined when there is none. */
  readonly hangUp: (() => void) | undefined;
  /** Told once, however the stream comes to its end. */
  readonly onEnd: (stream: EventStream) => void;
}

/** A burst may be larger than the limit; a reader that took nothing for this long since is not reading, in milliseconds. */
const patienceMilliseconds = 1_000;

/** Whatever the patience, no more than this many times the limit waits for one reader. */
const burstFactor = 4;

/** Largest piece that is handed over at once, in bytes: small events go together. */
const pieceBytes = 65_536;

interface Waiting {
  readonly text: string;
  /** What counts against the limit. */
  readonly size: number;
}

/**
 * One reader of the events. Nothing waits for it: what it has not taken yet is kept up to a limit, then it is hung up on
 * and may come back for what it missed.
 */
export class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #parts: EventStreamParts;
  readonly #encoder = new TextEncoder();
  readonly #waiting: Waiting[] = [];
  #waitingBytes = 0;
  /** The reader has asked for more and got nothing yet. */
  #isAsking = false;
  #isClosing = false;
  #hasEnded = false;
  #takenAt: number;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(parts: EventStreamParts) {
    this.#parts = parts;
    this.#takenAt = parts.clock.monotonic();
    this.body = new ReadableStream(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => this.#give(),
        cancel: () => this.#end(),
      },
      // Nothing is handed over before it is asked for: what waits, waits here.
      { highWaterMark: 0 },
    );
  }

  /** Sends an event if the reader wants it. */
  offer(event: KeptEvent): void {
    if (this.#wants(event)) this.write(event.text);
  }

  /** Sends what the reader missed. It does not count against the limit: whoever comes back for much is no slow reader. */
  replay(events: readonly KeptEvent[]): void {
    for (const event of events) if (this.#wants(event)) this.#waiting.push({ text: event.text, size: 0 });
  }

  /** Sends something whatever the reader wants. */
  write(text: string): void {
    if (this.#controller === undefined || this.#isClosing) return;
    const size = Buffer.byteLength(text);
    this.#waiting.push({ text, size });
    this.#waitingBytes += size;
    if (this.#isAsking) this.#give();
    else if (this.#isHanging()) this.#drop();
  }

  /** Ends the stream after what was written. */
  close(): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#tellEnd();
    if (this.#waiting.length === 0) this.#controller?.close();
  }

  /** Ends the stream at once: what waits is for somebody who may not read it any more. */
  dismiss(): void {
    this.#waiting.length = 0;
    this.close();
  }

  /** Whether whoever reads may still do so; no answer means no. */
  async mayRead(): Promise<boolean> {
    try {
      return await this.#parts.holds();
    } catch {
      return false;
    }
  }

  /** Whom it is for; undefined when it is for whoever may read everything. */
  get audience(): string | undefined {
    return this.#parts.filter.audience;
  }

  #wants({ sessionId, topic, audience }: KeptEvent): boolean {
    const { filter } = this.#parts;
    if (audience !== filter.audience) return false;
    if (filter.sessionId !== undefined && sessionId !== filter.sessionId) return false;
    return filter.topics === undefined || filter.topics.includes(topic);
  }

  #give(): void {
    const piece: string[] = [];
    for (let size = 0; size < pieceBytes;) {
      const next = this.#waiting.shift();
      if (next === undefined) break;
      piece.push(next.text);
      size += next.text.length;
      this.#waitingBytes -= next.size;
    }
    this.#isAsking = piece.length === 0;
    if (this.#isAsking) return;
    this.#takenAt = this.#parts.clock.monotonic();
    this.#controller?.enqueue(this.#encoder.encode(piece.join("")));
    if (this.#isClosing && this.#waiting.length === 0) this.#controller?.close();
  }

  #isHanging(): boolean {
    const { bufferBytes, clock } = this.#parts;
    if (this.#waitingBytes <= bufferBytes) return false;
    const isPatienceOver = clock.monotonic() - this.#takenAt >= patienceMilliseconds;
    return isPatienceOver || this.#waitingBytes > bufferBytes * burstFactor;
  }

  #drop(): void {
    const controller = this.#controller;
    const { hangUp } = this.#parts;
    this.#end();
    // A connection that is gone cancels the stream; an error would be printed by the HTTP library.
    if (hangUp === undefined) controller?.error(new Error("The reader did not read in time."));
    else hangUp();
  }

  #end(): void {
    this.#controller = undefined;
    this.#waiting.length = 0;
    this.#tellEnd();
  }

  #tellEnd(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#parts.onEnd(this);
  }
}
