import { type ClaimedTurn, type RunContext, RunAbortedError, type RunResult, type TurnRunner } from "@keyturn/core";

/** How a conversation's runs behave. */
export type Behaviour = "prompt" | "held" | "held and deaf" | "held until removed";

interface Hold {
  readonly ended: Promise<void>;
  readonly end: () => void;
}

/**
 * Answers every turn with what it was asked. Runs that are held hang until they are let go; deaf ones go on when they are
 * aborted, and answer late. Those that are held until removed answer in the middle of a removal of their session.
 */
export class HoldingRunner implements TurnRunner {
  readonly #behaviourOf: (place: string) => Behaviour;
  readonly #all: Hold = createHold();
  /** What holds the runs that wait for a removal, by conversation. */
  readonly #byPlace = new Map<string, Hold>();

  /** @param behaviourOf by the conversation's name. */
  constructor(behaviourOf: (place: string) => Behaviour) {
    this.#behaviourOf = behaviourOf;
  }

  /** Ends the holding, for runs that hang and those that come. */
  letGo(): void {
    this.#all.end();
  }

  /** A conversation's session is being removed: its run ends with an answer. */
  removalBegun(place: string): void {
    this.#byPlace.get(place)?.end();
    this.#byPlace.delete(place);
  }

  async run({ key, runId, messages }: ClaimedTurn, context: RunContext): Promise<RunResult> {
    const { signal } = context;
    const behaviour = this.#behaviourOf(key.place);
    const text = messages.map((message) => `re: ${message.text}`).join("\n");
    context.onText(text);
    if (behaviour === "held") await Promise.race([this.#all.ended, abortOf(signal)]);
    if (behaviour === "held and deaf") await this.#all.ended;
    if (behaviour === "held until removed") await Promise.race([this.#all.ended, this.#holdOf(key.place).ended]);
    if (behaviour !== "held and deaf" && signal.aborted) throw new RunAbortedError(runId, "aborted");
    return { parts: [{ type: "text", text }], usage: { inputTokens: 1, outputTokens: 1 } };
  }

  #holdOf(place: string): Hold {
    const hold = this.#byPlace.get(place) ?? createHold();
    this.#byPlace.set(place, hold);
    return hold;
  }
}

function createHold(): Hold {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { ended: promise, end: resolve };
}

function abortOf(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
