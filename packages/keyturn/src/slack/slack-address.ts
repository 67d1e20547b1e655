import { slackPathOf, slackRedirectPathOf } from "@keyturn/adapters/slack/options";
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
  return addressBelow(given, slackPathOf(channelName), {
    missing:
      "In HTTP mode Slack has to reach this bot. Set publicUrl (KEYTURN_PUBLIC_URL) to its https address, or use Socket Mode, " +
      "which needs none: set SLACK_APP_TOKEN.",
    wrong:
      "Slack sends to an https address alone, such as https://bot.example.org. Put a proxy with TLS in front, or use Socket " +
      "Mode, which needs no address.",
  });
}

/**
 * Where Slack leads the browsers of those back to who install the app in a workspace.
 * @param given where the gateway is reached, in place of what the configuration says.
 * @throws ConfigurationError when they could not reach it.
 */
export function slackRedirectAddressOf(
  configuration: Pick<EffectiveConfiguration, "publicUrl" | "basePath">,
  channelName: string,
  given: string | undefined = publicAddressOf(configuration),
): string {
  return addressBelow(given, slackRedirectPathOf(channelName), {
    missing:
      "Workspaces install the app by a page of this bot's, in Socket Mode too. Set publicUrl (KEYTURN_PUBLIC_URL) to its https " +
      "address.",
    wrong: "Slack leads browsers back to https addresses alone. Put a proxy with TLS in front of the bot.",
  });
}

function addressBelow(
  given: string | undefined,
  path: string,
  { missing, wrong }: { readonly missing: string; readonly wrong: string },
): string {
  if (given === undefined) throw new ConfigurationError(missing);
  const url = URL.parse(given);
  if (url?.protocol !== "https:" || url.username !== "" || url.search !== "" || url.hash !== "") {
    throw new ConfigurationError(wrong);
  }
  return `${url.origin}${url.pathname.replace(/\/$/, "")}${path}`;
}
