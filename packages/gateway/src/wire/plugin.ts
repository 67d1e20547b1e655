import { z } from "zod";
import { timestampSchema } from "./fields.ts";

/** How a plugin can stand. */
export const pluginStates = ["running", "failed", "stopped", "disabled"] as const;

/** What a plugin can register. */
export const registrationKinds = ["channel", "command", "model", "tool"] as const;

/** A plugin, as operators see it. */
export interface WirePlugin {
  /** Its name, which is unique. */
  readonly id: string;
  readonly version: string;
  readonly state: (typeof pluginStates)[number];
  /** Why it failed; null for all but admins, since a reason may hold paths. */
  readonly reason: string | null;
  /** Whether the bot cannot be without it. */
  readonly isRequired: boolean;
  readonly registrations: readonly { readonly kind: (typeof registrationKinds)[number]; readonly name: string }[];
}

/** Every plugin, in the order in which they were set up. */
export interface WirePluginList {
  readonly items: readonly WirePlugin[];
  /** What `If-Match` takes, without its quotes. */
  readonly version: string;
  /** RFC 3339. */
  readonly asOf: string;
}

/** What is to be changed of a plugin. */
export interface WirePluginChange {
  readonly enabled: boolean;
  /** For the audit log; at most 500 characters. */
  readonly reason?: string | undefined;
}

/** The form of a `WirePlugin`. */
export const pluginSchema: z.ZodType<WirePlugin> = z
  .object({
    id: z.string(),
    version: z.string(),
    state: z.enum(pluginStates),
    reason: z.string().nullable(),
    isRequired: z.boolean(),
    registrations: z.array(z.object({ kind: z.enum(registrationKinds), name: z.string() })),
  })
  .meta({ id: "Plugin" });

/** The form of a `WirePluginList`. */
export const pluginListSchema: z.ZodType<WirePluginList> = z
  .object({ items: z.array(pluginSchema), version: z.string(), asOf: timestampSchema })
  .meta({ id: "PluginList" });

/** The form of a `WirePluginChange`. */
export const pluginChangeSchema: z.ZodType<WirePluginChange> = z
  .strictObject({ enabled: z.boolean(), reason: z.string().max(500).optional() })
  .meta({ id: "PluginChange" });

/** A plugin's name in a path. */
export const pluginIdSchema: z.ZodType<string> = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'is not the name of a plugin: 1 to 64 lower-case letters, digits or "-"')
  .meta({ description: "The name of a plugin.", examples: ["webchat"] });
