import type { ChannelReport } from "@keyturn/core";
import { Events, type Client } from "discord.js";
import { adviceForClose } from "./fatal-close.ts";

type ShardState = { readonly kind: "ready" | "connecting" } | { readonly kind: "dead"; readonly advice: string };

/**
 * What the shards of a client are at, from their own events: after a fatal close the client itself calls itself ready for
 * ever, and nothing is thrown.
 */
export class ShardStates {
  readonly #states = new Map<number, ShardState>();
  readonly #report: (news: ChannelReport) => void;
  /** What is well and yet worth telling. */
  readonly #note: string | undefined;
  #wasReady = false;

  /** @param note told together with `connected`. */
  constructor(client: Client, report: (news: ChannelReport) => void, note: string | undefined) {
    this.#report = report;
    this.#note = note;
    client.on(Events.ShardReady, (id) => this.#set(id, { kind: "ready" }));
    client.on(Events.ShardResume, (id) => this.#set(id, { kind: "ready" }));
    client.on(Events.ShardReconnecting, (id) => this.#set(id, { kind: "connecting" }));
    client.on(Events.ShardDisconnect, ({ code }, id) => {
      const advice = adviceForClose(code) ?? `Discord closed the connection for good (${code}).`;
      this.#set(id, { kind: "dead", advice });
    });
  }

  get areReady(): boolean {
    return this.#states.size > 0 && [...this.#states.values()].every(({ kind }) => kind === "ready");
  }

  #set(id: number, state: ShardState): void {
    this.#states.set(id, state);
    const dead = [...this.#states.values()].find((one) => one.kind === "dead");
    if (dead !== undefined) this.#report({ state: "misconfigured", reason: dead.advice });
    else if (this.areReady) this.#report({ state: "connected", reason: this.#note });
    // Before the first time the channel is starting, and whoever starts it knows.
    else if (this.#wasReady)
      this.#report({ state: "reconnecting", reason: "Discord's gateway is being connected again." });
    this.#wasReady ||= this.areReady;
  }
}
