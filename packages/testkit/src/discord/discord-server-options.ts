import type { Clock } from "@keyturn/core";
import type { GatewayOptions } from "./gateway/gateway-options.ts";
import type { RateLimit } from "./rest/rate-limits.ts";

/** How a Discord server is set up. Everything has a default. */
export interface DiscordServerOptions extends GatewayOptions {
  /**
   * What its times come from: ids, the 3 s and 15 min of interactions, rate limits, slow answers.
   * @default the machine's own clock
   */
  readonly clock?: Clock | undefined;
  /**
   * Whether its own answers are compared with Discord's description; requests always are.
   * @default true
   */
  readonly validate?: boolean | undefined;
  /**
   * Rate limits by method and route, such as `POST /channels/{channel_id}/messages`, counted per channel, guild or
   * webhook. Routes that are not named have limits that no test meets by chance.
   */
  readonly rateLimits?: Readonly<Record<string, RateLimit>> | undefined;
}

/** A bot to add. */
export interface NewBot {
  /** @default "bot", "bot2", … */
  readonly name?: string | undefined;
  /** What it logs in with. @default one that is made up, in the form of Discord's tokens */
  readonly token?: string | undefined;
  /**
   * The privileged intents that are switched on for it, as bits of `GatewayIntentBits`.
   * @default all three
   */
  readonly allowedIntents?: number | undefined;
}
