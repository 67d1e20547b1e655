/** How a setting can be changed. */
export type ChangeKind = "live" | "restart";

/**
 * A JSON Schema that says of each setting how it can be changed: `x-change` is `live` where `PATCH` takes it, else
 * `restart`; `writeOnly` is true for secrets, which can be replaced and never read.
 */
export function withChangeKinds(
  schema: object,
  kindOf: (path: string) => ChangeKind,
  isSecret: (path: string) => boolean,
  prefix = "",
): object {
  const properties: unknown = Reflect.get(schema, "properties");
  if (!isObject(properties)) return schema;
  const described = Object.entries(properties).map(([name, property]: readonly [string, unknown]) => {
    const path = `${prefix}${name}`;
    if (!isObject(property)) return [name, property];
    if (isObject(Reflect.get(property, "properties"))) {
      return [name, withChangeKinds(property, kindOf, isSecret, `${path}.`)];
    }
    return [name, { ...property, ...(isSecret(path) && { writeOnly: true }), "x-change": kindOf(path) }];
  });
  return { ...schema, properties: Object.fromEntries(described) };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
