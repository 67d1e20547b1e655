import { z } from "zod";
import { timestampSchema } from "./fields.ts";

/** Where the value of a setting can come from. */
export const settingSourceKinds = ["option", "environment", "live", "file", "default"] as const;

/** The settings in force. */
export interface WireConfiguration {
  /** Nested, as in a configuration file; `{ "set": true | false }` stands for a secret, a name for a plugin. */
  readonly values: Readonly<Record<string, unknown>>;
  /** By the setting's path, such as `runner.retries`. `name` is how people know the source, such as `KEYTURN_PORT`. */
  readonly sources: Readonly<
    Record<string, { readonly kind: (typeof settingSourceKinds)[number]; readonly name: string | null }>
  >;
  /** What `If-Match` takes, without its quotes. */
  readonly version: string;
  /** RFC 3339. */
  readonly asOf: string;
}

/** The settings after a change. */
export interface WireConfigurationChange extends WireConfiguration {
  /** The paths of what differs now; empty when all of it was so before. */
  readonly changed: readonly string[];
  /** The paths of what takes force only with the next start: none, since `PATCH` refuses those. */
  readonly restartRequired: readonly string[];
}

/** What is to be changed: a JSON merge patch (RFC 7396) of `values`. Null takes a change back. */
export type WireConfigurationPatch = Readonly<Record<string, unknown>>;

const configurationShape = {
  values: z.record(z.string(), z.unknown()),
  sources: z.record(z.string(), z.object({ kind: z.enum(settingSourceKinds), name: z.string().nullable() })),
  version: z.string(),
  asOf: timestampSchema,
};

/** The form of a `WireConfiguration`. */
export const configurationSchema: z.ZodType<WireConfiguration> = z
  .object(configurationShape)
  .meta({ id: "Configuration" });

/** The form of a `WireConfigurationChange`. */
export const configurationChangeSchema: z.ZodType<WireConfigurationChange> = z
  .object({ ...configurationShape, changed: z.array(z.string()), restartRequired: z.array(z.string()) })
  .meta({ id: "ConfigurationChange" });

/** The form of a `WireConfigurationPatch`; which names and values are allowed, the configuration itself says. */
export const configurationPatchSchema: z.ZodType<WireConfigurationPatch> = z
  .record(z.string(), z.unknown())
  .meta({ id: "ConfigurationPatch" });

/** A JSON Schema. */
export type WireJsonSchema = Readonly<Record<string, unknown>>;

/** The form of a `WireJsonSchema`. */
export const jsonSchemaSchema: z.ZodType<WireJsonSchema> = z.record(z.string(), z.unknown()).meta({ id: "JsonSchema" });
