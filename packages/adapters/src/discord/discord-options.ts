import { type ConversationScope, channelNameSchema, conversationScopes } from "@keyturn/core/channel-kit";
import { z } from "zod";

const snowflake = z.string().regex(/^\d{17,20}$/, "must be an id of Discord's: 17 to 20 digits");

/** What holds where nothing is set; what is not here has no default. */
export const discordDefaults: Omit<DiscordOptions, "token" | "guilds" | "channels" | "shardCount"> = Object.freeze({
  name: "discord",
  apiUrl: "https://discord.com/api",
  scope: "thread",
  listen: "mentions",
  bots: [],
  botHops: 3,
  messageContent: true,
  commandGuilds: [],
  shards: "auto",
  catchUpMinutes: 60,
  catchUpMessages: 100,
});

/**
 * How the bot behaves on Discord. Everything but the token has a default.
 */
export const discordOptionsSchema: z.ZodType<DiscordOptions, DiscordSettings> = z.strictObject({
  token: z.string().trim().min(1, "must be the bot's token"),
  name: channelNameSchema.default(discordDefaults.name),
  apiUrl: z.url({ protocol: /^https?$/ }).default(discordDefaults.apiUrl),
  scope: z.enum(conversationScopes).default(discordDefaults.scope),
  listen: z.enum(["mentions", "all"]).default(discordDefaults.listen),
  guilds: z.array(snowflake).optional(),
  channels: z.array(snowflake).optional(),
  bots: z.array(snowflake).default([]),
  botHops: z.number().int().min(1).max(100).default(discordDefaults.botHops),
  messageContent: z.boolean().default(discordDefaults.messageContent),
  commandGuilds: z.array(snowflake).default([]),
  shards: z.union([z.literal("auto"), z.array(z.number().int().min(0)).min(1)]).default("auto"),
  shardCount: z.number().int().min(1).optional(),
  catchUpMinutes: z.number().min(0).max(1_440).default(discordDefaults.catchUpMinutes),
  catchUpMessages: z.number().int().min(0).max(1_000).default(discordDefaults.catchUpMessages),
});

/** How the bot behaves on Discord, as it is set. */
export interface DiscordSettings {
  /** The bot's token. */
  readonly token: string;
  /** The channel's name in session keys and on the dashboard; several bots of one process need different ones. @default "discord" */
  readonly name?: string | undefined;
  /** Where Discord's API is, without the version. @default "https://discord.com/api" */
  readonly apiUrl?: string | undefined;
  /**
   * What a conversation is in a guild's channel: a thread that is opened from the question, the channel, or one person in
   * the channel. Direct messages are one conversation each.
   * @default "thread"
   */
  readonly scope?: ConversationScope | undefined;
  /** Which messages in a guild are for the bot: those that mention it or reply to it, or all. @default "mentions" */
  readonly listen?: "mentions" | "all" | undefined;
  /** The only guilds that it answers in. Default: all that it is in. */
  readonly guilds?: readonly string[] | undefined;
  /** The only channels of guilds, with their threads, that it answers in. Default: all that it may read. */
  readonly channels?: readonly string[] | undefined;
  /** Other bots that it answers. @default [] */
  readonly bots?: readonly string[] | undefined;
  /** Most messages of bots in a row that it answers in one channel: two bots would talk for ever. @default 3 */
  readonly botHops?: number | undefined;
  /** Whether to ask for what people write without mentioning the bot; a privileged intent. @default true */
  readonly messageContent?: boolean | undefined;
  /** Guilds that get the commands for themselves, where they are there at once. Default: commands are everywhere. */
  readonly commandGuilds?: readonly string[] | undefined;
  /** Which shards this process runs. @default "auto": as many as Discord recommends */
  readonly shards?: "auto" | readonly number[] | undefined;
  /** How many shards there are in all processes; needed where `shards` names some. */
  readonly shardCount?: number | undefined;
  /** How old a message may be that was missed and is answered all the same, in minutes; 0 answers none. @default 60 */
  readonly catchUpMinutes?: number | undefined;
  /** Most messages that are fetched in one channel after a gap. @default 100 */
  readonly catchUpMessages?: number | undefined;
}

/** How the bot behaves on Discord, with every default. */
export interface DiscordOptions {
  readonly token: string;
  readonly name: string;
  readonly apiUrl: string;
  readonly scope: ConversationScope;
  readonly listen: "mentions" | "all";
  readonly guilds?: readonly string[] | undefined;
  readonly channels?: readonly string[] | undefined;
  readonly bots: readonly string[];
  readonly botHops: number;
  readonly messageContent: boolean;
  readonly commandGuilds: readonly string[];
  readonly shards: "auto" | readonly number[];
  readonly shardCount?: number | undefined;
  readonly catchUpMinutes: number;
  readonly catchUpMessages: number;
}
