import { type Bot, type BotSettings, type SettingsPatch, botSettingNames } from "@keyturn/core";
import { z } from "zod";
import { withChangeKinds } from "./change-kinds.ts";
import {
  type Configuration,
  type ConfigurationReport,
  ConfigurationRefusedError,
  type SettingSource,
} from "./configuration.ts";
import { settingPaths } from "./setting-paths.ts";

const overlapModes = ["queue", "collect", "interrupt", "reject"] as const;

const runner = z.strictObject({
  stepLimit: whole("Calls of the model in one run"),
  idleTimeoutMilliseconds: whole("Longest time with nothing from the model and no tool that finishes"),
  totalTimeoutMilliseconds: whole("Longest run"),
  historyTokens: whole("Size of the history that the model is shown, in tokens"),
  retries: whole("Further tries of a model call that fails in a way that may pass"),
  retryDelayMilliseconds: whole("Wait before the second try, doubled before each further one"),
});

const delivery = z.strictObject({
  attempts: whole("Sends of one piece before it counts as failed"),
  sendTimeoutMilliseconds: whole("Longest time of one send"),
  retryMilliseconds: whole("Pause before the second send, doubled with each further one"),
});

const usage = z.strictObject({
  currency: z.string().max(3).describe("The currency of prices, as three capital letters").optional(),
  prices: z
    .array(
      z.strictObject({
        model: z.string().max(256),
        input: z.number(),
        output: z.number(),
        cachedInput: z.number().optional(),
      }),
    )
    .max(200)
    .describe("What a million tokens of each model cost")
    .optional(),
});

/** Names and types; the ranges are the core's, which checks every value. */
const schema = z.strictObject({
  model: z
    .string()
    .max(256)
    .describe("The model of every conversation that has no other, as provider/model")
    .optional(),
  models: z.array(z.string().max(256)).max(100).describe("Models that people may choose with /model").optional(),
  fallbackModels: z
    .array(z.string().max(256))
    .max(100)
    .describe("Models that answer when the service of another fails before anything was shown")
    .optional(),
  instructions: z.string().max(100_000).describe("What the model is told about itself").optional(),
  overlap: z.enum(overlapModes).describe("What happens to a message that comes while a turn waits or runs").optional(),
  capacity: whole("Messages that may wait in one conversation"),
  undoMilliseconds: whole("How long a reset or delete can be undone; 0 keeps nothing"),
  attempts: whole("Runs of one turn before its person gets an error message"),
  historyLimit: whole("Transcript entries that a run is given"),
  runner: runner.optional(),
  delivery: delivery.optional(),
  usage: usage.optional(),
  disabledPlugins: z.array(z.string().max(64)).max(1_000).describe("Names of plugins that are off").optional(),
});

const patchSchema: z.ZodType<SettingsPatch> = nullable(
  schema.extend({
    runner: nullable(runner).nullable().optional(),
    delivery: nullable(delivery).nullable().optional(),
    usage: nullable(usage).nullable().optional(),
  }),
);

/** The settings of a bot that stands alone: those that its `settings` can change. */
export class BotConfiguration implements Configuration {
  readonly #bot: Bot;

  constructor(bot: Bot) {
    this.#bot = bot;
  }

  read(): ConfigurationReport {
    const { current, changes, version } = this.#bot.settings;
    const values = shownOf(current);
    const changed = new Set(settingPaths(changes));
    const sources = settingPaths(values).map((path): readonly [string, SettingSource] => [
      path,
      { kind: changed.has(path) ? "live" : "option", name: null },
    ]);
    return { values, sources: Object.fromEntries(sources), version };
  }

  schema(): object {
    return withChangeKinds(
      z.toJSONSchema(schema),
      () => "live",
      () => false,
    );
  }

  async change(
    patch: object,
    { actor, expected }: Parameters<Configuration["change"]>[1],
  ): ReturnType<Configuration["change"]> {
    const parsed = patchSchema.safeParse(patch);
    if (!parsed.success) throw new ConfigurationRefusedError("invalid", parsed.error.issues.flatMap(describeIssue));
    const { changed } = await this.#bot.settings.change(parsed.data, { actor, expected });
    return { ...this.read(), changed };
  }
}

function shownOf(settings: BotSettings): object {
  return Object.fromEntries(botSettingNames.map((name) => [name, settings[name]]));
}

function describeIssue(issue: z.core.$ZodIssue): { readonly setting: string; readonly detail: string }[] {
  const names = issue.code === "unrecognized_keys" ? issue.keys : undefined;
  if (names === undefined) return [{ setting: issue.path.join("."), detail: issue.message }];
  return names.map((name) => ({ setting: [...issue.path, name].join("."), detail: "is not a setting of this bot." }));
}

function whole(description: string): z.ZodOptional<z.ZodInt> {
  return z.int().describe(description).optional();
}

/** In a merge patch null takes a change back. */
function nullable<Shape extends z.core.$ZodLooseShape>(group: z.ZodObject<Shape, z.core.$strict>) {
  const shape = Object.entries(group.shape).map(([name, setting]) => [name, z.nullable(z.optional(setting))]);
  return z.strictObject(Object.fromEntries(shape));
}
