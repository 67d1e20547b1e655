import { ConfigurationError } from "../errors.ts";

/** How an agent runner works. */
export interface AgentRunnerOptions {
  /**
   * Calls of the model in one run, 1 to 1,000: each answer that calls tools costs one, so does the last.
   * @default 20, the AI SDK's own for its agents (AI SDK 7, "Loop control")
   */
  readonly stepLimit?: number | undefined;
  /**
   * Longest time with nothing from the model and no tool that finishes, in milliseconds, 1,000 to 86,400,000.
   * Models that think before they write are silent for tens of seconds.
   * @default 120_000
   */
  readonly idleTimeoutMilliseconds?: number | undefined;
  /**
   * Longest run, in milliseconds, 1,000 to 86,400,000.
   * The default is as long as Discord lets an interaction be answered (Discord, "Receiving and Responding").
   * @default 900_000
   */
  readonly totalTimeoutMilliseconds?: number | undefined;
  /**
   * Size of the history that the model is shown, in tokens at 4 characters each, 100 to 10,000,000.
   * The default is a quarter of a window of 128,000 tokens, the smallest that large hosted models have: it leaves room
   * for instructions, tools and their results, and keeps the cost of a turn from growing with the conversation.
   * @default 32_000
   */
  readonly historyTokens?: number | undefined;
  /**
   * Further tries of a model call that fails in a way that may pass and before anything came, 0 to 10.
   * @default 2, the AI SDK's own
   */
  readonly retries?: number | undefined;
  /**
   * Wait before the second try, in milliseconds, 0 to 60,000; doubled before each further one. What the service asks
   * for goes first.
   * @default 2_000, the AI SDK's own
   */
  readonly retryDelayMilliseconds?: number | undefined;
}

/** The options with nothing left out. */
export type AgentRunnerSettings = { readonly [Name in keyof AgentRunnerOptions]-?: number };

const defaults: AgentRunnerSettings = Object.freeze({
  stepLimit: 20,
  idleTimeoutMilliseconds: 120_000,
  totalTimeoutMilliseconds: 900_000,
  historyTokens: 32_000,
  retries: 2,
  retryDelayMilliseconds: 2_000,
});

const ranges: { readonly [Name in keyof AgentRunnerSettings]: readonly [least: number, most: number] } = {
  stepLimit: [1, 1_000],
  idleTimeoutMilliseconds: [1_000, 86_400_000],
  totalTimeoutMilliseconds: [1_000, 86_400_000],
  historyTokens: [100, 10_000_000],
  retries: [0, 10],
  retryDelayMilliseconds: [0, 60_000],
};

/**
 * Fills in the defaults.
 * @throws ConfigurationError when a value is no whole number of its range.
 */
export function resolveAgentRunnerOptions(options: AgentRunnerOptions): AgentRunnerSettings {
  const check = (name: keyof AgentRunnerSettings): number => {
    const value = options[name] ?? defaults[name];
    const [least, most] = ranges[name];
    if (!Number.isInteger(value) || value < least || value > most) {
      throw new ConfigurationError(`${name} must be a whole number from ${least} to ${most}; it is ${value}.`);
    }
    return value;
  };
  return {
    stepLimit: check("stepLimit"),
    idleTimeoutMilliseconds: check("idleTimeoutMilliseconds"),
    totalTimeoutMilliseconds: check("totalTimeoutMilliseconds"),
    historyTokens: check("historyTokens"),
    retries: check("retries"),
    retryDelayMilliseconds: check("retryDelayMilliseconds"),
  };
}
