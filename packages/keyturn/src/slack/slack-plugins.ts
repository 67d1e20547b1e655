import type { SlackSettings } from "@keyturn/adapters/slack/options";
import type { ConfiguredPlugin } from "@keyturn/core";
import type { EffectiveConfiguration } from "../configuration/effective-configuration.ts";
import { encryptionKeysOf } from "./encryption-keys.ts";
import { loadSlack } from "./load-slack.ts";
import { type SlackBot, slackBotsOf } from "./slack-bots.ts";

/**
 * A plugin for each bot in Slack, of the same name as its channel; none when no token is set.
 * @throws ConfigurationError
 */
export async function createSlackPlugins(configuration: EffectiveConfiguration): Promise<readonly ConfiguredPlugin[]> {
  const bots = slackBotsOf(configuration);
  if (bots.length === 0) return [];
  const { createSlackPlugin } = await loadSlack();
  return Promise.all(
    bots.map(async (bot) => ({
      plugin: createSlackPlugin({ name: bot.name }),
      configuration: await settingsOf(bot, configuration),
    })),
  );
}

/** With what the tokens of workspaces are encrypted with, where there are such. */
async function settingsOf({ oauth, ...bot }: SlackBot, configuration: EffectiveConfiguration): Promise<SlackSettings> {
  return oauth === undefined
    ? bot
    : { ...bot, oauth: { ...oauth, encryptionKeys: await encryptionKeysOf(configuration) } };
}
