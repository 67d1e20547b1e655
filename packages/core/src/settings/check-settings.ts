import { resolveAgentRunnerOptions } from "../agent/agent-runner-options.ts";
import { ConfigurationError } from "../errors.ts";
import type { OverlapMode } from "../sessions/inbox.ts";
import { checkUsageSettings } from "../usage/usage-cost.ts";
import type { BotSettings } from "./bot-settings.ts";

const overlapModes: readonly OverlapMode[] = ["queue", "collect", "interrupt", "reject"];

/** Longest instructions, in UTF-16 code units: more than any model's window is of use for. */
const longestInstructions = 100_000;

/** How a model is named, and how many a list of them may hold: more than a person chooses from. */
const modelPattern = /^[a-z][a-z0-9-]*\/\S{1,200}$/;
const mostModels = 100;

/** Plugins that can be off, and the longest name of one. */
const mostDisabled = 1_000;
const longestName = 64;

/**
 * Checks the settings of a bot.
 * @throws ConfigurationError that names the setting, its value and what is allowed.
 */
export function checkBotSettings(settings: BotSettings): void {
  checkTexts(settings);
  checkModels("models", settings.models);
  checkModels("fallbackModels", settings.fallbackModels);
  checkWhole("capacity", settings.capacity, 1, 10_000);
  checkWhole("undoMilliseconds", settings.undoMilliseconds, 0, 86_400_000);
  checkWhole("attempts", settings.attempts, 1, 10);
  checkWhole("historyLimit", settings.historyLimit, 1, 1_000);
  checkWhole("delivery.attempts", settings.delivery.attempts, 1, 100);
  checkWhole("delivery.sendTimeoutMilliseconds", settings.delivery.sendTimeoutMilliseconds, 1, 600_000);
  checkWhole("delivery.retryMilliseconds", settings.delivery.retryMilliseconds, 1, 600_000);
  resolveAgentRunnerOptions(settings.runner);
  checkUsageSettings(settings.usage);
  if (!overlapModes.includes(settings.overlap)) {
    throw new ConfigurationError(`overlap is "${settings.overlap}"; allowed are ${overlapModes.join(", ")}.`);
  }
}

function checkModels(name: string, models: readonly string[]): void {
  const areModels = models.every((model) => typeof model === "string" && modelPattern.test(model));
  if (models.length <= mostModels && areModels && new Set(models).size === models.length) return;
  throw new ConfigurationError(
    `${name} must be a list of at most ${mostModels} different models, each as provider/model.`,
  );
}

function checkTexts({ model, instructions, disabledPlugins }: BotSettings): void {
  if (typeof model !== "string") throw new ConfigurationError("model must be written as provider/model.");
  if (typeof instructions !== "string" || instructions.length > longestInstructions) {
    throw new ConfigurationError(`instructions must be a text of at most ${longestInstructions} characters.`);
  }
  const areNames = disabledPlugins.every((name) => typeof name === "string" && name.length <= longestName);
  if (disabledPlugins.length > mostDisabled || !areNames) {
    throw new ConfigurationError(`disabledPlugins must be a list of at most ${mostDisabled} names of plugins.`);
  }
}

/** @throws ConfigurationError when the value is no whole number of that range. */
export function checkWhole(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new ConfigurationError(`${name} is ${String(value)}; it must be a whole number from ${least} to ${most}.`);
}
