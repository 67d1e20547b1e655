import { type SettingsPatch, botSettingNames } from "@keyturn/core";
import { type ChangeKind, ConfigurationRefusedError, type RefusedSetting, settingPaths } from "@keyturn/gateway";
import { describeSetting } from "./configuration-schema.ts";

/** Settings of the application itself that can be changed while the bot runs, beside those of `bot.settings`. */
const ownSettings: ReadonlySet<string> = new Set([
  "logLevel",
  "providers.anthropic.apiKey",
  "providers.openai.apiKey",
  "providers.openai-compatible.apiKey",
]);

/** How a setting can be changed. */
export function changeKindOf(path: string): ChangeKind {
  const [name = ""] = path.split(".");
  return ownSettings.has(path) || botSettingNames.some((known) => known === name) ? "live" : "restart";
}

/**
 * Sees whether every setting that a patch names is one that can be changed while the bot runs.
 * @param fixedBy what gives a setting and goes before any change, such as `KEYTURN_MODEL`.
 * @throws ConfigurationRefusedError that lists those that cannot.
 */
export function checkChangeable(patch: object, fixedBy: (path: string) => string | undefined): void {
  const paths = settingPaths(patch);
  refuse("invalid", paths, (path) => (isSetting(path) ? undefined : "is not a setting; see /config/schema."));
  refuse("fixed", paths, (path) => {
    if (changeKindOf(path) === "restart") {
      return isUrl(path)
        ? "is a URL, which is not changed over HTTP: set it in the configuration file or the environment, and restart."
        : "needs a restart: set it in the configuration file or the environment.";
    }
    const source = fixedBy(path);
    return source && `is given by ${source}, which goes before any change: change or remove it there, and restart.`;
  });
}

/** A merge patch in two: what `bot.settings` takes, and what is the application's own. */
export function splitPatch(patch: object): { readonly ofBot: SettingsPatch; readonly own: object } {
  const entries = Object.entries(patch);
  const isOfBot = ([name]: readonly [string, unknown]) => botSettingNames.some((known) => known === name);
  return {
    ofBot: Object.fromEntries(entries.filter(isOfBot)),
    own: Object.fromEntries(entries.filter((entry) => !isOfBot(entry))),
  };
}

/** What a merge patch (RFC 7396) makes of a JSON object; objects that become empty are left out. */
export function applyMergePatch(values: object, patch: object): object {
  const merged = new Map<string, unknown>(Object.entries(values));
  for (const [name, value] of Object.entries(patch) as readonly [string, unknown][]) {
    const before = merged.get(name);
    const after = isGroup(value) ? applyMergePatch(isGroup(before) ? before : {}, value) : value;
    if (after === null || after === undefined || (isGroup(after) && Object.keys(after).length === 0)) {
      merged.delete(name);
    } else merged.set(name, after);
  }
  return Object.fromEntries(merged);
}

/** A patch without what it takes back, to be checked like any source of settings. */
export function withoutNulls(patch: object): object {
  return applyMergePatch({}, patch);
}

function refuse(
  kind: "invalid" | "fixed",
  paths: readonly string[],
  problemOf: (path: string) => string | undefined,
): void {
  const refused = paths.flatMap((setting): readonly RefusedSetting[] => {
    const detail = problemOf(setting);
    return detail === undefined ? [] : [{ setting, detail }];
  });
  if (refused.length > 0) throw new ConfigurationRefusedError(kind, refused);
}

/** Whether a path leads to a setting, or to a group of them that is taken back as a whole. */
function isSetting(path: string): boolean {
  const names = path.split(".");
  return names.every((name, index) => describeSetting(names.slice(0, index)).keys?.includes(name) === true);
}

function isUrl(path: string): boolean {
  return path.endsWith("Url");
}

function isGroup(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
