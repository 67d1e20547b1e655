import { slackPathOf } from "@keyturn/adapters/slack/options";
import { ConfigurationError } from "@keyturn/core";
import type { EffectiveConfiguration } from "../configuration/effective-configuration.ts";
import { publicAddressOf } from "../login/public-address.ts";

/**
 * Where Slack sends to in HTTP mode: events, commands and clicks alike.
 * @param given where the gateway is reached, in place of what the configuration says.
 * @throws ConfigurationError when Slack could not reach it.
 */
export function slackAddressOf(
  configuration: Pick<EffectiveConfiguration, "publicUrl" | "basePath">,
  channelName: string,
  given: string | undefined = publicAddressOf(configuration),
): string {
  if (given === undefined) {
    throw new ConfigurationError(
      "In HTTP mode Slack has to reach this bot. Set publicUrl (KEYTURN_PUBLIC_URL) to its https address, or use Socket Mode, " +
        "which needs none: set SLACK_APP_TOKEN.",
    );
  }
  const url = URL.parse(given);
  if (url?.protocol !== "https:" || url.username !== "" || url.search !== "" || url.hash !== "") {
    throw new ConfigurationError(
      "Slack sends to an https address alone, such as https://bot.example.org. Put a proxy with TLS in front, or use Socket " +
        "Mode, which needs no address.",
    );
  }
  return `${url.origin}${url.pathname.replace(/\/$/, "")}${slackPathOf(channelName)}`;
}
