/** What the gateway tells clients before they log in. */
export interface GatewayOptions {
  /**
   * How often a client should send a heartbeat, in milliseconds. 41,250 is what Discord says today.
   * @default 41_250
   */
  readonly heartbeatMilliseconds?: number | undefined;
  /**
   * How many shards `GET /gateway/bot` recommends.
   * @default 1
   */
  readonly shards?: number | undefined;
  /**
   * Logins that a bot has left of its 1,000 a day (Discord, "Gateway", Session Start Limit).
   * @default 1_000
   */
  readonly remainingStarts?: number | undefined;
  /**
   * How many shards may log in within 5 s. The gateway tells it and does not insist on it.
   * @default 1
   */
  readonly maxConcurrency?: number | undefined;
}

/** What holds where nothing is said. */
export const defaultGatewayOptions: Readonly<{
  heartbeatMilliseconds: number;
  shards: number;
  remainingStarts: number;
  maxConcurrency: number;
}> = Object.freeze({ heartbeatMilliseconds: 41_250, shards: 1, remainingStarts: 1_000, maxConcurrency: 1 });
