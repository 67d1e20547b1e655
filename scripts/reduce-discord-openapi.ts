/**
 * Makes packages/testkit/data/discord-openapi.json: of Discord's description of its API, the routes that the testkit's
 * server has, and the schemas that they need.
 *
 * node --conditions=keyturn:source scripts/reduce-discord-openapi.ts <path of openapi.json>
 *
 * The description is published by Discord at https://github.com/discord/discord-api-spec (specs/openapi.json) under the
 * MIT licence, which the description names itself and which stands beside the result.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { routeTable } from "../packages/testkit/src/discord/rest/route-table.ts";

const documentForm = z.object({
  openapi: z.string(),
  info: z.looseObject({}),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

/** Prose and what no check reads. */
const dropped: ReadonlySet<string> = new Set([
  "description",
  "headers",
  "security",
  "parameters",
  "operationId",
  "tags",
]);

/**
 * Fields of requests that the description calls integers. Discord's own documentation has them as strings, since they
 * are wider than a JSON number, and every client sends strings (Discord, "Permissions").
 */
const permissionFields: ReadonlySet<string> = new Set(["allow", "default_member_permissions", "deny", "permissions"]);

const [source] = process.argv.slice(2);
if (source === undefined) throw new Error("Name the file of Discord's description.");
const whole = documentForm.parse(JSON.parse(readFileSync(source, "utf8")));

const paths: Record<string, Record<string, unknown>> = {};
for (const { method, path } of routeTable) {
  const operation = whole.paths[path]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`The description has no ${method} ${path}.`);
  paths[path] = { ...paths[path], [method.toLowerCase()]: reduce(operation) };
}
const schemas: Record<string, unknown> = {};
collect(paths);

const target = join(import.meta.dirname, "../packages/testkit/data/discord-openapi.json");
const sorted = Object.fromEntries(Object.entries(schemas).sort(([one], [other]) => one.localeCompare(other)));
const result = { openapi: whole.openapi, info: whole.info, paths, components: { schemas: sorted } };
writeFileSync(target, `${JSON.stringify(result, undefined, 1)}\n`);
console.log(`${Object.keys(paths).length} paths, ${Object.keys(sorted).length} schemas`);

/** Takes prose, errors and other content types than JSON away. Names of properties are kept, whatever they are. */
function reduce(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((item) => reduce(item));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => isNames || !isDropped(name));
  const reduced = entries.map(([name, inner]) => {
    const kept = reduce(inner, name === "properties" && !isNames);
    return [name, isNames && permissionFields.has(name) ? withStrings(kept) : kept];
  });
  return Object.fromEntries(reduced);
}

function withStrings(field: unknown): unknown {
  const parsed = z.looseObject({ type: z.union([z.string(), z.array(z.string())]) }).safeParse(field);
  const types = parsed.success ? [parsed.data.type].flat() : [];
  return types.includes("integer") ? { ...parsed.data, type: [...types, "string"] } : field;
}

function isDropped(name: string): boolean {
  const isOtherContent = name === "multipart/form-data" || name === "application/x-www-form-urlencoded";
  return dropped.has(name) || isOtherContent || name === "4XX" || name === "429";
}

function collect(value: unknown): void {
  for (const [, name = ""] of JSON.stringify(value).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
    if (schemas[name] !== undefined) continue;
    schemas[name] = reduce(whole.components.schemas[name]);
    collect(schemas[name]);
  }
}
