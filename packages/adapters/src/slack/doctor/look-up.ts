import type { Clock } from "@keyturn/core";
import { NotWellError } from "@keyturn/core/channel-kit";
import type { webApi } from "@slack/bolt";
import { z } from "zod";
import { loadBolt } from "../load-bolt.ts";
import { slackErrorOf } from "../slack-failure.ts";
import type { SlackOptions } from "../slack-options.ts";
import { clientOptionsOf } from "../workspace-access.ts";
import { isAppTokenRefused, reasonOf } from "../socket-trouble.ts";
import { describeTrouble } from "./describe-trouble.ts";

/** Channels of one page; Slack asks for no more than 200 (Slack, "conversations.list"). */
const pageSize = 200;

/** Most pages of channels that the bot is in. */
const mostPages = 20;

/** Whose token it is. */
export interface FoundAccount {
  readonly user: string;
  readonly team: string;
  readonly teamId: string;
  readonly botId: string | undefined;
  /** What the token may do; empty where Slack does not say. */
  readonly scopes: readonly string[];
}

const account: z.ZodType<FoundAccount> = z
  .object({
    user: z.string(),
    team: z.string(),
    team_id: z.string(),
    bot_id: z.string().optional(),
    response_metadata: z.object({ scopes: z.array(z.string()).default([]) }).default({ scopes: [] }),
  })
  .transform(({ user, team, team_id: teamId, bot_id: botId, response_metadata: { scopes } }) => {
    return { user, team, teamId, botId, scopes };
  });

/** A channel. */
export interface FoundChannel {
  readonly name: string;
  readonly isMember: boolean;
  readonly isArchived: boolean;
}

const channel: z.ZodType<FoundChannel> = z
  .object({ name: z.string(), is_member: z.boolean().default(false), is_archived: z.boolean().default(false) })
  .transform(({ name, is_member: isMember, is_archived: isArchived }) => ({ name, isMember, isArchived }));

const channelPage = z.object({
  channels: z.array(channel),
  response_metadata: z.object({ next_cursor: z.string().default("") }).default({ next_cursor: "" }),
});

const socket = z.object({ url: z.string() });
const bot = z.object({ bot: z.object({ app_id: z.string() }) });

/** What is asked of Slack. Every call rejects with a `NotWellError` that says what to do. */
export class LookUp {
  /** How far this machine's clock is ahead of Slack's, in milliseconds; undefined until Slack has answered. */
  clockAheadMilliseconds: number | undefined;
  readonly #options: Pick<SlackOptions, "apiUrl" | "botToken">;
  readonly #clock: Clock;
  #client: Promise<webApi.WebClient> | undefined;

  constructor(options: Pick<SlackOptions, "apiUrl" | "botToken">, clock: Clock) {
    this.#options = options;
    this.#clock = clock;
  }

  account(): Promise<FoundAccount> {
    return this.#ask("auth.test", account);
  }

  /** What Slack answers to a code that is none: whether it takes the app's client id and secret comes before that. */
  async clientAnswer(clientId: string, clientSecret: string): Promise<string> {
    const method = "oauth.v2.access";
    const args = { client_id: clientId, client_secret: clientSecret, code: "keyturn-doctor" };
    const describe = (error: unknown): string => describeTrouble(error, method, this.#options.apiUrl);
    try {
      await this.#ask(method, z.unknown(), args, describe);
      return "ok";
    } catch (error) {
      const code = error instanceof NotWellError ? slackErrorOf(error.cause) : undefined;
      if (code === undefined) throw error;
      return code;
    }
  }

  /** The app of the bot; undefined where Slack does not say. */
  async appIdOf({ botId }: FoundAccount): Promise<string | undefined> {
    if (botId === undefined) return undefined;
    const found = await this.#ask("bots.info", bot, { bot: botId }).catch(() => undefined);
    return found?.bot.app_id;
  }

  /** The address of one socket. */
  async socketUrl(appToken: string): Promise<string> {
    const method = "apps.connections.open";
    const describe = (error: unknown): string =>
      isAppTokenRefused(error) ? reasonOf(error) : describeTrouble(error, method, this.#options.apiUrl);
    return (await this.#ask(method, socket, { token: appToken }, describe)).url;
  }

  /** The channels that the bot is in, archived ones apart. */
  async joinedChannels(): Promise<readonly FoundChannel[]> {
    const all: FoundChannel[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < mostPages && cursor !== ""; page += 1) {
      const read: z.infer<typeof channelPage> = await this.#ask("users.conversations", channelPage, {
        types: "public_channel,private_channel",
        exclude_archived: true,
        limit: pageSize,
        ...(cursor !== undefined && { cursor }),
      });
      all.push(...read.channels);
      cursor = read.response_metadata.next_cursor;
    }
    return all;
  }

  /** Public channels that the bot is not in, of the first that Slack lists. */
  async otherChannels(): Promise<readonly FoundChannel[]> {
    const args = { types: "public_channel", exclude_archived: true, limit: pageSize };
    const { channels } = await this.#ask("conversations.list", channelPage, args);
    return channels.filter(({ isMember }) => !isMember);
  }

  async channel(id: string): Promise<FoundChannel> {
    return (await this.#ask("conversations.info", z.object({ channel }), { channel: id })).channel;
  }

  async #ask<Answer>(
    method: string,
    form: z.ZodType<Answer>,
    args: Readonly<Record<string, unknown>> = {},
    describe: (error: unknown) => string = (error) => describeTrouble(error, method, this.#options.apiUrl),
  ): Promise<Answer> {
    this.#client ??= this.#open();
    const client = await this.#client;
    try {
      return form.parse(await client.apiCall(method, { ...args }));
    } catch (cause) {
      throw new NotWellError(describe(cause), { cause });
    }
  }

  async #open(): Promise<webApi.WebClient> {
    const bolt = await loadBolt();
    const { apiUrl, botToken } = this.#options;
    return new bolt.WebClient(botToken, {
      ...clientOptionsOf(bolt, apiUrl),
      fetch: async (url, init) => {
        const sentAt = this.#clock.now();
        // oxlint-disable-next-line no-restricted-globals -- Slack's client does not tell the headers, and the time is in one.
        const response = await fetch(url, init);
        this.#hearTime(response.headers.get("date"), (sentAt + this.#clock.now()) / 2);
        return response;
      },
    });
  }

  /** The header tells whole seconds, cut off: on the average it is half a second later. */
  #hearTime(date: string | null, ourTime: number): void {
    const theirTime = Date.parse(date ?? "");
    if (!Number.isNaN(theirTime)) this.clockAheadMilliseconds = ourTime - (theirTime + 500);
  }
}
