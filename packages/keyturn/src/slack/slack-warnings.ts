import { idleWarnings } from "../chat-services/idle-settings.ts";
import type { EffectiveConfiguration, NamedLayer } from "../configuration/effective-configuration.ts";
import type { Environment } from "../configuration/environment.ts";

/** A sentence where Slack looks wanted and is off for want of a token. Where a part of what it needs is there, the start ends. */
export function slackWarnings(
  { slack }: Pick<EffectiveConfiguration, "slack">,
  layers: readonly NamedLayer[],
  environment: Environment,
): readonly string[] {
  const { botToken, appToken, signingSecret, clientId, clientSecret } = slack;
  if ([botToken, appToken, signingSecret, clientId, clientSecret].some((one) => one !== undefined)) return [];
  return idleWarnings({ group: "slack", place: "in Slack", variable: "SLACK_BOT_TOKEN" }, layers, environment);
}
