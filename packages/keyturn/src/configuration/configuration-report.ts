import { describeSetting } from "./configuration-schema.ts";
import type { NamedLayer } from "./effective-configuration.ts";
import type { LoadedConfiguration } from "./load-configuration.ts";
import { Secret, hiddenText } from "./secret.ts";
import { valueAt } from "./value-at.ts";

/** One setting that is in force. */
export interface SettingReport {
  /** Its path, such as `runner.retries`. */
  readonly setting: string;
  /** Its value; `{ set: true }` stands for a secret, a name for a plugin. Undefined when nothing is set. */
  readonly value: unknown;
  /** Where it comes from: an option, a variable, `changed live`, a file, or `default`. */
  readonly source: string;
  readonly kind: NamedLayer["kind"] | "default";
}

/**
 * Every setting, with its value and where it comes from. No secret is in it.
 * @param coreDefaults what the core takes where nothing is set, by the same names.
 */
export function reportConfiguration(
  loaded: Pick<LoadedConfiguration, "values" | "layers">,
  coreDefaults: object,
): readonly SettingReport[] {
  return settingPaths([]).map((path) => {
    const setting = path.join(".");
    const origin = loaded.layers.find(({ layer }) => valueAt(layer, path) !== undefined);
    const value = valueAt(loaded.values, path) ?? valueAt(coreDefaults, path);
    return {
      setting,
      value: presentable(value),
      source: origin?.sourceOf(setting) ?? "default",
      kind: origin?.kind ?? "default",
    };
  });
}

/** A reported value as one line for a person. */
export function formatSetting({ value }: SettingReport): string {
  if (value === undefined) return "(not set)";
  if (isHidden(value)) return hiddenText;
  if (Array.isArray(value)) return value.length === 0 ? "(none)" : value.join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

function settingPaths(path: readonly string[]): readonly (readonly string[])[] {
  const { keys } = describeSetting(path);
  return keys === undefined ? [path] : keys.flatMap((key) => settingPaths([...path, key]));
}

function presentable(value: unknown): unknown {
  if (value instanceof Secret) return value.toJSON();
  return Array.isArray(value) ? value.map(nameOf) : value;
}

/** What stands in a list: a plugin's name, or a text as it is. */
function nameOf(entry: unknown): unknown {
  if (typeof entry !== "object" || entry === null) return entry;
  if ("plugin" in entry) return nameOf(entry.plugin);
  return "name" in entry ? entry.name : "(no name)";
}

function isHidden(value: unknown): boolean {
  return typeof value === "object" && value !== null && "set" in value && value.set === true;
}
