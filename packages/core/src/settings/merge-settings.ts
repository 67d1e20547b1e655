import type { BotSettings, SettingsPatch } from "./bot-settings.ts";

/** What was changed, on top of what was changed before; what was taken back is gone from it. */
export function mergeChanges(changes: SettingsPatch, patch: SettingsPatch): SettingsPatch {
  const { runner, delivery, usage, ...plain } = patch;
  return withoutGaps({
    ...changes,
    ...withoutUndefined(plain),
    runner: mergeGroup(changes.runner, runner),
    delivery: mergeGroup(changes.delivery, delivery),
    usage: mergeGroup(changes.usage, usage),
  });
}

/** The settings in force: what was changed goes before what the bot was made with. */
export function applyChanges(base: BotSettings, changes: SettingsPatch): BotSettings {
  const { runner, delivery, usage, ...plain } = changes;
  return Object.freeze({
    ...base,
    ...withoutGaps(plain),
    runner: Object.freeze({ ...base.runner, ...withoutGaps(runner ?? {}) }),
    delivery: Object.freeze({ ...base.delivery, ...withoutGaps(delivery ?? {}) }),
    usage: Object.freeze({ ...base.usage, ...withoutGaps(usage ?? {}) }),
  });
}

/** The names of what differs, such as `runner.retries`, sorted. */
export function differences(one: object, other: object, prefix = ""): readonly string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].toSorted().flatMap((name) => {
    const [left, right]: readonly unknown[] = [Reflect.get(one, name), Reflect.get(other, name)];
    if (isGroup(left) || isGroup(right)) {
      return differences(isGroup(left) ? left : {}, isGroup(right) ? right : {}, `${prefix}${name}.`);
    }
    return JSON.stringify(left) === JSON.stringify(right) ? [] : [`${prefix}${name}`];
  });
}

function mergeGroup<Group extends object>(
  changes: Group | null | undefined,
  patch: Group | null | undefined,
): Filled<Group> | undefined {
  if (patch === null) return undefined;
  const merged: Filled<Group> = { ...withoutGaps({ ...changes, ...(patch && withoutUndefined(patch)) }) };
  return Object.keys(merged).length === 0 ? undefined : merged;
}

function isGroup(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

type Filled<Value> = { [Name in keyof Value]?: Exclude<Value[Name], null | undefined> };

/** What is null or undefined is left out: it stands for nothing. */
function withoutGaps<Value extends object>(value: Value): Filled<Value> {
  const filled: Filled<Value> = { ...value };
  for (const name of Object.keys(filled)) {
    const entry: unknown = Reflect.get(filled, name);
    if (entry === null || entry === undefined) Reflect.deleteProperty(filled, name);
  }
  return filled;
}

function withoutUndefined<Value extends object>(value: Value): Partial<Value> {
  const given: Partial<Value> = { ...value };
  for (const name of Object.keys(given)) {
    if (Reflect.get(given, name) === undefined) Reflect.deleteProperty(given, name);
  }
  return given;
}
