import type { ChannelReport } from "@keyturn/core";
import { type Client, Events, GatewayCloseCodes } from "discord.js";
import { adviceForClose } from "./fatal-close.ts";

type ShardState =
  | { readonly kind: "ready" | "connecting" }
  | { readonly kind: "dead"; readonly advice: string }
  /** Dead as it is, and alive again when the channel is started anew. */
  | { readonly kind: "curable"; readonly reason: string };

/** What shards are watched with. */
export interface ShardStatesParts {
  readonly client: Client;
  /** Whether the client asks for message content, and can do without it. */
  readonly hasContent: boolean;
  /** Told of what happens after the shards have been ready: before that, whoever starts them asks. */
  readonly report: (news: ChannelReport) => void;
  /** What is well and yet worth telling, together with `connected`. */
  readonly note: string | undefined;
}

/**
 * What the shards of a client are at, from their own events: after a fatal close the client itself calls itself ready for
 * ever, and nothing is thrown.
 */
export class ShardStates {
  readonly #states = new Map<number, ShardState>();
  readonly #parts: ShardStatesParts;
  #advice: string | undefined;
  #wasReady = false;

  constructor(parts: ShardStatesParts) {
    this.#parts = parts;
    const { client, hasContent } = parts;
    client.on(Events.ShardReady, (id) => this.#set(id, { kind: "ready" }));
    client.on(Events.ShardResume, (id) => this.#set(id, { kind: "ready" }));
    client.on(Events.ShardReconnecting, (id) => this.#set(id, { kind: "connecting" }));
    client.on(Events.ShardDisconnect, ({ code }, id) => {
      const advice = adviceForClose(code) ?? `Discord closed the connection for good (${code}).`;
      const isCurable = hasContent && code === Number(GatewayCloseCodes.DisallowedIntents);
      this.#set(id, isCurable ? { kind: "curable", reason: advice } : { kind: "dead", advice });
    });
  }

  /** Nothing will work before operators have done something, whatever the shards say. */
  condemn(advice: string): void {
    if (this.#advice !== undefined) return;
    this.#advice = advice;
    if (this.#wasReady) this.tell();
  }

  get areReady(): boolean {
    return this.#states.size > 0 && [...this.#states.values()].every(({ kind }) => kind === "ready");
  }

  /** What operators are to do before it makes sense to connect again; undefined when that is nothing. */
  get advice(): string | undefined {
    return this.#advice ?? [...this.#states.values()].find((state) => state.kind === "dead")?.advice;
  }

  /** Tells how they stand. */
  tell(): void {
    this.#parts.report(this.#news());
  }

  #set(id: number, state: ShardState): void {
    this.#states.set(id, state);
    if (this.#wasReady) this.tell();
    this.#wasReady ||= this.areReady;
  }

  #news(): ChannelReport {
    const { advice } = this;
    if (advice !== undefined) return { state: "misconfigured", reason: advice };
    const curable = [...this.#states.values()].find((state) => state.kind === "curable");
    if (curable !== undefined) return { state: "failed", reason: curable.reason };
    if (this.areReady) return { state: "connected", reason: this.#parts.note };
    return { state: "reconnecting", reason: "Discord's gateway is being connected again." };
  }
}
