import type {
  BotOptions,
  ConfiguredPlugin,
  Logger,
  Plugin,
  SettingsKeeper,
  SettingsPatch,
  StoreChoice,
} from "@keyturn/core";
import type { EffectiveConfiguration } from "../configuration/effective-configuration.ts";

/** What a configuration does not hold and a bot needs. */
export interface BotSurroundings {
  readonly log: Logger;
  /** What the application brings along; set up before the plugins of the configuration. */
  readonly plugins: readonly (Plugin | ConfiguredPlugin)[];
  /** What was changed while an earlier process ran. */
  readonly changedSettings: SettingsPatch;
  readonly settingsKeeper: SettingsKeeper;
  /** Told of every section that held the lock; undefined when nobody is to be. */
  readonly observeLock: BotOptions["observeLock"] | undefined;
}

/** The options of the bot that a configuration describes. What it leaves open is left to the core's defaults. */
export function toBotOptions(configuration: EffectiveConfiguration, surroundings: BotSurroundings): BotOptions {
  const { log, plugins, changedSettings, settingsKeeper, observeLock } = surroundings;
  const { model, instructions, overlap, capacity, undoMilliseconds, attempts, historyLimit, runner, delivery } =
    configuration;
  const { pluginSetupMilliseconds, channelStartMilliseconds, models, fallbackModels, disabledPlugins, usage } =
    configuration;
  const all: readonly (Plugin | ConfiguredPlugin)[] = [...plugins, ...(configuration.plugins ?? [])];
  return {
    store: toStoreChoice(configuration),
    model,
    plugins: all,
    log,
    changedSettings,
    settingsKeeper,
    ...(observeLock !== undefined && { observeLock }),
    ...(models !== undefined && { models }),
    ...(fallbackModels !== undefined && { fallbackModels }),
    ...(disabledPlugins !== undefined && { disabledPlugins }),
    ...(instructions !== undefined && { instructions }),
    ...(overlap !== undefined && { overlap }),
    ...(capacity !== undefined && { capacity }),
    ...(pluginSetupMilliseconds !== undefined && { pluginSetupMilliseconds }),
    ...(channelStartMilliseconds !== undefined && { channelStartMilliseconds }),
    ...(undoMilliseconds !== undefined && { undoMilliseconds }),
    ...(attempts !== undefined && { attempts }),
    ...(historyLimit !== undefined && { historyLimit }),
    ...(runner !== undefined && { runner }),
    ...(delivery !== undefined && { delivery: withoutUndefined(delivery) }),
    ...(usage !== undefined && { usage: usageOf(usage) }),
  };
}

function usageOf({ currency, prices }: NonNullable<EffectiveConfiguration["usage"]>): NonNullable<BotOptions["usage"]> {
  return { ...(currency !== undefined && { currency }), ...(prices !== undefined && { prices }) };
}

function toStoreChoice({ store, data, durability }: EffectiveConfiguration): StoreChoice {
  return store === "memory" ? { kind: "memory" } : { kind: "lowdb", folder: data, durability };
}

function withoutUndefined(
  delivery: NonNullable<EffectiveConfiguration["delivery"]>,
): NonNullable<BotOptions["delivery"]> {
  const { attempts, sendTimeoutMilliseconds, retryMilliseconds } = delivery;
  return {
    ...(attempts !== undefined && { attempts }),
    ...(sendTimeoutMilliseconds !== undefined && { sendTimeoutMilliseconds }),
    ...(retryMilliseconds !== undefined && { retryMilliseconds }),
  };
}
