import type { DiscordSettings } from "@keyturn/adapters/discord/options";
import { ConfigurationError } from "@keyturn/core";
import { checkDifferent, withoutUndefined } from "../chat-services/several-bots.ts";
import type { EffectiveConfiguration } from "../configuration/effective-configuration.ts";

/** A bot on Discord, as the adapter takes it. */
export interface DiscordBot extends DiscordSettings {
  readonly name: string;
}

/**
 * The bots that are to be on Discord; none when no token is set. Tokens are in clear text: for the adapter alone.
 * @throws ConfigurationError when two have one name or one token, or shards do not fit together.
 */
export function discordBotsOf({ discord }: EffectiveConfiguration): readonly DiscordBot[] {
  const { token, moreBots = {}, ...settings } = discord;
  const further = Object.entries(moreBots).map(([name, bot]): DiscordBot => {
    return { apiUrl: discord.apiUrl, ...withoutUndefined(bot), token: bot.token.reveal(), name };
  });
  const bots = token === undefined ? further : [{ ...settings, token: token.reveal() }, ...further];
  for (const bot of bots) checkShards(bot);
  checkDifferent(bots, { place: "on Discord", group: "discord", clashOf });
  return bots;
}

function clashOf(bot: DiscordBot, earlier: DiscordBot): string | undefined {
  if (bot.token !== earlier.token) return undefined;
  return (
    `"${earlier.name}" and "${bot.name}" have the same token of Discord's, so every message would be answered twice. ` +
    "Take one of them out, or give it the token of another application."
  );
}

/** discord.js would log in with shards that the others do not know of. */
function checkShards({ name, shards = "auto", shardCount }: DiscordBot): void {
  if (shards === "auto") return;
  if (shardCount === undefined) {
    throw new ConfigurationError(
      `"${name}" names its shards on Discord, so shardCount has to say how many there are in all processes.`,
    );
  }
  const beyond = shards.find((shard) => shard >= shardCount);
  if (beyond === undefined) return;
  throw new ConfigurationError(
    `"${name}" has shard ${beyond} on Discord, but shards are counted from 0 and shardCount is ${shardCount}.`,
  );
}
