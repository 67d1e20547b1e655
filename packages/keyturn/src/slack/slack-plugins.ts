import type { ConfiguredPlugin } from "@keyturn/core";
import type { EffectiveConfiguration } from "../configuration/effective-configuration.ts";
import { loadSlack } from "./load-slack.ts";
import { slackBotsOf } from "./slack-bots.ts";

/**
 * A plugin for each bot in Slack, of the same name as its channel; none when no token is set.
 * @throws ConfigurationError
 */
export async function createSlackPlugins(configuration: EffectiveConfiguration): Promise<readonly ConfiguredPlugin[]> {
  const bots = slackBotsOf(configuration);
  if (bots.length === 0) return [];
  const { createSlackPlugin } = await loadSlack();
  return bots.map((bot) => ({ plugin: createSlackPlugin({ name: bot.name }), configuration: bot }));
}
