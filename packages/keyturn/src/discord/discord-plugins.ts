import type { ConfiguredPlugin } from "@keyturn/core";
import type { EffectiveConfiguration } from "../configuration/effective-configuration.ts";
import { discordBotsOf } from "./discord-bots.ts";
import { loadDiscord } from "./load-discord.ts";

/**
 * A plugin for each bot on Discord, of the same name as its channel; none when no token is set.
 * @throws ConfigurationError
 */
export async function createDiscordPlugins(
  configuration: EffectiveConfiguration,
): Promise<readonly ConfiguredPlugin[]> {
  const bots = discordBotsOf(configuration);
  if (bots.length === 0) return [];
  const { createDiscordPlugin } = await loadDiscord();
  return bots.map((bot) => ({ plugin: createDiscordPlugin({ name: bot.name }), configuration: bot }));
}
