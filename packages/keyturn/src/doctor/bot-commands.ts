import { type CommandDescription, createBot, definePlugin } from "@keyturn/core";
import type { EffectiveConfiguration } from "../configuration/effective-configuration.ts";

/** The commands of the bot, those of its plugins included: they are set up for it, and no channel is started. */
export async function commandsOf({
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
