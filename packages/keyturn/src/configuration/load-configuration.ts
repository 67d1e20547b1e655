import path from "node:path";
import type { LogLevel } from "./bot-configuration.ts";
import { type ConfigurationLayer, checkLayer } from "./check-layer.ts";
import { readSettingsFile } from "../data/settings-file.ts";
import { findConfigurationFile, readConfigurationFile } from "./configuration-file.ts";
import { discordWarnings } from "../discord/discord-warnings.ts";
import { slackWarnings } from "../slack/slack-warnings.ts";
import { Secret } from "./secret.ts";
import { type EffectiveConfiguration, type NamedLayer, mergeLayers } from "./effective-configuration.ts";
import {
  type Environment,
  environmentVariables,
  findMisspeltVariables,
  readEnvironment,
  toNumber,
} from "./environment.ts";

/** Settings that the options of a command give, as they were written. */
export interface ConfigurationFlags {
  /** A configuration file in place of the one in the folder. */
  readonly config?: string | undefined;
  readonly data?: string | undefined;
  readonly host?: string | undefined;
  readonly logLevel?: string | undefined;
  readonly model?: string | undefined;
  readonly port?: string | undefined;
  readonly store?: string | undefined;
}

/** What a configuration is loaded from. */
export interface ConfigurationPlace {
  /** The folder that the command is called in. */
  readonly folder: string;
  readonly environment: Environment;
  readonly flags: ConfigurationFlags;
  /** @default "info" */
  readonly defaultLogLevel?: LogLevel | undefined;
}

/** A configuration, and what is known of where it came from. */
export interface LoadedConfiguration {
  readonly values: EffectiveConfiguration;
  /** The configuration file's absolute path, when there is one. */
  readonly file: string | undefined;
  /** The sources, the strongest first; what none of them has is a default. */
  readonly layers: readonly NamedLayer[];
  /** What was changed while a bot ran, as JSON: keys may be in it. */
  readonly changed: Secret;
  /** The log level where no source has one. */
  readonly defaultLogLevel: LogLevel;
  /** The folder that the command was called in. */
  readonly folder: string;
  /** Sentences about what looks like a mistake and is none that stops anything. */
  readonly warnings: readonly string[];
}

/**
 * Reads the configuration: options of the command go before the environment, that
 * before what was changed while the bot ran, that before the file, that before defaults.
 * @throws ConfigurationError that names the source, the setting, its value (never of a secret) and what is allowed.
 */
export async function loadConfiguration(place: ConfigurationPlace): Promise<LoadedConfiguration> {
  const { folder, environment, flags, defaultLogLevel = "info" } = place;
  // Options and environment first: what they hold is checked before the file's code runs.
  const layers: NamedLayer[] = [
    { kind: "option", layer: readFlags(flags), sourceOf: flagOf, folder },
    { kind: "environment", layer: readEnvironment(environment), sourceOf: variableOf, folder },
  ];
  const file = findConfigurationFile(folder, flags.config);
  if (file !== undefined) {
    const { layer } = await readConfigurationFile(file);
    layers.push({ kind: "file", layer, sourceOf: () => path.basename(file), folder: path.dirname(file) });
  }
  const { data, store } = mergeLayers(layers, defaultLogLevel, folder);
  const kept = store === "memory" ? undefined : await readSettingsFile(data);
  // Above the file, and below what whoever starts the bot says.
  if (kept !== undefined) layers.splice(2, 0, toLiveLayer(kept.layer, folder));
  const values = mergeLayers(layers, defaultLogLevel, folder);
  return {
    values,
    file,
    layers,
    changed: new Secret(JSON.stringify(kept?.values ?? {})),
    defaultLogLevel,
    folder,
    warnings: [
      ...findMisspeltVariables(environment),
      ...discordWarnings(values, layers, environment),
      ...slackWarnings(values, layers, environment),
    ],
  };
}

/** What was changed while the bot ran, as a source of settings. */
export function toLiveLayer(layer: ConfigurationLayer, folder: string): NamedLayer {
  return { kind: "live", layer, sourceOf: () => "changed live", folder };
}

function readFlags({ data, host, logLevel, model, port, store }: ConfigurationFlags): ConfigurationLayer {
  const values = { data, host, logLevel, model, port: port === undefined ? undefined : toNumber(port), store };
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  return checkLayer({ values: given, name: "The command", nameOf: flagOf });
}

/** `logLevel` is given by `--log-level`. */
function flagOf(setting: string): string {
  return `--${setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function variableOf(setting: string): string {
  return Object.entries(environmentVariables).find(([, path]) => path === setting)?.[0] ?? setting;
}
