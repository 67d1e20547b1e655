import { type ChannelReport, ConfigurationError } from "@keyturn/core";
import { SlackChannel } from "./slack-channel.ts";
import { Webhook } from "./webhook.ts";

/** Slack in HTTP mode, as a channel of the core: Slack calls the gateway, and the gateway hands it on. */
export class SlackHttpChannel extends SlackChannel {
  #webhook: Webhook | undefined;

  /** @throws ConfigurationError when there is no signing secret: anybody could speak as Slack then. */
  override async start(report: (news: ChannelReport) => void): Promise<void> {
    const { signingSecret = "" } = this.options;
    if (signingSecret === "") {
      throw new ConfigurationError(
        'The Slack adapter needs an app token (Socket Mode) or the signing secret (HTTP mode). Both are under "Basic Information" in the app\'s settings.',
      );
    }
    await super.start(report);
    const { clock, log } = this.context;
    this.#webhook = new Webhook({ signingSecret, clock, log, process: (incoming) => this.process(incoming) });
  }

  webhook(request: Request): Promise<Response> {
    return this.#webhook?.handle(request) ?? Promise.resolve(new Response(null, { status: 503 }));
  }
}
