import type { PluginState } from "@keyturn/core";
import { pathText } from "../command-line/path-text.ts";
import { printableLine } from "../command-line/printable.ts";
import { formatPairs } from "../command-line/table.ts";
import type { EffectiveConfiguration } from "../configuration/effective-configuration.ts";
import { tokenFileOf } from "../data/token-file.ts";
import { publicAddressOf } from "../login/public-address.ts";

/** What a bot that has just become ready has to tell. */
export interface ReadyBot {
  readonly version: string;
  readonly configuration: EffectiveConfiguration;
  /** The configuration file's absolute path, when there is one. */
  readonly file: string | undefined;
  readonly url: string;
  /** A URL that logs a browser in, once; undefined when none could be made. */
  readonly loginLink: string | undefined;
  readonly channels: readonly string[];
  readonly plugins: readonly PluginState[];
  /** Whether the token was given from outside, and is not in the data folder. */
  readonly isTokenGiven: boolean;
  readonly isChatOffered: boolean;
  /** The folder that the command is called in. */
  readonly folder: string;
  /** How the command is called here. */
  readonly command: string;
  /** Options that lead other commands to this bot. */
  readonly placeOptions: readonly string[];
  /** Since the process was started. */
  readonly startMilliseconds: number;
}

/**
 * What `keyturn start` says when the bot is ready: where it is, what is on, and what to do next. The only secret in it is a code that works
 * once, and for five minutes.
 */
export function describeReadyBot(bot: ReadyBot): readonly string[] {
  const { version, startMilliseconds, configuration, url, channels, folder, plugins } = bot;
  const pairs: (readonly [string, string])[] = [
    ["Listening", url],
    ...describePublicAddress(configuration),
    ...describeDashboard(bot.loginLink),
    ["Model", describeModel(configuration.model)],
    ["Store", describeStore(configuration, folder)],
    ["Channels", channels.length === 0 ? "none" : channels.join(", ")],
    [
      "Token",
      bot.isTokenGiven
        ? "the one that was given (KEYTURN_TOKEN or token)"
        : pathText(tokenFileOf(configuration.data), folder),
    ],
  ];
  if (bot.file !== undefined) pairs.push(["Settings", pathText(bot.file, folder)]);
  return [
    `Keyturn ${version} is ready (${(startMilliseconds / 1_000).toFixed(2)} s).`,
    "",
    ...formatPairs(pairs, "  "),
    ...describeFailures(plugins),
    "",
    ...describeNextSteps(bot),
  ];
}

function describePublicAddress(configuration: EffectiveConfiguration): readonly (readonly [string, string])[] {
  const address = publicAddressOf(configuration);
  return address === undefined ? [] : [["Published", address]];
}

function describeDashboard(link: string | undefined): readonly (readonly [string, string])[] {
  return link === undefined ? [] : [["Dashboard", `${link} (opens once, within five minutes)`]];
}

function describeModel(model: string): string {
  return model.startsWith("offline/")
    ? `${model} (needs no account; choose another with --model or KEYTURN_MODEL)`
    : model;
}

function describeStore({ store, data }: EffectiveConfiguration, folder: string): string {
  return store === "memory" ? "memory (forgotten when the bot ends)" : `lowdb in ${pathText(data, folder)}`;
}

function describeFailures(plugins: readonly PluginState[]): readonly string[] {
  const failed = plugins.filter(({ state }) => state === "failed");
  if (failed.length === 0) return [];
  return [
    "",
    ...failed.map(({ name, reason }) => `  ✗ The plugin "${name}" is off: ${printableLine(reason ?? "it failed")}`),
  ];
}

function describeNextSteps(bot: ReadyBot): readonly string[] {
  const { configuration, isChatOffered, command, placeOptions } = bot;
  if (isChatOffered)
    return ["Write a message and press Enter. /help shows what else there is, Ctrl-C ends the bot.", ""];
  const call = (name: string) => [command, name, ...placeOptions].join(" ");
  const calls: readonly (readonly [string, string])[] = [
    ...(configuration.webChat ? [[call("chat"), "talk with the bot, from another terminal"] as const] : []),
    [call("sessions list"), "see its conversations"],
    [call("login"), "another link to the dashboard"],
    ["Ctrl-C", "end the bot"],
  ];
  return ["Next:", ...formatPairs(calls, "  ")];
}
