import { type Bot, ConfigurationError, type SettingsPatch } from "@keyturn/core";
import {
  type ChangedConfiguration,
  type Configuration,
  type ConfigurationDemand,
  ConfigurationRefusedError,
  type ConfigurationReport,
  type SettingSource,
  settingPaths,
  withChangeKinds,
} from "@keyturn/gateway";
import { applyMergePatch, changeKindOf, checkChangeable, splitPatch, withoutNulls } from "./change-settings.ts";
import { type ConfigurationLayer, checkLayer } from "./check-layer.ts";
import { type SettingReport, reportConfiguration } from "./configuration-report.ts";
import { describeConfiguration, describeSetting } from "./configuration-schema.ts";
import { type EffectiveConfiguration, type NamedLayer, mergeLayers } from "./effective-configuration.ts";
import { type LoadedConfiguration, toLiveLayer } from "./load-configuration.ts";
import { valueAt } from "./value-at.ts";

/** What a live configuration is made of. */
export interface LiveConfigurationParts {
  readonly loaded: LoadedConfiguration;
  /** Makes what was changed durable. @throws StoreError */
  readonly write: (values: object) => Promise<void>;
  /** Told of the settings in force after each change; must not throw. */
  readonly apply: (values: EffectiveConfiguration) => void;
}

/**
 * The configuration of a bot that runs: the sources that were read at the start, and above the file what was changed
 * since. The bot's own settings are in `bot.settings`, which also sees that changes come one after the other.
 */
export class LiveConfiguration implements Configuration {
  readonly #parts: LiveConfigurationParts;
  /** Sources that go before any change: options and environment. */
  readonly #stronger: readonly NamedLayer[];
  readonly #weaker: readonly NamedLayer[];
  /** What was changed of the application's own settings. */
  #own: object;
  /** Changes of the bot's settings that a stronger source overrides today; kept for when it does not. */
  readonly #dormant: object;
  readonly #changesAtStart: SettingsPatch;
  #bot: Bot | undefined;

