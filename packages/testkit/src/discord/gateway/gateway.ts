import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { Socket } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import type { World } from "../world/world.ts";
import { GatewayConnection } from "./gateway-connection.ts";
import { type GatewayOptions, defaultGatewayOptions } from "./gateway-options.ts";
import type { GatewaySession } from "./gateway-session.ts";
import { GatewaySessions } from "./gateway-sessions.ts";

/** The websocket side of the server, and what was seen there. */
export class Gateway {
  /** Every socket that was ever opened, in order. */
  readonly connections: GatewayConnection[] = [];
  /** For the server and its faults. */
  readonly sessionBook: GatewaySessions;
  /** How many sockets were turned away by `faults.refuseConnections`. */
  refused = 0;
  /** While true, sockets are reset instead of opened. */
  isRefusing = false;
  readonly #world: World;
  readonly #server: WebSocketServer = new WebSocketServer({ noServer: true });

  constructor(world: World, options: GatewayOptions) {
    this.#world = world;
    const given = Object.entries(options).filter(([, value]) => value !== undefined);
    this.sessionBook = new GatewaySessions(world, { ...defaultGatewayOptions, ...Object.fromEntries(given) });
  }

  /** Sockets that are open now. */
  get openConnections(): readonly GatewayConnection[] {
    return this.connections.filter(({ isOpen }) => isOpen);
  }

  /** Every login, in order. */
  get sessions(): readonly GatewaySession[] {
    return this.sessionBook.all;
  }

  /** How many times a client logged in anew. */
  get identifies(): number {
    return this.sessionBook.identifies;
  }

  /** How many times a client took up a session again. */
  get resumes(): number {
    return this.sessionBook.resumes;
  }

  /** Takes the upgrades of an HTTP server. For the server. */
  attach(server: Server): void {
    server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (this.isRefusing) return this.#refuse(socket);
      this.#server.handleUpgrade(request, socket, head, (client) => this.#open(client, request));
    });
  }

  /** Ends every socket at once. For the server. */
  close(): void {
    for (const client of this.#server.clients) client.terminate();
    this.#server.close();
  }

  #open(client: WebSocket, request: IncomingMessage): void {
    this.connections.push(new GatewayConnection(client, request, this.#world, this.sessionBook));
    this.#world.notices.tell("gateway opened");
  }

  #refuse(socket: Duplex): void {
    this.refused += 1;
    if (socket instanceof Socket) socket.resetAndDestroy();
    else socket.destroy();
    this.#world.notices.tell("gateway refused a socket");
  }
}
