import { createInstantRunner } from "@keyturn/testkit";
import type { Channel } from "@keyturn/testkit/discord";
import type { DiscordSettings } from "../src/discord/index.ts";
import { type Discord, type DiscordBot, type DiscordBotOptions, openDiscordBot } from "./discord-bot.ts";

/** As `DiscordBotOptions`, with settings that need not know the Discord. */
export type AnsweringBotOptions = Omit<DiscordBotOptions, "settings"> & {
  readonly settings?: Partial<DiscordSettings>;
};

/** A bot that answers each question at once, with "re: " and the question; a channel is one conversation. */
export function openAnsweringBot(options: AnsweringBotOptions = {}, prepare?: (discord: Discord) => void) {
  const settings = { scope: "channel", ...options.settings } as const;
  const bot = { turnRunner: createInstantRunner(), ...options.bot };
  return openDiscordBot({ ...options, settings, bot }, prepare);
}

/** What the bot said in a channel, in order, as it is to be seen. @param channel by default the first one */
export function saidBy({ account, general }: DiscordBot, channel: Channel = general): readonly string[] {
  return channel.visibleMessages.filter(({ author }) => author === account).map(({ content }) => content);
}
