import { z } from "zod";
import type { DiscordBotConfiguration, DiscordConfiguration } from "./bot-configuration.ts";
import { Secret } from "./secret.ts";
import { channelName, oneOf, truth, webAddress, whole } from "./setting-forms.ts";

const snowflakes = z
  .array(z.string().regex(/^\d{17,20}$/))
  .max(1_000)
  .meta({ description: "a list of Discord's ids, each a text of 17 to 20 digits" });

const token = z
  .string()
  .regex(/^[\x21-\x7e]{1,512}$/)
  .meta({
    description: 'a bot\'s token as Discord shows it, without blanks and without "Bot" before it',
    isSecret: true,
  })
  .transform((value) => new Secret(value));

const shards = z
  .union([z.literal("auto"), z.array(z.int().min(0).max(100_000)).min(1)])
  .meta({ description: '"auto", or a list of numbers of shards from 0' });

/** What every bot on Discord may be given, but for its token and its name. */
const behaviour = {
  apiUrl: webAddress("https://discord.com/api").optional(),
  scope: oneOf("thread", "channel", "person").optional(),
  listen: oneOf("mentions", "all").optional(),
  guilds: snowflakes.optional(),
  channels: snowflakes.optional(),
  bots: snowflakes.optional(),
  botHops: whole(1, 100).optional(),
  messageContent: truth().optional(),
  commandGuilds: snowflakes.optional(),
  shards: shards.optional(),
  shardCount: whole(1, 100_000).optional(),
  catchUpMinutes: whole(0, 1_440).optional(),
  catchUpMessages: whole(0, 1_000).optional(),
};

const furtherBot: z.ZodType<DiscordBotConfiguration<Secret>> = z
  .strictObject({ token, ...behaviour })
  .meta({ description: "an object with token and further settings of a bot on Discord" });

/** The settings of Discord. */
export const discordSchema: z.ZodType<DiscordConfiguration<Secret>> = z
  .strictObject({
    token: token.optional(),
    name: channelName.optional(),
    ...behaviour,
    moreBots: z
      .record(channelName, furtherBot)
      .meta({ description: "bots by name, of 1 to 32 lower-case letters, digits or -, each with a token" })
      .optional(),
  })
  .meta({ description: "an object with token and further settings of Discord" });
