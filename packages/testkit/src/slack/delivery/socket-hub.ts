import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { Socket } from "node:net";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { slackLimits } from "../limits.ts";
import { fieldOf, parseJson, textOf } from "../read.ts";
import type { SlackWorld } from "../world/slack-world.ts";
import { AppSocket, type DisconnectReason } from "./app-socket.ts";

/** How long the end of the server waits for clients to answer a close, in milliseconds of real time. */
const closePatience = 200;

/** What a test may do to sockets that open; for the faults. */
export interface SocketPolicy {
  /** Whether the next socket is refused; asked once per try. */
  refuses(): boolean;
  /** Whether an acknowledgement is lost on its way; asked once per acknowledgement. */
  losesAcknowledgement(): boolean;
}

/** Every socket of Socket Mode: gives out URLs that open one socket each, and keeps account. */
export class SocketHub {
  /** Every socket that was ever open, in order. */
  readonly sockets: AppSocket[] = [];
  /** Tries to open a socket that were turned down: unknown or used URLs, and those that a test refused. */
  refusals = 0;
  readonly #world: SlackWorld;
  readonly #policy: SocketPolicy;
  readonly #server = new WebSocketServer({ noServer: true, autoPong: false });
  readonly #tickets = new Map<string, string>();
  readonly #arrivals = new Set<() => void>();
  #turn = 0;

  constructor(world: SlackWorld, policy: SocketPolicy) {
    this.#world = world;
    this.#policy = policy;
  }

  /** A URL that opens one socket of the app, once. */
  issueUrl(appId: string): string {
    const ticket = this.#world.ids.secret("ticket-");
    this.#tickets.set(ticket, appId);
    return `${this.#world.origin.replace("http", "ws")}/link/?ticket=${ticket}&app_id=${appId}`;
  }

  /** The sockets that are open, of one app or of all. */
  open(appId?: string): readonly AppSocket[] {
    return this.sockets.filter((socket) => socket.isOpen && (appId === undefined || socket.appId === appId));
  }

  /** The socket that gets the next event: each open one in turn. Silent ones get theirs too, since Slack cannot tell. */
  next(appId: string, exceptId?: string): AppSocket | undefined {
    const open = this.open(appId).filter((socket) => !socket.isLeaving && socket.id !== exceptId);
    this.#turn += 1;
    return open[this.#turn % open.length] ?? open[0];
  }

  /** Waits for a socket to deliver over, if possible not that of the last try; undefined when the signal aborts first. */
  async available(appId: string, signal: AbortSignal, lastId?: string): Promise<AppSocket | undefined> {
    while (!signal.aborted) {
      const socket = this.next(appId, lastId) ?? this.next(appId);
      if (socket !== undefined) return socket;
      await new Promise<void>((resolve) => {
        const end = () => {
          this.#arrivals.delete(end);
          signal.removeEventListener("abort", end);
          resolve();
        };
        this.#arrivals.add(end);
        signal.addEventListener("abort", end, { once: true });
      });
    }
    return undefined;
  }

  /** Takes over a request to open a socket. */
  upgrade(request: IncomingMessage, connection: Duplex, head: Buffer): void {
    const ticket = new URL(request.url ?? "/", this.#world.origin).searchParams.get("ticket") ?? "";
    const appId = this.#tickets.get(ticket);
    this.#tickets.delete(ticket);
    if (!(connection instanceof Socket)) return void connection.destroy();
    if (appId === undefined) {
      this.#turnDown("a used or unknown URL");
      return void connection.end("HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
    }
    if (this.#policy.refuses()) {
      this.#turnDown("a scripted refusal");
      return void connection.resetAndDestroy();
    }
    this.#server.handleUpgrade(request, connection, head, (socket) => this.#welcome(appId, socket, connection));
  }

  /** Asks the client of a socket to leave. But for a mere warning, the socket is closed when it is still there later. */
  dismiss(socket: AppSocket, reason: DisconnectReason): void {
    socket.disconnect(reason);
    if (reason !== "warning") this.#world.later(slackLimits.leaveTime, () => socket.close());
  }

  /** Closes every socket, and ends those whose clients do not answer at once. */
  async close(): Promise<void> {
    const open = this.open();
    for (const socket of open) socket.close(1001);
    const patience = Promise.withResolvers<void>();
    const timer = setTimeout(patience.resolve, closePatience);
    await Promise.race([Promise.all(open.map(({ gone }) => gone)), patience.promise]);
    clearTimeout(timer);
    for (const socket of this.open()) {
      socket.terminate();
      socket.end(1006, this.#world.clock.now());
    }
    this.#server.close();
  }

  #turnDown(why: string): void {
    this.refusals += 1;
    this.#world.notices.tell(`a socket was refused: ${why}`);
  }

  #welcome(appId: string, webSocket: WebSocket, raw: Socket): void {
    const { clock, ids, notices } = this.#world;
    const socket = new AppSocket(ids.next("S"), appId, clock.now(), webSocket, raw);
    const others = this.open(appId).length;
    this.sockets.push(socket);
    webSocket.on("error", () => undefined);
    webSocket.on("ping", (data) => {
      socket.counts.pings += 1;
      if (!socket.isSilent) webSocket.pong(data);
    });
    webSocket.on("message", (data, isBinary) => this.#receive(socket, data, isBinary));
    webSocket.on("close", (code) => {
      socket.end(code, clock.now());
      notices.tell(`socket ${socket.id} closed with ${code}`);
    });
    notices.tell(`socket ${socket.id} opened`);
    if (others >= slackLimits.sockets) {
      this.dismiss(socket, "too_many_websockets");
      return;
    }
    socket.send(hello(appId, others + 1));
    for (const arrival of this.#arrivals) arrival();
  }

  #receive(socket: AppSocket, data: RawData, isBinary: boolean): void {
    if (isBinary || socket.isSilent || !Buffer.isBuffer(data)) return;
    const frame = parseJson(data.toString("utf8"));
    const envelopeId = textOf(fieldOf(frame, "envelope_id"));
    if (envelopeId === undefined) return;
    const isLost = this.#policy.losesAcknowledgement();
    if (!isLost) socket.acknowledge(envelopeId, fieldOf(frame, "payload"));
    this.#world.notices.tell(`socket ${socket.id} acknowledged ${envelopeId}${isLost ? ", which got lost" : ""}`);
  }
}

function hello(appId: string, connections: number): object {
  return {
    type: "hello",
    num_connections: connections,
    debug_info: { host: "applink-testkit", build_number: 1, approximate_connection_time: 18_060 },
    connection_info: { app_id: appId },
  };
}
