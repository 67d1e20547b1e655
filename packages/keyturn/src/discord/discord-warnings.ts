import { idleWarnings } from "../chat-services/idle-settings.ts";
import type { EffectiveConfiguration, NamedLayer } from "../configuration/effective-configuration.ts";
import type { Environment } from "../configuration/environment.ts";

/** A sentence where Discord looks wanted and is off for want of a token. */
export function discordWarnings(
  { discord }: Pick<EffectiveConfiguration, "discord">,
  layers: readonly NamedLayer[],
  environment: Environment,
): readonly string[] {
  if (discord.token !== undefined) return [];
  return idleWarnings({ group: "discord", place: "on Discord", variable: "DISCORD_TOKEN" }, layers, environment);
}
