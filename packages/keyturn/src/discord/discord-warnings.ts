import type { EffectiveConfiguration, NamedLayer } from "../configuration/effective-configuration.ts";
import type { Environment } from "../configuration/environment.ts";

/** A sentence where Discord looks wanted and is off for want of a token. */
export function discordWarnings(
  { discord }: Pick<EffectiveConfiguration, "discord">,
  layers: readonly NamedLayer[],
  environment: Environment,
): readonly string[] {
  if (discord.token !== undefined) return [];
  if (environment["DISCORD_TOKEN"] === "")
    return ["DISCORD_TOKEN is set to nothing, so there is no bot on Discord for it."];
  const settings = layers.flatMap(({ layer }) => Object.keys(layer.discord ?? {}));
  const idle = settings.find((name) => name !== "moreBots" && name !== "apiUrl");
  if (idle === undefined) return [];
  return [`discord.${idle} is set, but there is no token, so that bot is off: set DISCORD_TOKEN.`];
}
