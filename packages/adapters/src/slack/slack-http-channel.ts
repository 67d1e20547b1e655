import { type ChannelReport, ConfigurationError } from "@keyturn/core";
import { SlackChannel } from "./slack-channel.ts";
import { Webhook } from "./webhook.ts";

/**
 * Slack where the gateway hands requests on: Slack's own in HTTP mode, and in both modes those of browsers that come to
 * install the app.
 */
export class SlackHttpChannel extends SlackChannel {
  #webhook: Webhook | undefined;

  /** @throws ConfigurationError when there is no signing secret in HTTP mode: anybody could speak as Slack then. */
  override async start(report: (news: ChannelReport) => void): Promise<void> {
    const { signingSecret = "", appToken = "" } = this.options;
    if (signingSecret === "" && appToken === "") {
      throw new ConfigurationError(
        'The Slack adapter needs an app token (Socket Mode) or the signing secret (HTTP mode). Both are under "Basic Information" in the app\'s settings.',
      );
    }
    await super.start(report);
    const { clock, log } = this.context;
    // In Socket Mode Slack sends nothing over HTTP.
    if (appToken !== "") return;
    this.#webhook = new Webhook({ signingSecret, clock, log, process: (incoming) => this.process(incoming) });
  }

  async webhook(request: Request): Promise<Response> {
    const page = await this.desk?.handle(request);
    if (page !== undefined) return page;
    return this.#webhook?.handle(request) ?? new Response(null, { status: 404 });
  }
}
