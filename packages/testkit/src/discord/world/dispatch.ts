import type { BotAccount } from "./bot-account.ts";

/** One event for the gateway, before it is known who gets it. */
export interface Dispatch {
  /** Its name on the wire, such as `MESSAGE_CREATE`. */
  readonly name: string;
  /** Decides the shard; events without a guild go to shard 0. */
  readonly guildId: string | undefined;
  /** What a bot with these intents gets; `undefined` for nothing. */
  readonly dataFor: (bot: BotAccount, intents: number) => object | undefined;
}
