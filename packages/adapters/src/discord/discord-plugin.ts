import { type Plugin, definePlugin } from "@keyturn/core";
import type { ClientOptions } from "discord.js";
import { DiscordChannel } from "./discord-channel.ts";
import { discordOptionsSchema } from "./discord-options.ts";

/** How a plugin for Discord is made. */
export interface DiscordPluginOptions {
  /** The plugin's name; a second bot in one process needs another one. @default "discord" */
  readonly name?: string | undefined;
  /** Settings of discord.js on top of the adapter's own, such as `presence` or how much is cached. */
  readonly clientOptions?: Partial<ClientOptions> | undefined;
}

/**
 * Makes the plugin that joins a bot to Discord. Its configuration is a `DiscordSettings`: all that it needs is a token.
 * @throws PluginError when the name is not allowed.
 */
export function createDiscordPlugin({ name = "discord", clientOptions = {} }: DiscordPluginOptions = {}): Plugin {
  return definePlugin({
    name,
    version: "0.0.0",
    config: discordOptionsSchema,
    setup(context, options) {
      const channel = new DiscordChannel(context, options, clientOptions);
      const hear = (event: Parameters<DiscordChannel["hear"]>[0]) => {
        channel.hear(event).catch((error: unknown) => context.log.error({ err: error }, "Discord: an event failed."));
      };
      context.hook("run.finish", hear);
      context.hook("command.change", hear);
      // Undone last: until then what was answered is sent.
      context.own(() => channel.close());
      context.channel(channel);
    },
  });
}
