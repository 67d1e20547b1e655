import type { KeptEvent } from "./replay-buffer.ts";

/** Which events a reader wants. */
export interface EventFilter {
  /** Only events of this session. */
  readonly sessionId?: string | undefined;
  /** Only events of these topics. */
  readonly topics?: readonly string[] | undefined;
}

/** The parts that an event stream is made of. */
export interface EventStreamParts {
  readonly filter: EventFilter;
  /** How much may wait for a reader that does not read, in bytes. */
  readonly bufferBytes: number;
  /** Ends the connection of a reader that does not read, without waiting for it; undefined when there is none. */
  readonly hangUp: (() => void) | undefined;
  /** Told once, however the stream comes to its end. */
  readonly onEnd: (stream: EventStream) => void;
}

/**
 * One reader of the events. Nothing waits for it: what it has not read yet is kept up to a limit, then it is hung up on
 * and may come back for what it missed.
 */
export class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #parts: EventStreamParts;
  readonly #encoder = new TextEncoder();
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(parts: EventStreamParts) {
    this.#parts = parts;
    this.body = new ReadableStream(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        cancel: () => this.#end(),
      },
      { highWaterMark: parts.bufferBytes, size: (chunk) => chunk.byteLength },
    );
  }

  /** Sends an event if the reader wants it. */
  offer(event: KeptEvent): void {
    const { sessionId, topics } = this.#parts.filter;
    if (sessionId !== undefined && event.sessionId !== sessionId) return;
    if (topics !== undefined && !topics.includes(event.topic)) return;
    this.write(event.text);
  }

  /** Sends something whatever the reader wants. */
  write(text: string): void {
    const controller = this.#controller;
    if (controller === undefined) return;
    const chunk = this.#encoder.encode(text);
    const room = controller.desiredSize ?? 0;
    const isEmpty = room === this.#parts.bufferBytes;
    // One event that is larger than the limit is sent all the same: only what piles up is the reader's fault.
    if (isEmpty || room >= chunk.byteLength) controller.enqueue(chunk);
    else this.#drop(controller);
  }

  /** Ends the stream after what was written. */
  close(): void {
    this.#controller?.close();
    this.#end();
  }

  #drop(controller: ReadableStreamDefaultController<Uint8Array>): void {
    const { hangUp } = this.#parts;
    this.#end();
    // A connection that is gone cancels the stream; an error would be printed by the HTTP library.
    if (hangUp === undefined) controller.error(new Error("The reader did not read in time."));
    else hangUp();
  }

  #end(): void {
    if (this.#controller === undefined) return;
    this.#controller = undefined;
    this.#parts.onEnd(this);
  }
}
