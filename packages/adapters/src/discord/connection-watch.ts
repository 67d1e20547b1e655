import type { ChannelReport, Clock, Timer } from "@keyturn/core";
import type { MadeClient } from "./client.ts";
import type { ShardStates } from "./shard-states.ts";

/** How often the connection is looked at, in milliseconds. */
const watchMilliseconds = 30_000;

/**
 * How long nothing may be heard of Discord, in milliseconds: its heartbeats come every 41 s; and how long the library may
 * try to connect again by itself.
 */
const silenceMilliseconds = 150_000;

/** Looks after a connection: one that is dead for long is told, whatever the library says of it. */
export class ConnectionWatch {
  readonly #clock: Clock;
  #timer: Timer | undefined;
  #hasEnded = false;
  #lastEventAt: number | undefined;
  #readyAt: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** When something was last heard of Discord, in milliseconds since 1970. */
  get lastEventAt(): number | undefined {
    return this.#lastEventAt;
  }

  /** Something was heard of Discord. */
  hear(): void {
    this.#lastEventAt = this.#clock.now();
  }

  /**
   * Looks from now on. A connection that is silent for long is dead, and one that does not come back for long may never do:
   * it is reported as failed, so that the channel is started anew.
   */
  begin(made: () => MadeClient | undefined, states: ShardStates, report: (news: ChannelReport) => void): void {
    this.#timer = this.#clock.startTimer(watchMilliseconds, () => {
      if (this.#hasEnded) return;
      if (hasHeartbeat(made())) this.hear();
      const now = this.#clock.now();
      if (states.areReady || states.advice !== undefined) this.#readyAt = now;
      const silence = now - Math.min(this.#lastEventAt ?? now, this.#readyAt ?? now);
      if (silence > silenceMilliseconds && states.advice === undefined) {
        const what = states.areReady ? "Nothing was heard of Discord" : "Discord's gateway was away";
        report({ state: "failed", reason: `${what} for ${Math.round(silence / 1_000)} s.` });
      }
      this.begin(made, states, report);
    });
  }

  /** Looks no more. */
  end(): void {
    this.#hasEnded = true;
    this.#timer?.cancel();
  }
}

/** Whether every shard got an answer to a heartbeat since the last look. */
function hasHeartbeat(made: MadeClient | undefined): boolean {
  const since = Date.now() - silenceMilliseconds;
  const shards = [...(made?.client.ws.shards.values() ?? [])];
  return shards.length > 0 && shards.every(({ lastPingTimestamp }) => lastPingTimestamp > since);
}
