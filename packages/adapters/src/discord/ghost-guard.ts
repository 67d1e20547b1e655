import type { SimpleShardingStrategy } from "discord.js";

/**
 * Makes sure that a client which was told to end does not come back. discord.js 14 connects a shard again that was waiting
 * for its session when the client was destroyed: it then hears messages as if nothing had been. So no shard may connect
 * any more, whoever asks it to.
 */
export function forbidConnecting(strategy: SimpleShardingStrategy | undefined): void {
  for (const shard of shardsOf(strategy)) {
    Object.defineProperty(shard, "internalConnect", { value: () => Promise.resolve(), configurable: true });
  }
}

/** Cuts what a destroyed client has left open: a peer that does not answer would keep its socket for minutes. */
export function cutConnections(strategy: SimpleShardingStrategy | undefined): void {
  for (const shard of shardsOf(strategy)) {
    const connection: unknown = Reflect.get(shard, "connection");
    if (typeof connection !== "object" || connection === null) continue;
    const terminate: unknown = Reflect.get(connection, "terminate");
    if (typeof terminate === "function") Reflect.apply(terminate, connection, []);
  }
}

/** The library keeps its shards to itself. */
function shardsOf(strategy: SimpleShardingStrategy | undefined): readonly object[] {
  const shards: unknown = strategy === undefined ? undefined : Reflect.get(strategy, "shards");
  return shards instanceof Map ? [...shards.values()].filter((shard) => typeof shard === "object") : [];
}
