import { EventEmitter } from "node:events";
import { SimpleShardingStrategy } from "discord.js";

type Manager = ConstructorParameters<typeof SimpleShardingStrategy>[0];

/** What a shard does by itself, without anybody who would hear of a failure: a rejection of it would end the process. */
const unwatched = ["onMessage", "onClose", "internalConnect", "heartbeat"];

/** States of a WebSocket (WHATWG, "WebSockets", the attribute readyState). */
const socketStates = { connecting: 0, open: 1 } as const;

/** The shards of one client, with what discord.js's own strategy leaves open mended. */
export class GuardedShards extends SimpleShardingStrategy {
  readonly #onTrouble: (error: unknown) => void;
  /** Those that are over included: the library forgets them before their sockets are closed. */
  readonly #all: object[] = [];
  #isOver = false;

  /** @param onTrouble told what went wrong in a shard by itself, such as a frame that makes no sense. */
  constructor(manager: Manager, onTrouble: (error: unknown) => void) {
    super(manager);
    this.#onTrouble = onTrouble;
  }

  override async spawn(shardIds: number[]): Promise<void> {
    await super.spawn(shardIds);
    // The library keeps its shards to itself.
    const shards: unknown = Reflect.get(this, "shards");
    const spawned = shards instanceof Map ? [...shards.values()].filter((shard) => typeof shard === "object") : [];
    for (const shard of spawned) this.#guard(shard);
    this.#all.push(...spawned);
    if (this.#isOver) this.forbidConnecting();
  }

  /**
   * Makes sure that a client which was told to end does not come back. discord.js 14 connects a shard again that was
   * waiting for its session when the client was destroyed, and shards that it had not made yet: it then hears messages as
   * if nothing had been. So no shard may connect any more, whoever asks it to.
   */
  forbidConnecting(): void {
    this.#isOver = true;
    for (const shard of this.#all) replace(shard, "internalConnect", () => () => Promise.resolve());
  }

  /** Cuts what a destroyed client has left open: a peer that does not answer would keep its socket for minutes. */
  cutConnections(): void {
    for (const shard of this.#all) cut(Reflect.get(shard, "connection"));
  }

  #guard(shard: object): void {
    for (const name of unwatched) {
      replace(shard, name, (method) => async (...values) => {
        try {
          return await method(...values);
        } catch (error) {
          return this.#onTrouble(error);
        }
      });
    }
    // Of several frames that come at once, one may end the socket while the library is about to take up its session there: it
    // would then believe itself busy, and never connect again.
    for (const name of ["resume", "identify"]) {
      replace(
        shard,
        name,
        (method) =>
          (...values) =>
            isOpen(shard) ? method(...values) : Promise.resolve(),
      );
    }
    let ending: unknown;
    // The library stops listening to a socket that it lets go of: an error that comes then would end the process; and one
    // that is not open yet would open later, and stay.
    replace(shard, "destroy", (method) => (...values) => {
      // A second end, for a wait that the first broke off, would keep the first from hearing that the socket is closed.
      if (ending !== undefined) return ending;
      const connection: unknown = Reflect.get(shard, "connection");
      if (connection instanceof EventEmitter) connection.on("error", () => undefined);
      const isOpening = readyState(connection) === socketStates.connecting;
      const destroyed = method(...values);
      if (this.#isOver) ending = destroyed;
      if (isOpening) cut(connection);
      return destroyed;
    });
  }
}

type Method = (...values: unknown[]) => unknown;

/** Puts another method into the place of one of the library's own. */
function replace(object: object, name: string, wrap: (method: Method) => Method): void {
  const method: unknown = Reflect.get(object, name);
  if (typeof method !== "function") return;
  const value = wrap((...values) => Reflect.apply(method, object, values));
  Object.defineProperty(object, name, { value, configurable: true });
}

function readyState(connection: unknown): unknown {
  return typeof connection === "object" && connection !== null ? Reflect.get(connection, "readyState") : undefined;
}

function isOpen(shard: object): boolean {
  return readyState(Reflect.get(shard, "connection")) === socketStates.open;
}

function cut(connection: unknown): void {
  if (typeof connection !== "object" || connection === null) return;
  const terminate: unknown = Reflect.get(connection, "terminate");
  if (typeof terminate === "function") Reflect.apply(terminate, connection, []);
}
