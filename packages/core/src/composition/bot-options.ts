import type { AgentRunnerOptions } from "../agent/agent-runner-options.ts";
import type { TurnRunner } from "../agent/turn-runner.ts";
import type { Clock } from "../clock.ts";
import { type DeliveryOptions, deliveryDefaults } from "../delivery/delivery-queue.ts";
import { ConfigurationError } from "../errors.ts";
import type { LockObservation } from "../locking/keyed-lock.ts";
import type { Logger } from "../log.ts";
import type { ConfiguredPlugin, Plugin } from "../plugin/plugin.ts";
import type { AuditLog } from "../sessions/audit.ts";
import type { OverlapMode } from "../sessions/inbox.ts";
import type { Policy } from "../sessions/policy.ts";

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
export interface CheckedBotOptions {
  readonly store: StoreChoice;
  readonly model: string;
  readonly instructions: string;
  readonly plugins: readonly ConfiguredPlugin[];
  readonly overlap: OverlapMode;
  readonly capacity: number;
  readonly undoMilliseconds: number;
  readonly attempts: number;
  readonly historyLimit: number;
  readonly delivery: DeliveryOptions;
}

/** The defaults of the plain options. */
const botDefaults: Omit<CheckedBotOptions, "plugins"> = Object.freeze<Omit<CheckedBotOptions, "plugins">>({
  store: { kind: "memory" },
  model: "offline/eliza",
  instructions: "You are a helpful partner in conversation. Answer clearly and briefly.",
  overlap: "queue",
  capacity: 50,
  undoMilliseconds: 600_000,
  attempts: 3,
  historyLimit: 100,
  delivery: deliveryDefaults,
});

const overlapModes: readonly OverlapMode[] = ["queue", "collect", "interrupt", "reject"];

/**
 * Fills defaults in and checks what was given.
 * @throws ConfigurationError that names the option, its value and what is allowed.
 */
export function checkBotOptions(options: BotOptions): CheckedBotOptions {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const checked: CheckedBotOptions = {
    ...botDefaults,
    ...given,
    delivery: { ...deliveryDefaults, ...options.delivery },
    plugins: (options.plugins ?? []).map((entry) => ("plugin" in entry ? entry : { plugin: entry })),
  };
  checkWhole("capacity", checked.capacity, 1, 10_000);
  checkWhole("undoMilliseconds", checked.undoMilliseconds, 0, 86_400_000);
  checkWhole("attempts", checked.attempts, 1, 10);
  checkWhole("historyLimit", checked.historyLimit, 1, 1_000);
  checkWhole("delivery.attempts", checked.delivery.attempts, 1, 100);
  checkWhole("delivery.sendTimeoutMilliseconds", checked.delivery.sendTimeoutMilliseconds, 1, 600_000);
  checkWhole("delivery.retryMilliseconds", checked.delivery.retryMilliseconds, 1, 600_000);
  if (!overlapModes.includes(checked.overlap)) {
    throw new ConfigurationError(`overlap is "${checked.overlap}"; allowed are ${overlapModes.join(", ")}.`);
  }
  return checked;
}

function checkWhole(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new ConfigurationError(`${name} is ${String(value)}; it must be a whole number from ${least} to ${most}.`);
}
