/** The paths of the settings that a patch speaks of, such as `runner.retries`; a group that is null or empty is one itself. */
export function settingPaths(patch: object, prefix = ""): readonly string[] {
  return Object.entries(patch).flatMap(([name, value]: readonly [string, unknown]) =>
    isGroup(value) && Object.keys(value).length > 0 ? settingPaths(value, `${prefix}${name}.`) : [`${prefix}${name}`],
  );
}

function isGroup(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Names that reach what every object has in common: no setting is called so, and nobody sends one by accident. */
const hostileNames: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** Whether such a name is in a JSON value, however deep. */
export function holdsHostileName(value: unknown): boolean {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== "object" || next === null) continue;
    if (!Array.isArray(next) && Object.keys(next).some((name) => hostileNames.has(name))) return true;
    open.push(...Object.values(next));
  }
  return false;
}
