import { type Clock, type Timer, pause } from "@keyturn/core";
import { type RawData, WebSocket } from "ws";
import { z } from "zod";

/** Longest time from the opening of a socket to Slack's hello, in milliseconds. */
const helloMilliseconds = 10_000;

/** How often the peer is asked for a sign of life, in milliseconds, and how long it may be silent. */
const pingMilliseconds = 10_000;
const silenceMilliseconds = 30_000;

/** Longest time that a socket stays open for what is to be acknowledged, in milliseconds: Slack waits three seconds for that. */
const leaveMilliseconds = 3_000;

const frameSchema: z.ZodType<SocketFrame> = z.object({
  type: z.string(),
  envelope_id: z.string().optional(),
  reason: z.string().optional(),
  payload: z.unknown().optional(),
  retry_attempt: z.number().optional().catch(undefined),
  retry_reason: z.string().optional().catch(undefined),
});

/** A frame that Slack sent. */
export interface SocketFrame {
  readonly type: string;
  readonly envelope_id?: string | undefined;
  readonly reason?: string | undefined;
  readonly payload?: unknown;
  readonly retry_attempt?: number | undefined;
  readonly retry_reason?: string | undefined;
}

/** How a socket came to be of no further use. `leave` is Slack's wish: it is still open and still brings events. */
export type SocketEnd = { readonly kind: "closed" } | { readonly kind: "leave"; readonly reason: string };

/** What a socket is made with. */
export interface SocketLinkParts {
  readonly clock: Clock;
  /** An envelope came. */
  readonly onEnvelope: (frame: SocketFrame, link: SocketLink) => void;
  /** Anything came, a pong included. @param pingMilliseconds how long it took, when it was a pong. */
  readonly onLife: (pingMilliseconds?: number) => void;
}

/** Slack asked the socket to leave before it had begun. */
export class SocketRefusedError extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(`Slack turned the socket down: ${reason}.`);
    this.reason = reason;
  }
}

/** One WebSocket of Socket Mode. */
export class SocketLink {
  /** Settles once: when it is closed, or Slack wants it to be left. */
  readonly ended: Promise<SocketEnd>;
  readonly closed: Promise<void>;
  readonly #socket: WebSocket;
  readonly #parts: SocketLinkParts;
  readonly #hello = Promise.withResolvers<void>();
  readonly #end = Promise.withResolvers<SocketEnd>();
  readonly #closing = Promise.withResolvers<void>();
  /** Envelopes that are not acknowledged. */
  readonly #taken = new Set<string>();
  #isLeaving = false;
  #lastHeard: number;
  #pingedAt: number | undefined;
  #watch: Timer | undefined;

  private constructor(url: string, parts: SocketLinkParts) {
    this.#parts = parts;
    this.ended = this.#end.promise;
    this.closed = this.#closing.promise;
    this.#lastHeard = parts.clock.monotonic();
    this.#socket = new WebSocket(url, { handshakeTimeout: helloMilliseconds });
    this.#socket.on("message", (data, isBinary) => this.#receive(data, isBinary));
    this.#socket.on("ping", () => this.#hear());
    this.#socket.on("pong", () => this.#hearPong());
    this.#socket.on("error", (error) => this.#hello.reject(error));
    this.#socket.on("close", () => this.#close());
    // Whoever has waited for the hello has been told.
    this.#hello.promise.catch(() => undefined);
  }

  /**
   * Opens a socket; resolves with Slack's hello.
   * @throws SocketRefusedError when Slack does not want it; an Error when there is no connection, or no hello.
   */
  static async open(url: string, parts: SocketLinkParts, signal: AbortSignal): Promise<SocketLink> {
    const link = new SocketLink(url, parts);
    const patience = new AbortController();
    const late = pause(parts.clock, helloMilliseconds, AbortSignal.any([signal, patience.signal]));
    try {
      const outcome = await Promise.race([link.#hello.promise, late.then(() => "late" as const)]);
      if (outcome === "late") throw new Error("Slack did not greet the socket in time.");
      // It may have been greeted and closed in one breath.
      if (link.isOpen) link.#watchOver();
      return link;
    } catch (error) {
      link.cut();
      throw error;
    } finally {
      patience.abort();
    }
  }

  /** Whether events are to be expected over it. One that Slack wants to be left is open until it is left. */
  get isOpen(): boolean {
    return !this.#isLeaving && this.#socket.readyState === WebSocket.OPEN;
  }

  /** Closes it as soon as nothing that came over it is still to be acknowledged: Slack would send that again. */
  leave(): void {
    this.#isLeaving = true;
    if (this.#taken.size === 0 || this.#socket.readyState !== WebSocket.OPEN) return this.close();
    this.#watch?.cancel();
    this.#watch = this.#parts.clock.startTimer(leaveMilliseconds, () => this.close());
  }

  /** Acknowledges an envelope. What cannot be acknowledged any more comes again over another socket. */
  acknowledge(envelopeId: string, payload?: unknown): void {
    this.#taken.delete(envelopeId);
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify({ envelope_id: envelopeId, ...(payload !== undefined && { payload }) }));
    if (this.#isLeaving && this.#taken.size === 0) this.close();
  }

  /** Closes it in order. */
  close(): void {
    this.#watch?.cancel();
    this.#socket.close(1000);
  }

  /** Ends it at once. */
  cut(): void {
    this.#watch?.cancel();
    this.#socket.terminate();
  }

  #receive(data: RawData, isBinary: boolean): void {
    this.#hear();
    if (isBinary || !Buffer.isBuffer(data)) return;
    const frame = readFrame(data.toString("utf8"));
    if (frame === undefined) return;
    if (frame.type === "hello") this.#hello.resolve();
    else if (frame.type === "disconnect") {
      const reason = frame.reason ?? "unknown";
      this.#hello.reject(new SocketRefusedError(reason));
      this.#end.resolve({ kind: "leave", reason });
    } else if (frame.envelope_id !== undefined) {
      this.#taken.add(frame.envelope_id);
      this.#parts.onEnvelope(frame, this);
    }
  }

  #hear(pingMilliseconds?: number): void {
    this.#lastHeard = this.#parts.clock.monotonic();
    this.#parts.onLife(pingMilliseconds);
  }

  #hearPong(): void {
    const { clock } = this.#parts;
    this.#hear(this.#pingedAt === undefined ? undefined : clock.monotonic() - this.#pingedAt);
    this.#pingedAt = undefined;
  }

  #close(): void {
    this.#watch?.cancel();
    this.#hello.reject(new Error("The socket was closed before Slack greeted it."));
    this.#end.resolve({ kind: "closed" });
    this.#closing.resolve();
  }

  /** A peer that is silent for long is gone, whatever the system says of the connection. */
  #watchOver(): void {
    const { clock } = this.#parts;
    this.#watch = clock.startTimer(pingMilliseconds, () => {
      if (clock.monotonic() - this.#lastHeard >= silenceMilliseconds) return this.cut();
      this.#pingedAt ??= clock.monotonic();
      if (this.#socket.readyState === WebSocket.OPEN) this.#socket.ping();
      this.#watchOver();
    });
  }
}

function readFrame(text: string): SocketFrame | undefined {
  try {
    return frameSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
