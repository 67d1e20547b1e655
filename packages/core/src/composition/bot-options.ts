import { type AgentRunnerOptions, resolveAgentRunnerOptions } from "../agent/agent-runner-options.ts";
import type { TurnRunner } from "../agent/turn-runner.ts";
import type { Clock } from "../clock.ts";
import { type DeliveryOptions, deliveryDefaults } from "../delivery/delivery-queue.ts";
import type { LockObservation } from "../locking/keyed-lock.ts";
import type { Logger } from "../log.ts";
import type { ConfiguredPlugin, Plugin } from "../plugin/plugin.ts";
import type { AuditLog } from "../sessions/audit.ts";
import type { OverlapMode } from "../sessions/inbox.ts";
import type { Policy } from "../sessions/policy.ts";
import type { BotSettings, SettingsPatch } from "../settings/bot-settings.ts";
import { type UsageSettings, usageDefaults } from "../usage/usage-cost.ts";
import { checkBotSettings, checkWhole } from "../settings/check-settings.ts";
import type { SettingsKeeper } from "../settings/live-settings.ts";

/** Where conversations are kept. */
export type StoreChoice =
  | { readonly kind: "memory" }
  | {
      readonly kind: "lowdb";
      /** The data folder; made when it is not there. One process at a time may use it. */
      readonly folder: string;
      /**
       * `strict` survives a power cut; `relaxed` survives a crash of the process and is faster.
       * @default "strict"
       */
      readonly durability?: "strict" | "relaxed" | undefined;
    };

/** What a bot is made of. Every option has a default that works without an account. */
export interface BotOptions {
  /** @default { kind: "memory" } */
  readonly store?: StoreChoice;
  /**
   * The model of every conversation that has no other, as `provider/model`.
   * @default "offline/eliza"
   */
  readonly model?: string;
  /**
   * Models that people may choose for their conversation with `/model`, beside the one above, each as `provider/model`.
   * @default []: administrators of a place alone may choose another
   */
  readonly models?: readonly string[];
  /**
   * Models that answer, in this order, when the service of a conversation's model fails before anything was shown.
   * @default []
   */
  readonly fallbackModels?: readonly string[];
  /** What the model is told about itself before every conversation. */
  readonly instructions?: string;
  /** Plugins, in the order in which they are set up: channels, providers, tools, commands, hooks. */
  readonly plugins?: readonly (Plugin | ConfiguredPlugin)[];
  /**
   * What happens to a message that comes while a turn of its conversation waits or runs.
   * @default "queue"
   */
  readonly overlap?: OverlapMode;
  /**
   * Messages that may wait in one conversation, 1 to 10,000; beyond, the sender is told. Fifty are more than a person
   * writes during the longest answer, and few enough that a flood costs little.
   * @default 50
   */
  readonly capacity?: number;
  /**
   * How long a reset or delete can be undone, in milliseconds, 0 to 86,400,000; 0 keeps nothing of what was removed. Ten
   * minutes are enough to notice a mistake, and short enough to mean it when something is to be gone.
   * @default 600_000
   */
  readonly undoMilliseconds?: number;
  /**
   * Runs of one turn before its person gets an error message, 1 to 10. A crash of the process counts as one.
   * @default 3
   */
  readonly attempts?: number;
  /**
   * Transcript entries that a run is given, 1 to 1,000; the token budget may cut them further.
   * @default 100
   */
  readonly historyLimit?: number;
  /** Limits of the agent runner. */
  readonly runner?: AgentRunnerOptions;
  /** Executes turns in place of the agent runner: for bots that answer by code alone, for tests and benchmarks. */
  readonly turnRunner?: TurnRunner;
  readonly delivery?: Partial<DeliveryOptions>;
  /** What models cost, for the figures of `bot.usage`. */
  readonly usage?: Partial<UsageSettings>;
  /**
   * Names of plugins that are off; `bot.changePlugin` turns them on.
   * @default []
   */
  readonly disabledPlugins?: readonly string[];
  /**
   * Longest set-up of one plugin, in milliseconds, 1,000 to 3,600,000; one that takes longer counts as failed. Thirty
   * seconds are enough to log in somewhere, and others wait meanwhile.
   * @default 30_000
   */
  readonly pluginSetupMilliseconds?: number;
  /**
   * Longest start of one channel that reports nothing, in milliseconds, 1,000 to 3,600,000; then it counts as failed and
   * is tried again.
   * @default 60_000
   */
  readonly channelStartMilliseconds?: number;
  /** What `bot.settings` had changed in an earlier process, as its keeper was given it: goes before the options above. */
  readonly changedSettings?: SettingsPatch;
  /** Keeps what `bot.settings` changes. Default: nobody, so that changes end with the process. */
  readonly settingsKeeper?: SettingsKeeper;
  /** Who may do what. Default: operators everything, participants stop and reset their own conversation. */
  readonly policy?: Policy;
  /** Where stops, resets and deletes are written down. Default: beside the store. */
  readonly audit?: AuditLog;
  readonly log?: Logger;
  readonly clock?: Clock;
  /** Told of every section that held the lock. Must not throw. */
  readonly observeLock?: (observation: LockObservation) => void;
}

/** `BotOptions` with every default filled in. */
export interface CheckedBotOptions extends BotSettings {
  readonly store: StoreChoice;
  readonly plugins: readonly ConfiguredPlugin[];
  readonly pluginSetupMilliseconds: number;
  readonly channelStartMilliseconds: number;
}

/** The defaults of the plain options. */
const botDefaults: Omit<CheckedBotOptions, "plugins" | "runner"> = Object.freeze<
  Omit<CheckedBotOptions, "plugins" | "runner">
>({
  store: { kind: "memory" },
  model: "offline/eliza",
  models: [],
  fallbackModels: [],
  instructions: "You are a helpful partner in conversation. Answer clearly and briefly.",
  overlap: "queue",
  capacity: 50,
  undoMilliseconds: 600_000,
  attempts: 3,
  historyLimit: 100,
  delivery: deliveryDefaults,
  usage: usageDefaults,
  disabledPlugins: [],
  pluginSetupMilliseconds: 30_000,
  channelStartMilliseconds: 60_000,
});

/**
 * Fills defaults in and checks what was given.
 * @throws ConfigurationError that names the option, its value and what is allowed.
 */
export function checkBotOptions(options: BotOptions): CheckedBotOptions {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const checked: CheckedBotOptions = {
    ...botDefaults,
    ...given,
    runner: resolveAgentRunnerOptions(options.runner ?? {}),
    delivery: { ...deliveryDefaults, ...options.delivery },
    usage: { ...usageDefaults, ...options.usage },
    plugins: (options.plugins ?? []).map((entry) => ("plugin" in entry ? entry : { plugin: entry })),
  };
  checkBotSettings(checked);
  checkWhole("pluginSetupMilliseconds", checked.pluginSetupMilliseconds, 1_000, 3_600_000);
  checkWhole("channelStartMilliseconds", checked.channelStartMilliseconds, 1_000, 3_600_000);
  return checked;
}

/** The options that can be changed while the bot runs. */
export function settingsOf(checked: CheckedBotOptions): BotSettings {
  const { model, instructions, overlap, capacity, undoMilliseconds, attempts, historyLimit, runner, delivery } =
    checked;
  const { models, fallbackModels, disabledPlugins, usage } = checked;
  const plain = {
    models,
    fallbackModels,
    model,
    instructions,
    overlap,
    capacity,
    undoMilliseconds,
    attempts,
    historyLimit,
    disabledPlugins,
  };
  return { ...plain, runner, delivery, usage };
}
