import type { Clock } from "../../clock.ts";
import { ConfigurationError } from "../../errors.ts";
import type { ModelProvider } from "../model-provider.ts";
import { ElizaModel } from "./eliza-model.ts";

/** Settings of the provider `offline`. */
export interface ElizaProviderOptions {
  readonly clock: Clock;
  /**
   * Pause between two words, in milliseconds, 0 or more: the pace of a quick model, so that streaming can be seen.
   * @default 25
   */
  readonly wordDelayMilliseconds?: number | undefined;
  /**
   * Said once, after the first answer of a conversation: what this partner is, and how to connect a real model.
   * @default a sentence that speaks of the bot's model setting
   */
  readonly introduction?: string | undefined;
}

const defaults = Object.freeze({
  wordDelayMilliseconds: 25,
  introduction:
    "(I am the offline partner, a set of rules and no language model: " +
    "to connect a real one, set the bot's model to `provider/model` and give it that provider's key.)",
});

/**
 * The offline conversation partner, as `offline/eliza`: for trying everything without an account.
 * @throws ConfigurationError when the delay is negative or not finite.
 */
export function createElizaProvider(options: ElizaProviderOptions): ModelProvider {
  const { clock } = options;
  const { wordDelayMilliseconds = defaults.wordDelayMilliseconds, introduction = defaults.introduction } = options;
  if (!Number.isFinite(wordDelayMilliseconds) || wordDelayMilliseconds < 0) {
    throw new ConfigurationError(`wordDelayMilliseconds must be 0 or more; it is ${wordDelayMilliseconds}.`);
  }
  return {
    name: "offline",
    canSummarize: false,
    describe: async () => ({ kind: "ready" }),
    createModel: async (modelId) => {
      if (modelId === "eliza") return new ElizaModel({ clock, wordDelayMilliseconds, introduction });
      throw new ConfigurationError(`The provider offline has no model ${modelId}. It has one: offline/eliza.`);
    },
  };
}
