import type { ConfiguredPlugin, Plugin } from "@keyturn/core";
import { z } from "zod";
import type { BotConfiguration } from "./bot-configuration.ts";
import { discordSchema } from "./discord-schema.ts";
import { encryptionKeyDescription, encryptionKeyForm } from "./encryption-key-form.ts";
import { slackSchema } from "./slack-schema.ts";
import { Secret } from "./secret.ts";
import { oneOf, truth, webAddress, whole } from "./setting-forms.ts";
import { tokenDescription, tokenForm } from "./token-form.ts";

// Each description completes "allowed is …": it is what a person reads when a value is refused.

const baseUrl = webAddress("http://localhost:11434/v1");

const apiKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,4096}$/)
  .meta({ description: "a key without blanks or line breaks", isSecret: true })
  .transform((value) => new Secret(value));

const modelService = z
  .strictObject({ apiKey: apiKey.optional(), baseUrl: baseUrl.optional() })
  .meta({ description: "an object with apiKey and baseUrl" });

const hostName = z
  .string()
  .regex(/^[A-Za-z0-9.:_-]{1,253}$/)
  .meta({ description: "an address or host name without port, such as 127.0.0.1" });

const basePath = z
  .string()
  .regex(/^(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~-]+)+$/)
  .max(200)
  .meta({ description: "a path such as /bots/keyturn, without a slash at its end" });

const origin = z
  .string()
  .regex(/^https?:\/\/[a-z0-9.:[\]-]+$/)
  .refine((text) => URL.parse(text)?.origin === text)
  .meta({ description: "an origin such as https://www.example.org, without a path" });

const proxy = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
  .meta({ description: "an address or network, such as 127.0.0.1 or 10.0.0.0/8" });

const secretText = z
  .string()
  .regex(tokenForm)
  .meta({ description: tokenDescription, isSecret: true })
  .transform((value) => new Secret(value));

const encryptionKey = z
  .string()
  .regex(encryptionKeyForm)
  .max(4_096)
  .meta({ description: encryptionKeyDescription, isSecret: true })
  .transform((value) => new Secret(value));

const headerName = z
  .string()
  .regex(/^[\w-]{1,100}$/)
  .meta({ description: "the name of a header, such as X-Forwarded-User" });

const pluginName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,63}$/)
  .meta({ description: "the name of a plugin" });

const plugin = z
  .custom<Plugin | ConfiguredPlugin>(isPluginEntry)
  .meta({ description: "a plugin made by definePlugin, or { plugin, configuration }" });

const model = z
  .string()
  .regex(/^[a-z][a-z0-9-]*\/\S{1,200}$/)
  .meta({ description: 'a model written as provider/model, such as "offline/eliza"' });

const price = z.number().min(0).max(1_000_000).meta({ description: "the price of a million tokens, 0 to 1,000,000" });

