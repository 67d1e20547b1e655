import type { SlackOAuthSettings } from "@keyturn/adapters/slack/options";
import { slackRedirectPathOf } from "@keyturn/adapters/slack/options";
import { ConfigurationError } from "@keyturn/core";
import type { SlackConfiguration } from "../configuration/bot-configuration.ts";
import type { EffectiveConfiguration } from "../configuration/effective-configuration.ts";
import type { Secret } from "../configuration/secret.ts";
import { publicAddressOf } from "../login/public-address.ts";

/** How workspaces install the app, without what their tokens are encrypted with. */
export type InstallationSettings = Omit<SlackOAuthSettings, "encryptionKeys">;

/**
 * How workspaces install the app; undefined where they do not, and a bot token is to be set. The client secret is in clear
 * text: for the adapter alone.
 * @throws ConfigurationError when a part is missing, or there is a bot token as well. What is there is not told.
 */
export function installationsOf(
  slack: SlackConfiguration<Secret> & { readonly name: string },
  configuration: Pick<EffectiveConfiguration, "publicUrl" | "basePath">,
): InstallationSettings | undefined {
  const { clientId, clientSecret, botToken, appToken, signingSecret, workspaces, name } = slack;
  if (clientId === undefined && clientSecret === undefined) return undefined;
  if (clientId === undefined || clientSecret === undefined) {
    const [there, missing] = clientId === undefined ? ["secret", "SLACK_CLIENT_ID"] : ["id", "SLACK_CLIENT_SECRET"];
    throw new ConfigurationError(
      `Slack has a client ${there}, and workspaces need both to install the app. Set ${missing}: it is under "Basic ` +
        'Information", "App Credentials", in the app\'s settings.',
    );
  }
  if (botToken !== undefined) {
    throw new ConfigurationError(
      "Slack has a bot token, which is of one workspace, and a client id, with which workspaces install the app: one of the " +
        "two. Take SLACK_BOT_TOKEN away, and install the app in that workspace too; or take SLACK_CLIENT_ID and " +
        "SLACK_CLIENT_SECRET away.",
    );
  }
  if (appToken === undefined && signingSecret === undefined) {
    throw new ConfigurationError(
      "Slack has a client id, and nothing to hear of messages by. Set SLACK_APP_TOKEN for Socket Mode, or SLACK_SIGNING_SECRET " +
        'for HTTP mode. Both are under "Basic Information" in the app\'s settings.',
    );
  }
  const address = publicAddressOf(configuration);
  const redirectUrl = address === undefined ? undefined : address + slackRedirectPathOf(name);
  return { clientId, clientSecret: clientSecret.reveal(), redirectUrl, workspaces };
}
