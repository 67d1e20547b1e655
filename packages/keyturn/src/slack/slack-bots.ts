import type { SlackSettings } from "@keyturn/adapters/slack/options";
import { checkDifferent, withoutUndefined } from "../chat-services/several-bots.ts";
import type { SlackCredentials } from "../configuration/bot-configuration.ts";
import type { EffectiveConfiguration } from "../configuration/effective-configuration.ts";
import type { Secret } from "../configuration/secret.ts";
import { isComplete } from "./credentials.ts";
import { type InstallationSettings, installationsOf } from "./installations.ts";

/** A bot in Slack, as the adapter takes it, but for what the tokens of workspaces are encrypted with. */
export interface SlackBot extends Omit<SlackSettings, "oauth"> {
  readonly name: string;
  readonly oauth?: InstallationSettings | undefined;
}

/** Where the first bot has its tokens and its secret from, as a rule. */
const variables = {
  botToken: "SLACK_BOT_TOKEN",
  appToken: "SLACK_APP_TOKEN",
  signingSecret: "SLACK_SIGNING_SECRET",
} as const;

/**
 * The bots that are to be in Slack; none when no token or secret is set. Those are in clear text: for the adapter alone.
 * @throws ConfigurationError when one lacks a token or secret, or two have one name or one token.
 */
export function slackBotsOf(configuration: EffectiveConfiguration): readonly SlackBot[] {
  const { slack } = configuration;
  const { moreBots = {}, clientId: _id, clientSecret: _secret, workspaces: _workspaces, ...first } = slack;
  const oauth = installationsOf(slack, configuration);
  const bots: SlackBot[] = [];
  if (oauth !== undefined) bots.push({ ...reveal(first), oauth });
  else if (isComplete(first, { holder: "Slack", nameOf: (setting) => variables[setting] })) bots.push(reveal(first));
  for (const [name, settings] of Object.entries(moreBots)) {
    const further = { apiUrl: slack.apiUrl, ...withoutUndefined(settings), name };
    const nameOf = (setting: string) => `slack.moreBots.${name}.${setting}`;
    if (isComplete(further, { holder: `"${name}"`, nameOf })) bots.push(reveal(further));
  }
  checkDifferent(bots, { place: "in Slack", group: "slack", clashOf });
  return bots;
}

function reveal(bot: Omit<SlackBot, keyof SlackCredentials | "oauth"> & SlackCredentials<Secret>): SlackBot {
  const { botToken, appToken, signingSecret, ...settings } = bot;
  return {
    ...settings,
    botToken: botToken?.reveal(),
    appToken: appToken?.reveal(),
    signingSecret: signingSecret?.reveal(),
  };
}

function clashOf(bot: SlackBot, earlier: SlackBot): string | undefined {
  const both = `"${earlier.name}" and "${bot.name}" have the same`;
  if (bot.botToken !== undefined && bot.botToken === earlier.botToken) {
    return `${both} bot token of Slack's, so every message would be answered twice. Take one of them out.`;
  }
  if (bot.appToken === undefined || bot.appToken !== earlier.appToken) return undefined;
  return (
    `${both} app token of Slack's, so each would hear of a part of the messages only. ` +
    "Give one of them the tokens of another app."
  );
}
