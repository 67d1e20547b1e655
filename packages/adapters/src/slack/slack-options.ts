import { type ConversationScope, channelNameSchema, conversationScopes } from "@keyturn/core/channel-kit";
import { z } from "zod";
import { type SlackOAuthOptions, type SlackOAuthSettings, oauthOptionsSchema } from "./installations/oauth-options.ts";

/** What holds where nothing is set; what is not here has no default. */
export const slackDefaults: Omit<SlackOptions, "botToken" | "oauth" | "appToken" | "signingSecret" | "channels"> =
  Object.freeze({
    name: "slack",
    apiUrl: "https://slack.com/api/",
    scope: "thread",
    listen: "mentions",
    bots: [],
    botHops: 3,
    slashCommand: "/keyturn",
    replies: "markdown",
    streaming: "native",
  });

const secret = z.string().trim();

/** How the bot behaves in Slack. Everything but the tokens has a default. */
export const slackOptionsSchema: z.ZodType<SlackOptions, SlackSettings> = z
  .strictObject({
    botToken: secret.min(1, "must be the bot's token, which begins with xoxb-").optional(),
    oauth: oauthOptionsSchema.optional(),
    appToken: secret.optional(),
    signingSecret: secret.optional(),
    name: channelNameSchema.default(slackDefaults.name),
    apiUrl: z.url({ protocol: /^https?$/ }).default(slackDefaults.apiUrl),
    scope: z.enum(conversationScopes).default(slackDefaults.scope),
    listen: z.enum(["mentions", "all"]).default(slackDefaults.listen),
    channels: z
      .array(z.string().regex(/^[CG][A-Z0-9]+$/, "must be an id of a channel, such as C0123456789"))
      .optional(),
    bots: z.array(z.string().regex(/^[UWB][A-Z0-9]+$/, "must be an id of a bot, such as U0123456789")).default([]),
    botHops: z.number().int().min(1).max(100).default(slackDefaults.botHops),
    slashCommand: z
      .string()
      .regex(/^\/[a-z0-9_-]{1,31}$/, "must be a slash and 1 to 31 lower-case letters, digits, “-” or “_”")
      .default(slackDefaults.slashCommand),
    replies: z.enum(["markdown", "text"]).default(slackDefaults.replies),
    streaming: z.enum(["native", "edits", "off"]).default(slackDefaults.streaming),
  })
  .refine(({ botToken, oauth }) => (botToken === undefined) !== (oauth === undefined), {
    path: ["botToken"],
    message: "must be the bot's token, which begins with xoxb-, unless workspaces install the app; not both",
  });

/** How the bot behaves in Slack, as it is set. */
export interface SlackSettings {
  /** The bot's token of the workspace; begins with `xoxb-`. This or `oauth`. */
  readonly botToken?: string | undefined;
  /** Lets workspaces install the app, as many as want to. This or `botToken`. */
  readonly oauth?: SlackOAuthSettings | undefined;
  /** The app's token for Socket Mode, with the scope `connections:write`; begins with `xapp-`. Without it: HTTP mode. */
  readonly appToken?: string | undefined;
  /** The secret that Slack signs its requests with; needed in HTTP mode. */
  readonly signingSecret?: string | undefined;
  /** The channel's name in session keys and on the dashboard; several bots of one process need different ones. @default "slack" */
  readonly name?: string | undefined;
  /** Where Slack's Web API is. @default "https://slack.com/api/" */
  readonly apiUrl?: string | undefined;
  /**
   * What a conversation is in a channel: the thread below the question, the channel, or one person in the channel. Threads
   * and direct messages are conversations of their own in every case.
   * @default "thread"
   */
  readonly scope?: ConversationScope | undefined;
  /** Which messages in a channel are for the bot: those that mention it, or all. @default "mentions" */
  readonly listen?: "mentions" | "all" | undefined;
  /** The only channels that it answers in; direct messages apart. Default: all that it is in. */
  readonly channels?: readonly string[] | undefined;
  /** Other bots that it answers: the ids of their users, which begin with U, or of bots, which begin with B. @default [] */
  readonly bots?: readonly string[] | undefined;
  /** Most messages of bots in a row that it answers in one thread or channel: two bots would talk for ever. @default 3 */
  readonly botHops?: number | undefined;
  /** The slash command before which every command's name can be written: `/keyturn reset`. @default "/keyturn" */
  readonly slashCommand?: string | undefined;
  /** How answers are written: as blocks of Markdown, or as plain text with Slack's own marks. @default "markdown" */
  readonly replies?: "markdown" | "text" | undefined;
  /** How an answer is shown while it is written: as Slack's stream where it allows one, by edits, or not. @default "native" */
  readonly streaming?: "native" | "edits" | "off" | undefined;
}

/** How the bot behaves in Slack, with every default. */
export interface SlackOptions {
  readonly botToken?: string | undefined;
  readonly oauth?: SlackOAuthOptions | undefined;
  readonly appToken?: string | undefined;
  readonly signingSecret?: string | undefined;
  readonly name: string;
  readonly apiUrl: string;
  readonly scope: ConversationScope;
  readonly listen: "mentions" | "all";
  readonly channels?: readonly string[] | undefined;
  readonly bots: readonly string[];
  readonly botHops: number;
  readonly slashCommand: string;
  readonly replies: "markdown" | "text";
  readonly streaming: "native" | "edits" | "off";
}

/** The path of HTTP mode below the gateway's address: events, commands and clicks all go there. */
export function slackPathOf(channelName: string): string {
  return `/hooks/${channelName}/events`;
}

/** The path of the page that Slack leads browsers back to, below the gateway's address; `install` lies beside it. */
export function slackRedirectPathOf(channelName: string): string {
  return `/hooks/${channelName}/oauth_redirect`;
}

export type { SlackOAuthSettings } from "./installations/oauth-options.ts";
