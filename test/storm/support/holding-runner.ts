import { type ClaimedTurn, type RunContext, RunAbortedError, type RunResult, type TurnRunner } from "@keyturn/core";

/** How a conversation's runs behave. */
export type Behaviour = "prompt" | "held" | "held and deaf";

/**
 * Answers every turn with what it was asked. Runs that are held hang until they are let go; deaf ones go on when they are
 * aborted, and answer late.
 */
export class HoldingRunner implements TurnRunner {
  /** Ends the holding, for runs that hang and those that come. */
  readonly letGo: () => void;
  readonly #behaviourOf: (place: string) => Behaviour;
  readonly #letGo: Promise<void>;

  /** @param behaviourOf by the conversation's name. */
  constructor(behaviourOf: (place: string) => Behaviour) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#behaviourOf = behaviourOf;
    this.#letGo = promise;
    this.letGo = resolve;
  }

  async run({ key, runId, messages }: ClaimedTurn, context: RunContext): Promise<RunResult> {
    const { signal } = context;
    const behaviour = this.#behaviourOf(key.place);
    const text = messages.map((message) => `re: ${message.text}`).join("\n");
    context.onText(text);
    if (behaviour === "held") await Promise.race([this.#letGo, abortOf(signal)]);
    if (behaviour === "held and deaf") await this.#letGo;
    else if (signal.aborted) throw new RunAbortedError(runId, "aborted");
    return { parts: [{ type: "text", text }], usage: { inputTokens: 1, outputTokens: 1 } };
  }
}

function abortOf(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
