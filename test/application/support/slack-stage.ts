import { type Channel, type Message, type Person, SlackServer } from "@keyturn/testkit/slack";
import { afterEach, beforeEach } from "vitest";

/** A Slack of a test's own: a workspace with a channel, in which Ada and a bot are. */
export class SlackStage {
  #server: SlackServer | undefined;
  #scene: { readonly ada: Person; readonly general: Channel } | undefined;

  get server(): SlackServer {
    if (this.#server === undefined) throw new Error("The stage is set in a test only.");
    return this.#server;
  }

  get scene() {
    if (this.#scene === undefined) throw new Error("The stage is set in a test only.");
    return this.#scene;
  }

  /** What a process is given to be the bot here, in Socket Mode. */
  environment(botToken: string = this.server.installation.botToken): Readonly<Record<string, string>> {
    return { SLACK_BOT_TOKEN: botToken, SLACK_APP_TOKEN: this.server.app.appToken, SLACK_API_URL: this.server.apiUrl };
  }

  /** The same in HTTP mode. */
  httpEnvironment(): Readonly<Record<string, string>> {
    const { app, apiUrl, installation } = this.server;
    return {
      SLACK_BOT_TOKEN: installation.botToken,
      SLACK_SIGNING_SECRET: app.signingSecret,
      SLACK_API_URL: apiUrl,
    };
  }

  /** Resolves with the first that the bot says below a message. */
  answerTo(question: Message): Promise<string> {
    return this.server.waitFor(() => this.scene.general.replies(question.ts).find(({ text }) => text !== "")?.text);
  }

  async set(): Promise<void> {
    this.#server = await SlackServer.start();
    const ada = this.#server.addPerson("ada");
    this.#scene = { ada, general: this.#server.addChannel("general") };
  }

  async clear(): Promise<void> {
    await this.#server?.close();
  }
}

/** A Slack that is there before every test of the file and gone after it. */
export function useSlack(): SlackStage {
  const slack = new SlackStage();
  beforeEach(() => slack.set());
  afterEach(() => slack.clear());
  return slack;
}
