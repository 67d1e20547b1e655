import {
  createCompactCommand,
  createHelpCommand,
  createResetCommands,
  createStatusCommand,
  createStopCommand,
} from "../commands/standard-commands.ts";
import { createModelCommand } from "../commands/model-command.ts";
import { definePlugin } from "../plugin/define-plugin.ts";
import type { ConfiguredPlugin } from "../plugin/plugin.ts";
import { createElizaProvider } from "../agent/eliza/eliza-provider.ts";
import type { Get } from "./injection.ts";
import type { BotParts } from "./parts.ts";

/** What every bot has, registered like anybody's: the commands, and the partner that works without an account. */
export function standardPlugins(get: Get<BotParts>): readonly ConfiguredPlugin[] {
  const commands = definePlugin({
    name: "standard-commands",
    version: "1.0.0",
    setup(context) {
      for (const command of createResetCommands()) context.command(command);
      context.command(createStopCommand());
      context.command(createCompactCommand());
      context.command(createStatusCommand(() => get("settings").current.model, context.clock));
      context.command(
        createModelCommand({
          settings: () => get("settings").current,
          checkModel: async (name) => void (await get("models").resolve(name)),
        }),
      );
      context.command(createHelpCommand(get("commands")));
    },
  });
  const offline = definePlugin({
    name: "offline-model",
    version: "1.0.0",
    setup(context) {
      context.model(createElizaProvider({ clock: context.clock }));
    },
  });
  return [
    { plugin: commands, isRequired: true },
    { plugin: offline, isRequired: true },
  ];
}
