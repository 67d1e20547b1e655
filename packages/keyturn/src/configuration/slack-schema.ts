import { z } from "zod";
import type { SlackBotConfiguration, SlackConfiguration } from "./bot-configuration.ts";
import { Secret } from "./secret.ts";
import { channelName, oneOf, webAddress, whole } from "./setting-forms.ts";

const where = "in the app's settings, without blanks and quotes";

/** A token or secret by its form. Slack shows several on one page, and each begins in its own way but the secret. */
function credential(form: RegExp, description: string) {
  return z
    .string()
    .regex(form)
    .max(512)
    .meta({ description, isSecret: true })
    .transform((value) => new Secret(value));
}

const credentials = {
  // With token rotation it begins with xoxe. (Slack, "Using token rotation").
  botToken: credential(
    /^(?:xoxe\.)?xoxb-[\w.%+/=-]+$/,
    `the bot token, which begins with xoxb-, as it stands under "OAuth & Permissions" ${where}`,
  ),
  appToken: credential(
    /^xapp-[\w.%+/=-]+$/,
    `the app token, which begins with xapp-, as it stands under "Basic Information", "App-Level Tokens" ${where}`,
  ),
  signingSecret: credential(
    /^(?!xox|xapp-)[\w.%+/=-]+$/,
    `the signing secret, which is no token, as it stands under "Basic Information", "App Credentials" ${where}`,
  ),
};

/** How workspaces install the app. */
const installation = {
  clientId: z
    .string()
    .regex(/^(?!xox|xapp-)[\w.-]{1,100}$/)
    .meta({ description: `the client id, which is no token, as it stands under "Basic Information" ${where}` })
    .optional(),
  clientSecret: credential(
    /^(?!xox|xapp-)[\w.%+/=-]+$/,
    `the client secret, which is no token, as it stands under "Basic Information", "App Credentials" ${where}`,
  ).optional(),
  workspaces: z
    .array(z.string().regex(/^T[A-Z0-9]{5,30}$/))
    .max(1_000)
    .meta({ description: "a list of ids of workspaces, such as T0123456789" })
    .optional(),
};

/** What every bot in Slack may be given, but for what it proves itself with and its name. */
const behaviour = {
  apiUrl: webAddress("https://slack.com/api/").optional(),
  scope: oneOf("thread", "channel", "person").optional(),
  listen: oneOf("mentions", "all").optional(),
  channels: z
    .array(z.string().regex(/^[CG][A-Z0-9]{5,30}$/))
    .max(1_000)
    .meta({ description: "a list of ids of channels, such as C0123456789" })
    .optional(),
  bots: z
    .array(z.string().regex(/^[UWB][A-Z0-9]{5,30}$/))
    .max(1_000)
    .meta({ description: "a list of ids of bots, such as U0123456789 or B0123456789" })
    .optional(),
  botHops: whole(1, 100).optional(),
  slashCommand: z
    .string()
    .regex(/^\/[a-z0-9_-]{1,31}$/)
    .meta({ description: 'a slash and 1 to 31 lower-case letters, digits, - or _, such as "/keyturn"' })
    .optional(),
  replies: oneOf("markdown", "text").optional(),
  streaming: oneOf("native", "edits", "off").optional(),
};

const { botToken, appToken, signingSecret } = credentials;
const ways = { appToken: appToken.optional(), signingSecret: signingSecret.optional() };

const furtherBot: z.ZodType<SlackBotConfiguration<Secret>> = z
  .strictObject({ botToken, ...ways, ...behaviour })
  .meta({ description: "an object with botToken, appToken or signingSecret, and further settings of a bot in Slack" });

/** The settings of Slack. */
export const slackSchema: z.ZodType<SlackConfiguration<Secret>> = z
  .strictObject({
    botToken: botToken.optional(),
    ...ways,
    ...installation,
    name: channelName.optional(),
    ...behaviour,
    moreBots: z
      .record(channelName, furtherBot)
      .meta({ description: "bots by name, of 1 to 32 lower-case letters, digits or -, each with tokens" })
      .optional(),
  })
  .meta({ description: "an object with botToken, appToken or signingSecret, and further settings of Slack" });
