import { App, type AppOptions, type Logger, LogLevel } from "@slack/bolt";
import type { SlackServer } from "../src/slack/index.ts";

/** A real Bolt that is connected to a server. */
export interface StartedBolt {
  readonly app: App;
  stop(): Promise<void>;
}

/** A log that nobody reads: these tests make the library complain. */
export const quietLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  setLevel: () => undefined,
  getLevel: () => LogLevel.ERROR,
  setName: () => undefined,
};

/** Starts Bolt in Socket Mode, with its listeners in place before the first event. */
export async function startSocketBolt(
  slack: SlackServer,
  listen: (app: App) => void,
  options: AppOptions = {},
): Promise<StartedBolt> {
  const app = new App({
    token: slack.installation.botToken,
    appToken: slack.app.appToken,
    socketMode: true,
    ...commonOptions(slack),
    ...options,
  });
  listen(app);
  await app.init();
  await app.start();
  return { app, stop: async () => void (await app.stop()) };
}

/** Starts Bolt in HTTP mode on loopback, and moves the server's app to its request URL. */
export async function startHttpBolt(
  slack: SlackServer,
  listen: (app: App) => void,
  options: AppOptions = {},
): Promise<StartedBolt> {
  const app = new App({
    token: slack.installation.botToken,
    signingSecret: slack.app.signingSecret,
    ...commonOptions(slack),
    ...options,
  });
  listen(app);
  await app.init();
  const server = await app.start({ port: 0, host: "127.0.0.1" });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  await slack.useRequestUrl(`http://127.0.0.1:${port}/slack/events`);
  return { app, stop: async () => void (await app.stop()) };
}

function commonOptions(slack: SlackServer): AppOptions {
  return {
    clientOptions: { slackApiUrl: slack.apiUrl },
    convoStore: false,
    deferInitialization: true,
    logger: quietLogger,
  };
}
