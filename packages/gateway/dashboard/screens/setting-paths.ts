/** The value at a path such as `runner.retries`; undefined where there is none. */
export function valueAt(values: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((value, name) => memberOf(value, name), values);
}

/** A merge patch that sets the value at a path. */
export function patchOf(path: string, value: unknown): Readonly<Record<string, unknown>> {
  const [name = "", ...rest] = path.split(".");
  return { [name]: rest.length === 0 ? value : patchOf(rest.join("."), value) };
}

/** Whether the schema says that the setting at a path can change while the bot runs. */
export function isLive(schema: unknown, path: string): boolean {
  const described = path
    .split(".")
    .reduce<unknown>((value, name) => memberOf(memberOf(value, "properties"), name), schema);
  return memberOf(described, "x-change") === "live";
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}
