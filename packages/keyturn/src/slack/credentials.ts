import { ConfigurationError } from "@keyturn/core";
import type { SlackCredentials } from "../configuration/bot-configuration.ts";
import type { Secret } from "../configuration/secret.ts";

/** Credentials of which one lets the bot speak. */
export interface CompleteCredentials extends SlackCredentials<Secret> {
  readonly botToken: Secret;
}

/** How a person is told whose credentials they are. */
export interface CredentialNames {
  /** Who has them, as the beginning of a sentence. */
  readonly holder: string;
  /** What gives one of them, such as a variable's name. */
  readonly nameOf: (setting: keyof SlackCredentials) => string;
}

/**
 * Sees that what a bot in Slack has belongs together: a bot token, and with it an app token (Socket Mode) or a signing
 * secret (HTTP mode). False where there is nothing at all.
 * @throws ConfigurationError when a part is missing. What is there is not told.
 */
export function isComplete<Credentials extends SlackCredentials<Secret>>(
  credentials: Credentials,
  { holder, nameOf }: CredentialNames,
): credentials is Credentials & CompleteCredentials {
  const { botToken, appToken, signingSecret } = credentials;
  if (botToken === undefined) {
    if (appToken === undefined && signingSecret === undefined) return false;
    throw new ConfigurationError(
      `${holder} has ${appToken === undefined ? "a signing secret" : "an app token"}, and no bot token. Set ` +
        `${nameOf("botToken")}: it begins with xoxb-, and is under "OAuth & Permissions" in the app's settings.`,
    );
  }
  if (appToken !== undefined || signingSecret !== undefined) return true;
  throw new ConfigurationError(
    `${holder} has a bot token, and nothing to hear of messages by. Set ${nameOf("appToken")} for Socket Mode, which needs ` +
      `no address of your own, or ${nameOf("signingSecret")} for HTTP mode: without it anybody could speak as Slack. Both ` +
      'are under "Basic Information" in the app\'s settings.',
  );
}