/** What a configuration may hold. Everything is optional; secrets come out as `Secret`. */
const schema = z.strictObject({
  model: model.optional(),
  models: z.array(model).max(100).meta({ description: "a list of models" }).optional(),
  fallbackModels: z.array(model).max(100).meta({ description: "a list of models" }).optional(),
  instructions: z.string().min(1).max(100_000).meta({ description: "a text of 1 to 100,000 characters" }).optional(),
  plugins: z.array(plugin).meta({ description: "a list of plugins" }).optional(),
  disabledPlugins: z.array(pluginName).max(1_000).meta({ description: "a list of names of plugins" }).optional(),
  providers: z
    .strictObject({
      anthropic: modelService.optional(),
      openai: modelService.optional(),
      "openai-compatible": modelService.optional(),
    })
    .meta({ description: "an object with anthropic, openai and openai-compatible" })
    .optional(),
  webChat: truth().optional(),
  visitors: z
    .strictObject({
      enabled: truth().optional(),
      embedIn: z.array(origin).max(100).meta({ description: "a list of origins" }).optional(),
      name: z
        .string()
        .max(60)
        .regex(/^[^\r\n]*\S[^\r\n]*$/)
        .meta({ description: "a text of 1 to 60 characters on one line" })
        .optional(),
      greeting: z.string().max(500).regex(/\S/).meta({ description: "a text of 1 to 500 characters" }).optional(),
      idleDays: whole(1, 365).optional(),
      messagesPerMinute: whole(1, 60).optional(),
      messageCharacters: whole(100, 10_000).optional(),
    })
    .meta({ description: "an object with enabled, embedIn, name, greeting and limits of the web chat for visitors" })
    .optional(),
  discord: discordSchema.optional(),
  slack: slackSchema.optional(),

  data: z.string().min(1).meta({ description: "the path of a folder" }).optional(),
  store: oneOf("lowdb", "memory").optional(),
  durability: oneOf("strict", "relaxed").optional(),

  host: hostName.optional(),
  port: whole(0, 65_535).optional(),
  publicUrl: webAddress("https://bot.example.org").optional(),
  basePath: basePath.optional(),
  trustedProxies: z
    .array(proxy)
    .max(100)
    .meta({ description: "a list of addresses or networks, such as 127.0.0.1 or 10.0.0.0/8" })
    .optional(),
  allowedHosts: z.array(hostName).max(100).meta({ description: "a list of host names" }).optional(),
  token: secretText.optional(),
  encryptionKey: encryptionKey.optional(),
  metrics: z
    .strictObject({ enabled: truth().optional(), token: secretText.optional() })
    .meta({ description: "an object with enabled and token" })
    .optional(),
  proxyIdentity: z
    .strictObject({
      userHeader: headerName.optional(),
      secretHeader: headerName.optional(),
      secret: secretText.optional(),
      roles: z
        .record(z.string().min(1).max(200), oneOf("viewer", "operator", "admin"))
        .meta({ description: 'names of people, each with "viewer", "operator" or "admin"' })
        .optional(),
      otherRole: oneOf("viewer", "operator", "admin").optional(),
    })
    .meta({ description: "an object with userHeader, secretHeader, secret, roles and otherRole" })
    .optional(),

  overlap: oneOf("queue", "collect", "interrupt", "reject").optional(),
  capacity: whole(1, 10_000).optional(),
  pluginSetupMilliseconds: whole(1_000, 3_600_000).optional(),
  channelStartMilliseconds: whole(1_000, 3_600_000).optional(),
  undoMilliseconds: whole(0, 86_400_000).optional(),
  attempts: whole(1, 10).optional(),
  historyLimit: whole(1, 1_000).optional(),
  runner: z
    .strictObject({
      stepLimit: whole(1, 1_000).optional(),
      idleTimeoutMilliseconds: whole(1_000, 86_400_000).optional(),
      totalTimeoutMilliseconds: whole(1_000, 86_400_000).optional(),
      historyTokens: whole(100, 10_000_000).optional(),
      retries: whole(0, 10).optional(),
      retryDelayMilliseconds: whole(0, 60_000).optional(),
    })
    .meta({ description: "an object with limits of the agent runner" })
    .optional(),
  usage: z
    .strictObject({
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/)
        .meta({ description: "three capital letters, such as USD" })
        .optional(),
      prices: z
        .array(
          z
            .strictObject({
              model: model.meta({ description: "provider/model, or the beginning of such names and *" }),
              input: price,
              output: price,
              cachedInput: price.optional(),
            })
            .meta({ description: "an object with model, input, output and cachedInput" }),
        )
        .max(200)
        .meta({ description: "a list of prices" })
        .optional(),
    })
    .meta({ description: "an object with currency and prices" })
    .optional(),
  delivery: z
    .strictObject({
      attempts: whole(1, 100).optional(),
      sendTimeoutMilliseconds: whole(1, 600_000).optional(),
      retryMilliseconds: whole(1, 600_000).optional(),
    })
    .meta({ description: "an object with figures of the delivery" })
    .optional(),

  stopTimeoutMilliseconds: whole(1_000, 300_000).optional(),
  logLevel: oneOf("debug", "info", "warn", "error", "silent").optional(),
});

/** Checks one source of settings: the file, the environment or the command's options. */
export const configurationSchema: z.ZodType<BotConfiguration<Secret>> = schema;

/** The settings as JSON Schema (2020-12). */
export function describeConfiguration(): object {
  // Plugins are code: nothing is said of their form.
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
}

/** What the schema says of one setting. */
export interface SettingDescription {
  /** What is allowed, as the rest of a sentence. */
  readonly allowed: string;
  readonly isSecret: boolean;
  /** The keys that an object may have; undefined for every other kind of value. */
  readonly keys: readonly string[] | undefined;
  /** Whether it is an object, of such keys or of any. */
  readonly isGroup: boolean;
}

/** Looks a setting up by its path, such as `["runner", "retries"]`; an empty path is the configuration as a whole. */
export function describeSetting(path: readonly PropertyKey[]): SettingDescription {
  let current: unknown = schema;
  for (const key of path) current = childOf(unwrap(current), key);
  const found = unwrap(current);
  const meta = found instanceof z.ZodType ? metaOf(found) : undefined;
  return {
    allowed: meta?.description ?? "an object",
    isSecret: meta?.["isSecret"] === true,
    keys: found instanceof z.ZodObject ? Object.keys(found.shape) : undefined,
    isGroup: found instanceof z.ZodObject || found instanceof z.ZodRecord,
  };
}

function unwrap(candidate: unknown): unknown {
  return candidate instanceof z.ZodOptional ? candidate.unwrap() : candidate;
}

function childOf(parent: unknown, key: PropertyKey): unknown {
  if (parent instanceof z.ZodArray) return parent.element;
  if (parent instanceof z.ZodRecord) return parent.valueType;
  return parent instanceof z.ZodObject && typeof key === "string" ? parent.shape[key] : undefined;
}

/** A secret's schema ends in a transformation; what is known of it stands at its beginning. */
function metaOf(found: z.ZodType): z.GlobalMeta | undefined {
  const start = found instanceof z.ZodPipe ? found.in : found;
  return start instanceof z.ZodType ? start.meta() : undefined;
}

function isPluginEntry(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return "plugin" in value ? isPlugin(value.plugin) : isPlugin(value);
}

function isPlugin(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    "name" in value &&
    typeof value.name === "string" &&
    "start" in value &&
    typeof value.start === "function"
  );
}
