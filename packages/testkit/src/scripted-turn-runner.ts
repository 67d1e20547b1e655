import { type ClaimedTurn, type RunContext, RunAbortedError, type RunResult, type TurnRunner } from "@keyturn/core";

/** How a scripted runner takes an abort. */
export interface ScriptedTurnRunnerOptions {
  /** True for a model that goes on whatever happens: only the test ends its runs. */
  readonly ignoresAbort?: boolean;
}

/** A run that waits for the test to say what it writes and how it ends. */
export class ScriptedRun {
  readonly turn: ClaimedTurn;
  readonly #context: RunContext;
  readonly #resolve: (result: RunResult) => void;
  readonly #reject: (error: unknown) => void;
  #text = "";

  /** For `ScriptedTurnRunner`. */
  constructor(
    turn: ClaimedTurn,
    context: RunContext,
    resolve: (result: RunResult) => void,
    reject: (error: unknown) => void,
  ) {
    this.turn = turn;
    this.#context = context;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** The texts of the turn's messages. */
  get texts(): readonly string[] {
    return this.turn.messages.map((message) => message.text);
  }

  get isAborted(): boolean {
    return this.#context.signal.aborted;
  }

  /** Writes a piece of the answer, as a stream does. */
  write(text: string): void {
    this.#text += text;
    this.#context.onText(text);
  }

  /** Writes the rest and ends the run with what was written. */
  answer(text = ""): void {
    if (text !== "") this.write(text);
    this.#resolve({ parts: [{ type: "text", text: this.#text }], usage: { inputTokens: 1, outputTokens: 1 } });
  }

  /** Ends the run with an error. */
  fail(error: unknown): void {
    this.#reject(error);
  }
}

/** Executes turns as the test says: each run hangs until it is answered or failed. */
export class ScriptedTurnRunner implements TurnRunner {
  /** Every run so far, in the order in which they began. */
  readonly runs: ScriptedRun[] = [];
  readonly #ignoresAbort: boolean;
  readonly #waiting: { readonly count: number; readonly resolve: (run: ScriptedRun) => void }[] = [];
  #given = 0;

  constructor(options: ScriptedTurnRunnerOptions = {}) {
    this.#ignoresAbort = options.ignoresAbort ?? false;
  }

  run(turn: ClaimedTurn, context: RunContext): Promise<RunResult> {
    return new Promise((resolve, reject) => {
      const run = new ScriptedRun(turn, context, resolve, reject);
      if (!this.#ignoresAbort) {
        const abort = () => reject(new RunAbortedError(turn.runId, "aborted"));
        context.signal.addEventListener("abort", abort, { once: true });
      }
      this.runs.push(run);
      this.#hand();
    });
  }

  /** The next run that no earlier call was given, once it has begun. */
  nextRun(): Promise<ScriptedRun> {
    this.#given += 1;
    const count = this.#given;
    return new Promise((resolve) => {
      this.#waiting.push({ count, resolve });
      this.#hand();
    });
  }

  #hand(): void {
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      const run = this.runs[first.count - 1];
      if (run === undefined) return;
      this.#waiting.shift();
      first.resolve(run);
    }
  }
}

/** Executes turns by a function of the turn's text: no waiting, no drafts. */
export function createInstantRunner(answer: (text: string) => string = (text) => `re: ${text}`): TurnRunner {
  return {
    run: (turn) => {
      const text = answer(turn.messages.map((message) => message.text).join("\n"));
      return Promise.resolve({ parts: [{ type: "text", text }], usage: { inputTokens: 1, outputTokens: 1 } });
    },
  };
}
