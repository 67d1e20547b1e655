import type { Gateway } from "../gateway/gateway.ts";
import type { GatewayConnection } from "../gateway/gateway-connection.ts";
import { GatewayOpcodes } from "discord-api-types/v10";
import { guildCreateEvent, guildDeleteEvent } from "../present/guild-events.ts";
import type { Guild } from "../world/guild.ts";
import type { World } from "../world/world.ts";
import { type NextFault, OrderedFault } from "./request-fault.ts";

/** Everything that can go wrong, one call each. Those without an argument for it meet every open socket. */
export class Faults {
  readonly #world: World;
  readonly #gateway: Gateway;
  readonly #ordered: OrderedFault[] = [];

  constructor(world: World, gateway: Gateway) {
    this.#world = world;
    this.#gateway = gateway;
  }

  /**
   * The next requests that match go wrong. Of several faults that match, the one that was ordered first comes first.
   * @returns what tells how often it happened, and calls it off.
   */
  next(fault: NextFault): OrderedFault {
    const ordered = new OrderedFault(fault);
    this.#ordered.push(ordered);
    return ordered;
  }

  /** The fault for a request, counted. For the server. */
  take(request: Parameters<OrderedFault["fits"]>[0]): NextFault | undefined {
    const ordered = this.#ordered.find((one) => one.fits(request));
    if (ordered === undefined) return undefined;
    ordered.hits += 1;
    return ordered.fault;
  }

  /** Cuts the TCP connections: clients see 1006. */
  dropConnections(): void {
    for (const connection of this.#open) connection.drop();
  }

  /** Closes with a code, such as 4000, 4004 or 1000. */
  closeConnections(code: number, reason?: string): void {
    for (const connection of this.#open) connection.close(code, reason);
  }

  /** Sends op 9: the session is over, or with `isResumable` may be taken up again. */
  invalidateSessions(isResumable = false): void {
    for (const connection of this.#open) connection.invalidate(isResumable);
  }

  /** Sends op 7: the client should reconnect and resume. */
  askToReconnect(): void {
    for (const connection of this.#open) connection.sendFrame({ op: GatewayOpcodes.Reconnect, d: null });
  }

  /** Resets each new socket instead of opening it. @returns what lets them in again. */
  refuseConnections(): () => void {
    this.#gateway.isRefusing = true;
    return () => {
      this.#gateway.isRefusing = false;
    };
  }

  /** Opens sockets and says nothing (no op 10). @returns what says hello to new ones again. */
  withholdHello(): () => void {
    this.#gateway.sessionBook.saysHello = false;
    return () => {
      this.#gateway.sessionBook.saysHello = true;
    };
  }

  /** Leaves logins and resumes without an answer. @returns what answers new ones again. */
  ignoreLogins(): () => void {
    this.#gateway.sessionBook.answersLogins = false;
    return () => {
      this.#gateway.sessionBook.answersLogins = true;
    };
  }

  /** Leaves heartbeats without an answer. @returns what answers them again. */
  ignoreHeartbeats(): () => void {
    this.#gateway.sessionBook.acknowledgesHeartbeats = false;
    return () => {
      this.#gateway.sessionBook.acknowledgesHeartbeats = true;
    };
  }

  /** Asks for a heartbeat at once (op 1). */
  askForHeartbeat(): void {
    for (const connection of this.#open) connection.sendFrame({ op: GatewayOpcodes.Heartbeat, d: null });
  }

  /** Sends the newest event, or the newest of that name, a second time. @returns how many clients got one. */
  repeatEvent(name?: string): number {
    return this.#open.filter(({ session }) => session?.repeat(name) === true).length;
  }

  /** Sends a text that is no frame: cut JSON by default. */
  sendMalformed(text = '{"op":0,"t":"MESSAGE_CREATE","s":'): void {
    for (const connection of this.#open) connection.sendText(text);
  }

  /** Takes a guild out of order. @returns what brings it back. */
  makeUnavailable(guild: Guild): () => void {
    guild.isUnavailable = true;
    this.#world.emit(guildDeleteEvent(guild));
    return () => {
      guild.isUnavailable = false;
      this.#world.emit(guildCreateEvent(guild, this.#world));
    };
  }

  get #open(): readonly GatewayConnection[] {
    return this.#gateway.openConnections;
  }
}