  constructor(parts: LiveConfigurationParts) {
    this.#parts = parts;
    const { layers, changed } = parts.loaded;
    this.#stronger = layers.filter(({ kind }) => kind === "option" || kind === "environment");
    this.#weaker = layers.filter(({ kind }) => kind === "file");
    const { ofBot, own } = splitPatch(JSON.parse(changed.reveal()));
    this.#own = own;
    const overridden = settingPaths(ofBot).filter((path) => this.#fixedBy(path) !== undefined);
    this.#dormant = pick(ofBot, overridden);
    this.#changesAtStart = splitPatch(omit(ofBot, overridden)).ofBot;
  }

  /** What the bot's settings had changed before this start, without what a stronger source overrides. */
  get changesAtStart(): SettingsPatch {
    return this.#changesAtStart;
  }

  /** The settings that the bot is made with: without what was changed of them while an earlier one ran. */
  get base(): EffectiveConfiguration {
    return this.#merge([...this.#stronger, ...this.#weaker]);
  }

  /** Keeps what the bot's settings change by themselves, such as a plugin that was turned off. */
  keep(changes: SettingsPatch): Promise<void> {
    return this.#write(changes, this.#own);
  }

  /** From now on it is about this bot. */
  attach(bot: Bot): void {
    this.#bot = bot;
  }

  read(): ConfigurationReport {
    const { settings, options } = this.#attached();
    const live = this.#liveLayer(settings.changes, this.#own);
    const layers = [...this.#stronger, live, ...this.#weaker];
    const values = this.#merge(layers);
    const reports = reportConfiguration({ values, layers }, options).map(withSecretShown);
    const sources = reports.map(({ setting, source, kind }): readonly [string, SettingSource] => [
      setting,
      { kind, name: kind === "default" ? null : source },
    ]);
    return { values: nest(reports), sources: Object.fromEntries(sources), version: settings.version };
  }

  schema(): object {
    return withChangeKinds(describeConfiguration(), changeKindOf, (path) => describeSetting(path.split(".")).isSecret);
  }

  async change(patch: object, { actor, expected }: ConfigurationDemand): Promise<ChangedConfiguration> {
    const { settings } = this.#attached();
    checkChangeable(patch, (path) => this.#fixedBy(path));
    checkValues(patch);
    const { ofBot, own } = splitPatch(patch);
    const { changed } = await settings.change(ofBot, {
      actor,
      expected,
      // Looked at when it is this change's turn: another one may have come before.
      adjoining: () => {
        const next = applyMergePatch(this.#own, own);
        const names = settingPaths(own).filter((path) => !isSame(path, this.#own, next));
        return {
          names,
          keep: async (changes) => {
            await this.#write(changes, next);
            this.#own = next;
            if (names.length > 0) this.#parts.apply(this.#merge(this.#layers(changes)));
          },
        };
      },
    });
    return { ...this.read(), changed };
  }

  #layers(changes: SettingsPatch): readonly NamedLayer[] {
    return [...this.#stronger, this.#liveLayer(changes, this.#own), ...this.#weaker];
  }

  #merge(layers: readonly NamedLayer[]): EffectiveConfiguration {
    const { defaultLogLevel, folder } = this.#parts.loaded;
    return mergeLayers(layers, defaultLogLevel, folder);
  }

  #write(changes: SettingsPatch, own: object): Promise<void> {
    return this.#parts.write(applyMergePatch(applyMergePatch(this.#dormant, changes), own));
  }

  #liveLayer(changes: SettingsPatch, own: object): NamedLayer {
    const layer: ConfigurationLayer = checkLayer({
      values: applyMergePatch(changes, own),
      name: "What was changed",
      nameOf: (path) => path,
    });
    return toLiveLayer(layer, this.#parts.loaded.folder);
  }

  /** What gives a setting and goes before any change. */
  #fixedBy(path: string): string | undefined {
    const names = path.split(".");
    return this.#stronger.find(({ layer }) => valueAt(layer, names) !== undefined)?.sourceOf(path);
  }

  #attached(): Bot {
    if (this.#bot === undefined) throw new Error("The configuration is about no bot yet.");
    return this.#bot;
  }
}

/** Also of a secret that is not set it is said that it is not. */
function withSecretShown(report: SettingReport): SettingReport {
  const { isSecret } = describeSetting(report.setting.split("."));
  return isSecret ? { ...report, value: { set: report.value !== undefined } } : report;
}

/** @throws ConfigurationRefusedError when a value is not allowed; of a secret it says only that. */
function checkValues(patch: object): void {
  try {
    checkLayer({ values: withoutNulls(patch), name: "The patch", nameOf: (path) => path });
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const settings = error.message.split("\n").map((line) => {
      const [setting = "", ...rest] = line.split(" ");
      return { setting, detail: rest.join(" ") };
    });
    throw new ConfigurationRefusedError("invalid", settings);
  }
}

function isSame(path: string, one: object, other: object): boolean {
  const names = path.split(".");
  return JSON.stringify(valueAt(one, names)) === JSON.stringify(valueAt(other, names));
}

function pick(values: object, paths: readonly string[]): object {
  return nest(paths.map((setting) => ({ setting, value: valueAt(values, setting.split(".")) })));
}

function omit(values: object, paths: readonly string[]): object {
  return applyMergePatch(values, nest(paths.map((setting) => ({ setting, value: null }))));
}

/** Values by their paths as one nested object; a value that is not set is left out. */
function nest(entries: readonly { readonly setting: string; readonly value: unknown }[]): object {
  const root = {};
  for (const { setting, value } of entries) {
    if (value === undefined) continue;
    const names = setting.split(".");
    const last = names.pop() ?? "";
    let group: object = root;
    for (const name of names) {
      const inner: unknown = Reflect.get(group, name) ?? {};
      if (typeof inner !== "object" || inner === null) break;
      Reflect.set(group, name, inner);
      group = inner;
    }
    Reflect.set(group, last, value);
  }
  return root;
}
