import type { Socket } from "node:net";
import type { WebSocket } from "ws";
import type { AttemptOutcome } from "./delivery.ts";

/** Why Slack asks a client to leave a socket (docs, "Using Socket Mode"). */
export type DisconnectReason = "warning" | "refresh_requested" | "too_many_websockets" | "link_disabled";

/** One WebSocket of an app in Socket Mode, seen from Slack's side. */
export class AppSocket {
  readonly id: string;
  readonly appId: string;
  /** When it opened and closed, in milliseconds since 1970. */
  readonly openedAt: number;
  closedAt: number | undefined = undefined;
  /** The close code; 1006 when the connection was cut. */
  closeCode: number | undefined = undefined;
  /** Envelopes that were sent, acknowledgements and pings that came. */
  readonly counts: { envelopes: number; acknowledgements: number; pings: number } = {
    envelopes: 0,
    acknowledgements: 0,
    pings: 0,
  };
  /** Set once Slack asked the client to leave: no more events come over this socket. */
  isLeaving = false;
  /** True for a peer that is there and says nothing. */
  isSilent = false;
  /** Resolves when it is closed. */
  readonly gone: Promise<void>;
  readonly #leave: () => void;
  readonly #socket: WebSocket;
  readonly #raw: Socket;
  readonly #unacknowledged = new Map<string, (outcome: AttemptOutcome) => void>();

  constructor(id: string, appId: string, openedAt: number, socket: WebSocket, raw: Socket) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.gone = promise;
    this.#leave = resolve;
    this.id = id;
    this.appId = appId;
    this.openedAt = openedAt;
    this.#socket = socket;
    this.#raw = raw;
  }

  get isOpen(): boolean {
    return this.closedAt === undefined;
  }

  /** Sends any text as a frame, valid or not. */
  sendText(text: string): void {
    if (!this.isSilent) this.#socket.send(text);
  }

  /** Sends a frame with this JSON. */
  send(frame: unknown): void {
    this.sendText(JSON.stringify(frame));
  }

  /** Sends an envelope; resolves when it is acknowledged, or when the socket is gone before that. */
  sendEnvelope(envelopeId: string, frame: unknown): Promise<AttemptOutcome> {
    const { promise, resolve } = Promise.withResolvers<AttemptOutcome>();
    this.#unacknowledged.set(envelopeId, resolve);
    this.counts.envelopes += 1;
    this.send(frame);
    return promise;
  }

  /** Tells the client to leave; after more than a warning, no event comes over this socket. For the server. */
  disconnect(reason: DisconnectReason): void {
    if (reason !== "warning") this.isLeaving = true;
    this.send({ type: "disconnect", reason, debug_info: { host: "applink-testkit" } });
  }

  /** Closes it as the protocol has it. */
  close(code = 1000): void {
    this.#socket.close(code);
  }

  /** Cuts the connection with a TCP reset, as a router that forgot it does. */
  reset(): void {
    this.#raw.resetAndDestroy();
  }

  /** From now on nothing goes out and nothing is read: pings stay without a pong, and no close is answered. */
  silence(): void {
    this.isSilent = true;
    this.#socket.pause();
  }

  /** For the server: an acknowledgement came. False when nothing waits for it. */
  acknowledge(envelopeId: string, answer: unknown): boolean {
    this.counts.acknowledgements += 1;
    const resolve = this.#unacknowledged.get(envelopeId);
    this.#unacknowledged.delete(envelopeId);
    resolve?.({ isAcknowledged: true, answer });
    return resolve !== undefined;
  }

  /** For the server: the socket is gone, and with it every envelope that was not acknowledged. */
  end(code: number, at: number): void {
    this.closedAt ??= at;
    this.closeCode ??= code;
    for (const resolve of this.#unacknowledged.values()) {
      resolve({ isAcknowledged: false, failure: "connection_failed" });
    }
    this.#unacknowledged.clear();
    this.#leave();
  }

  /** For the server: ends it without ceremony. */
  terminate(): void {
    this.#socket.terminate();
    this.#raw.destroy();
  }
}
