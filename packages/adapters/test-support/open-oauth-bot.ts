import { type Bot, type BotOptions, type SessionKey, createBot } from "@keyturn/core";
import { ManualClock, ScriptedTurnRunner } from "@keyturn/testkit";
import { type Person, SlackServer, type Workspace } from "@keyturn/testkit/slack";
import { type SlackSettings, createSlackPlugin } from "../src/slack/index.ts";
import { Browser, linkOf } from "./browser.ts";
import { type LogLine, createLog } from "./open-slack-bot.ts";
import { serveWebhook } from "./serve-webhook.ts";

/** A secret that encrypts, for tests. */
export const encryptionKey = "a-key-for-tests-that-is-long-enough-1";

/** What a test may set. */
export interface OAuthBotOptions {
  readonly oauth?: Partial<NonNullable<SlackSettings["oauth"]>>;
  readonly bot?: BotOptions;
  /** @default "http" */
  readonly mode?: "socket" | "http";
  /** Whether the app's tokens end and are replaced. @default false */
  readonly rotatesTokens?: boolean;
}

/** A bot of Keyturn's whose app is installed nowhere yet, on a Slack of two workspaces, until the end of the scope. */
export async function openOAuthBot(options: OAuthBotOptions = {}) {
  const clock = new ManualClock();
  const slack = await SlackServer.start({ clock });
  const app = slack.addApp({ name: "Keybot", rotatesTokens: options.rotatesTokens ?? false });
  const acme = { workspace: slack.workspace, admin: slack.addPerson("ada", { isAdmin: true }) };
  const other = slack.addWorkspace("Globex");
  const globex = { workspace: other, admin: slack.addPerson("gus", { workspace: other, isAdmin: true }) };
  const runner = new ScriptedTurnRunner();
  const lines: LogLine[] = [];
  let bot: Bot | undefined;
  const site = await serveWebhook(() => bot, "slack");
  const redirectUrl = `${site.url}hooks/slack/oauth_redirect`;

  /** Starts a bot, in place of the one before; with the same options it has the same store. */
  async function start(more: OAuthBotOptions = {}): Promise<Bot> {
    const { mode = "http", oauth, bot: botOptions } = { ...options, ...more };
    const secrets = mode === "socket" ? { appToken: app.appToken } : { signingSecret: app.signingSecret };
    const settings = {
      clientId: app.clientId,
      clientSecret: app.clientSecret,
      encryptionKeys: [encryptionKey],
      redirectUrl,
      ...oauth,
    };
    const configuration = { oauth: settings, apiUrl: slack.apiUrl, ...secrets };
    const plugins = [{ plugin: createSlackPlugin(), configuration }, ...(botOptions?.plugins ?? [])];
    bot = await createBot({ clock, turnRunner: runner, log: createLog(lines), ...botOptions, plugins });
    await bot.start();
    if (mode === "http") await slack.useRequestUrl(site.url, app);
    return bot;
  }

  async function stop(): Promise<void> {
    const stopped = bot?.stop(0);
    await clock.advance(10_000);
    await stopped;
  }

  await start();
  return {
    clock,
    slack,
    app,
    acme,
    globex,
    runner,
    lines,
    site,
    start,
    stop,
    get bot(): Bot {
      if (bot === undefined) throw new Error("The bot was not started.");
      return bot;
    },
    /** The channel's state for operators. */
    status: () => bot?.adapters.find(({ name }) => name === "slack"),
    /** Goes the whole way in a browser; resolves with the last page. */
    async install({ admin }: { readonly admin: Person }, browser = new Browser()) {
      const first = await browser.open(`${site.url}hooks/slack/install`);
      return browser.open(slack.authorize(linkOf(first.text), admin));
    },
    /** The app in a workspace. */
    installationIn({ workspace }: { readonly workspace: Workspace }) {
      const installation = workspace.installations.get(app.id);
      if (installation === undefined) throw new Error(`${workspace.name} has not installed the app.`);
      return installation;
    },
    key: (workspace: Workspace, place: string, thread?: string): SessionKey => {
      return { adapter: "slack", account: workspace.id, place, ...(thread !== undefined && { thread }) };
    },
    async [Symbol.asyncDispose]() {
      slack.faults.clear();
      await stop();
      site.close();
      await slack.close();
    },
  };
}
