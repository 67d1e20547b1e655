import { slackDefaults } from "@keyturn/adapters/slack/options";
import { ConfigurationError } from "@keyturn/core";
import { type ExitCode, exitCodes } from "../command-line/exit-codes.ts";
import type { Terminal } from "../command-line/terminal.ts";
import type { SlackBotConfiguration, SlackConfiguration } from "../configuration/bot-configuration.ts";
import type { EffectiveConfiguration } from "../configuration/effective-configuration.ts";
import { loadConfiguration } from "../configuration/load-configuration.ts";
import type { Secret } from "../configuration/secret.ts";
import { slackAddressOf, slackRedirectAddressOf } from "../slack/slack-address.ts";
import type { ManifestOptions } from "./manifest-options.ts";

/** Longest name of an app (Slack, "App manifest reference"). */
const longestName = 35;

/** `keyturn manifest slack`: prints the manifest from which Slack makes the app that this configuration needs. */
export async function printSlackManifest(options: ManifestOptions, terminal: Terminal): Promise<ExitCode> {
  const { name = "Keyturn", url, bot, link, oauth = false, ...flags } = options;
  if (name.trim() === "" || name.length > longestName) {
    throw new ConfigurationError(`--name has to have 1 to ${longestName} characters: Slack takes no other.`);
  }
  if (oauth && bot !== undefined) {
    throw new ConfigurationError(
      "--oauth goes without --bot: a further bot has a bot token, which is of one workspace.",
    );
  }
  const { folder, environment } = terminal;
  const { values } = await loadConfiguration({ folder, environment, flags });
  const { manifestCommands, slackManifest } = await import("@keyturn/adapters/slack");
  const settings = settingsOf(values, bot);
  const channelName = bot ?? values.slack.name;
  // The address is in both modes' manifests then, so it does not say which of them is meant.
  const isInstalled = oauth || (bot === undefined && values.slack.clientId !== undefined);
  const isHttp = isInHttpMode(settings) || (url !== undefined && (!isInstalled || settings.appToken === undefined));
  const manifest = slackManifest({
    name,
    commands: manifestCommands(settings.slashCommand ?? slackDefaults.slashCommand, bot === undefined),
    requestUrl: isHttp ? slackAddressOf(values, channelName, url) : undefined,
    redirectUrl: isInstalled ? slackRedirectAddressOf(values, channelName, url) : undefined,
  });
  if (link === true)
    terminal.print(`https://api.slack.com/apps?new_app=1&manifest_yaml=${encodeURIComponent(manifest)}`);
  else terminal.write(manifest);
  return exitCodes.done;
}

function settingsOf(
  { slack }: EffectiveConfiguration,
  bot: string | undefined,
): SlackConfiguration<Secret> | SlackBotConfiguration<Secret> {
  if (bot === undefined) return slack;
  const { moreBots = {} } = slack;
  const settings = Object.hasOwn(moreBots, bot) ? moreBots[bot] : undefined;
  if (settings !== undefined) return settings;
  throw new ConfigurationError(
    `--bot has to be one of slack.moreBots; there are: ${Object.keys(moreBots).join(", ") || "none"}.`,
  );
}

function isInHttpMode({ appToken, signingSecret }: SlackConfiguration<Secret>): boolean {
  return appToken === undefined && signingSecret !== undefined;
}
