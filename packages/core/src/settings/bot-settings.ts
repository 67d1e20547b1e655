import type { AgentRunnerSettings } from "../agent/agent-runner-options.ts";
import type { DeliveryOptions } from "../delivery/delivery-queue.ts";
import type { OverlapMode } from "../sessions/inbox.ts";
import type { UsageSettings } from "../usage/usage-cost.ts";

/** The settings of a bot that can be changed while it runs. What each means is said at `BotOptions`. */
export interface BotSettings {
  readonly model: string;
  readonly models: readonly string[];
  readonly fallbackModels: readonly string[];
  readonly instructions: string;
  readonly overlap: OverlapMode;
  readonly capacity: number;
  readonly undoMilliseconds: number;
  readonly attempts: number;
  readonly historyLimit: number;
  readonly runner: AgentRunnerSettings;
  readonly delivery: DeliveryOptions;
  readonly usage: UsageSettings;
  /** Names of plugins that are off; one that the bot does not have is no error. */
  readonly disabledPlugins: readonly string[];
}

/** The names of `BotSettings`. */
export const botSettingNames: readonly (keyof BotSettings)[] = [
  "model",
  "models",
  "fallbackModels",
  "instructions",
  "overlap",
  "capacity",
  "undoMilliseconds",
  "attempts",
  "historyLimit",
  "runner",
  "delivery",
  "usage",
  "disabledPlugins",
];

type MergePatch<Value> = { readonly [Name in keyof Value]?: Value[Name] | null | undefined };

/**
 * What is to be changed of a bot's settings, as a JSON merge patch: what is left out stays as it is; null takes the
 * change back, so that what the bot was made with holds again.
 */
export type SettingsPatch = MergePatch<Omit<BotSettings, "runner" | "delivery" | "usage">> & {
  readonly runner?: MergePatch<AgentRunnerSettings> | null | undefined;
  readonly delivery?: MergePatch<DeliveryOptions> | null | undefined;
  readonly usage?: MergePatch<UsageSettings> | null | undefined;
};
