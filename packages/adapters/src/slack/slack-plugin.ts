import { type Plugin, definePlugin } from "@keyturn/core";
import { SlackChannel } from "./slack-channel.ts";
import { SlackHttpChannel } from "./slack-http-channel.ts";
import { slackOptionsSchema } from "./slack-options.ts";

/** How a plugin for Slack is made. */
export interface SlackPluginOptions {
  /** The plugin's name; a second workspace in one process needs another one. @default "slack" */
  readonly name?: string | undefined;
}

/**
 * Makes the plugin that joins a bot to a Slack workspace. Its configuration is a `SlackSettings`.
 * @throws PluginError when the name is not allowed.
 */
export function createSlackPlugin({ name = "slack" }: SlackPluginOptions = {}): Plugin {
  return definePlugin({
    name,
    version: "0.0.0",
    config: slackOptionsSchema,
    setup(context, options) {
      const isSocketMode = options.appToken !== undefined && options.appToken !== "";
      const isCalled = !isSocketMode || options.oauth !== undefined;
      const channel = isCalled ? new SlackHttpChannel(context, options) : new SlackChannel(context, options);
      context.own(() => channel.close());
      context.hook("run.finish", (event) => {
        channel.hear(event).catch((error: unknown) => context.log.error({ err: error }, "Slack: an event failed."));
      });
      context.channel(channel);
    },
  });
}

/** The plugin that joins a bot to a Slack workspace. */
export const slackPlugin: Plugin = createSlackPlugin();
