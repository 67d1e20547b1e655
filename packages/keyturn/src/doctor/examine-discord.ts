import type { CommandDescription } from "@keyturn/core";
import { ConfigurationError, createBot, definePlugin } from "@keyturn/core";
import type { EffectiveConfiguration } from "../configuration/effective-configuration.ts";
import type { RunningBot } from "../data/runtime-file.ts";
import { discordBotsOf } from "../discord/discord-bots.ts";
import { loadDiscord } from "../discord/load-discord.ts";
import { type Finding, look } from "./finding.ts";

/** What every bot on Discord finds there; nothing where Discord is off. */
export async function examineDiscord(
  configuration: EffectiveConfiguration,
  running: RunningBot | undefined,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const looked = await look("Discord", async () => {
    const bots = discordBotsOf(configuration);
    if (bots.length === 0) return "off";
    const adapter = await loadDiscord();
    const commands = await commandsOf(configuration);
    const isRunning = running !== undefined;
    for (const settings of bots) {
      const found = await adapter.examineDiscord({ settings, commands, isRunning });
      const ofBot = bots.length === 1 ? "" : ` of ${settings.name}`;
      findings.push(...found.map((one) => ({ ...one, subject: `Discord ${one.subject}${ofBot}` })));
    }
    return "looked at";
  });
  return looked.isWell ? findings : [...findings, looked];
}

/** The same where somebody asked for it: then it is a fault that Discord is off. */
export async function examineDiscordAlone(
  configuration: EffectiveConfiguration,
  running: RunningBot | undefined,
): Promise<readonly Finding[]> {
  const findings = await examineDiscord(configuration, running);
  if (findings.length > 0) return findings;
  const off = await look("Discord", () => {
    throw new ConfigurationError(
      "It is off, for there is no token. Set DISCORD_TOKEN; docs/guides/discord.md says how.",
    );
  });
  return [off];
}

/** The commands of the bot, those of its plugins included: they are set up for it, and no channel is started. */
async function commandsOf({
  plugins = [],
  disabledPlugins = [],
}: EffectiveConfiguration): Promise<readonly CommandDescription[]> {
  let commands: () => readonly CommandDescription[] = () => [];
  const listener = definePlugin({
    name: "keyturn-doctor",
    version: "1.0.0",
    setup: (context) => void (commands = () => context.commands()),
  });
  const bot = await createBot({ plugins: [listener, ...plugins], disabledPlugins });
  try {
    await bot.setUp();
    return commands();
  } finally {
    await bot.stop();
  }
}
