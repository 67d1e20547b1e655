import { GatewayOpcodes } from "discord-api-types/v10";
import type { BotAccount } from "../world/bot-account.ts";
import type { Dispatch } from "../world/dispatch.ts";

/** One frame that a session was or will be sent. */
export interface SentDispatch {
  readonly sequence: number;
  readonly name: string;
  readonly data: object;
}

/** Where a session's frames go while a socket is there. */
export interface DispatchOutlet {
  sendFrame(frame: object): void;
}

/** How many dispatches a session keeps for a resume. What falls out makes the session too old to resume. */
const replayLimit = 5_000;

/** One login of one shard. It outlives its socket, and keeps what happens until the client resumes. */
export class GatewaySession {
  readonly id: string;
  readonly bot: BotAccount;
  /** Bits of `GatewayIntentBits`, as identified. */
  readonly intents: number;
  readonly shard: readonly [id: number, count: number];
  /** Everything that it was sent, or will be when it resumes; the newest 5,000. */
  readonly dispatches: SentDispatch[] = [];
  /** Set once it cannot be resumed any more. */
  isInvalid = false;
  #outlet: DispatchOutlet | undefined;
  #sequence = 0;

  constructor(id: string, bot: BotAccount, intents: number, shard: readonly [id: number, count: number]) {
    this.id = id;
    this.bot = bot;
    this.intents = intents;
    this.shard = shard;
  }

  /** The number of the newest dispatch. */
  get sequence(): number {
    return this.#sequence;
  }

  /** Whether a socket serves it. */
  get isAttached(): boolean {
    return this.#outlet !== undefined;
  }

  /** From now on dispatches go there. */
  attach(outlet: DispatchOutlet): void {
    this.#outlet = outlet;
  }

  /** From now on dispatches are only kept, unless another outlet has taken over. */
  detach(outlet: DispatchOutlet): void {
    if (this.#outlet === outlet) this.#outlet = undefined;
  }

  /** Whether an event of that guild, or without a guild, belongs to this shard (Discord, "Gateway", Sharding). */
  covers(guildId: string | undefined): boolean {
    const [id, count] = this.shard;
    return guildId === undefined ? id === 0 : (BigInt(guildId) >> 22n) % BigInt(count) === BigInt(id);
  }

  /** Sends what the session's bot may hear of. */
  deliver(dispatch: Dispatch): void {
    if (this.isInvalid || !this.covers(dispatch.guildId)) return;
    const data = dispatch.dataFor(this.bot, this.intents);
    if (data !== undefined) this.send(dispatch.name, data);
  }

  /** Sends a dispatch under the next number. */
  send(name: string, data: object): void {
    this.#sequence += 1;
    const sent = { sequence: this.#sequence, name, data };
    this.dispatches.push(sent);
    if (this.dispatches.length > replayLimit) this.dispatches.shift();
    this.#write(sent);
  }

  /** Sends again what came after `sequence`; false when that is no longer known, or was never sent. */
  replay(sequence: number): boolean {
    const missed = this.dispatches.filter((sent) => sent.sequence > sequence);
    if (sequence > this.#sequence || missed.length !== this.#sequence - sequence) return false;
    for (const sent of missed) this.#write(sent);
    return true;
  }

  /** Sends the newest dispatch of that name a second time, under the same number. @returns whether there was one. */
  repeat(name?: string): boolean {
    const sent = this.dispatches.findLast((one) => name === undefined || one.name === name);
    if (sent !== undefined) this.#write(sent);
    return sent !== undefined;
  }

  #write({ sequence, name, data }: SentDispatch): void {
    this.#outlet?.sendFrame({ op: GatewayOpcodes.Dispatch, s: sequence, t: name, d: data });
  }
}
