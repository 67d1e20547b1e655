import type { StandardSchemaV1 } from "@standard-schema/spec";
import { ConfigurationError, PluginError } from "../errors.ts";
import type { Plugin, PluginDefinition } from "./plugin.ts";

const namePattern = /^[a-z0-9][a-z0-9-]{0,63}$/;

/**
 * Makes a plugin.
 * @throws PluginError when the name or version is not allowed.
 */
export function definePlugin<Schema extends StandardSchemaV1 = StandardSchemaV1<undefined>>(
  definition: PluginDefinition<Schema>,
): Plugin {
  const { name, version, config, setup } = definition;
  if (!namePattern.test(name)) {
    const message = `The plugin name "${name}" must be 1 to 64 lower-case letters, digits or "-".`;
    throw new PluginError(message);
  }
  if (version === "") throw new PluginError(`The plugin "${name}" has no version.`);
  return {
    name,
    version,
    start: async (context, configuration) => setup(context, await check(name, config, configuration)),
  };
}

async function check<Schema extends StandardSchemaV1>(
  name: string,
  schema: Schema | undefined,
  configuration: unknown,
): Promise<StandardSchemaV1.InferOutput<Schema>> {
  if (schema === undefined) {
    if (configuration === undefined) return undefined;
    throw new ConfigurationError(`The plugin "${name}" takes no configuration, but one was given. Remove it.`);
  }
  const result = await schema["~standard"].validate(configuration);
  if (result.issues === undefined) return result.value;
  const problems = result.issues.map((issue) => `${pathOf(issue)}${issue.message}`).join("; ");
  throw new ConfigurationError(`The configuration of the plugin "${name}" is not valid: ${problems}.`);
}

function pathOf(issue: StandardSchemaV1.Issue): string {
  const path = issue.path?.map((segment) => String(typeof segment === "object" ? segment.key : segment)).join(".");
  return path === undefined || path === "" ? "" : `${path}: `;
}
