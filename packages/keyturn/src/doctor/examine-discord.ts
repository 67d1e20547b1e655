import { type DiscordBot, discordBotsOf } from "../discord/discord-bots.ts";
import { loadDiscord } from "../discord/load-discord.ts";
import { commandsOf } from "./bot-commands.ts";
import type { ExaminedService } from "./examine-service.ts";

/** What a bot finds on Discord. */
export const discordService: ExaminedService<DiscordBot> = {
  name: "Discord",
  whenOff: "It is off, for there is no token. Set DISCORD_TOKEN; docs/guides/discord.md says how.",
  botsOf: discordBotsOf,
  prepare: async (configuration, running) => {
    const { examineDiscord } = await loadDiscord();
    const commands = await commandsOf(configuration);
    return (settings) => examineDiscord({ settings, commands, isRunning: running !== undefined });
  },
};
