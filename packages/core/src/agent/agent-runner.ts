import { type ToolSet, isStepCount, streamText } from "ai";
import type { Clock } from "../clock.ts";
import { ConfigurationError, ProviderError } from "../errors.ts";
import type { ClaimedTurn } from "../sessions/session-store.ts";
import type { NewSummary } from "../sessions/summary.ts";
import type { AgentRunnerSettings } from "./agent-runner-options.ts";
import { readFiles } from "./attached-files.ts";
import { type ModelConversation, composeConversation, olderPart } from "./history.ts";
import type { LanguageModel, NativeLanguageModel } from "./language-model.ts";
import type { ModelRegistry } from "./model-registry.ts";
import { toProviderError } from "./provider-failure.ts";
import { raceWithSignal } from "./race-with-signal.ts";
import { withRetries } from "./retrying-model.ts";
import { RunTools } from "./run-tools.ts";
import { RunWatch } from "./run-watch.ts";
import { StreamedAnswer } from "./streamed-answer.ts";
import type { Summarizer } from "./summarizer.ts";
import type { ToolDefinition } from "./tool.ts";
import { withSpans } from "./traced-model.ts";
import type { RunContext, RunResult, TurnRunner } from "./turn-runner.ts";

/** What an agent runner is made of. */
export interface AgentRunnerParts {
  readonly models: ModelRegistry;
  /** The tools that a run may call; asked at the beginning of each run. */
  readonly tools: () => readonly ToolDefinition[];
  /** As they are now: read once for each run, which keeps what it began with. */
  readonly settings: () => AgentSettings;
  readonly clock: Clock;
  /** Without one, what no longer fits is left out. */
  readonly summarizer?: Summarizer | undefined;
  /** Told of each model that could not answer; another may have. Must not throw. */
  readonly onModelFailure?: ((failure: Error, turn: ClaimedTurn) => void) | undefined;
}

/** What a run is told by the bot's settings. */
export interface AgentSettings {
  /** `provider/model`, for sessions whose own settings name none. */
  readonly model: string;
  /** The system prompt; empty for none. */
  readonly instructions: string;
  /** Asked in this order when the model cannot answer and nothing was shown. */
  readonly fallbackModels: readonly string[];
  readonly runner: AgentRunnerSettings;
  /** Transcript entries that a run is given. */
  readonly historyLimit: number;
}

/** A turn whose older part was summarised on the way. */
interface SummarizedTurn {
  readonly turn: ClaimedTurn;
  readonly summary: NewSummary;
  readonly usage: RunResult["usage"];
}

/**
 * Longest wait between two tries that a run sits out, in milliseconds; the AI SDK's own bound. A longer one that a service
 * asks for is left to the lane, which runs the turn again later.
 */
const longestRetryDelayMilliseconds = 60_000;

const groupInstructions = "Several people write in this conversation. Each message begins with its sender's name.";

/**
 * Executes a turn with a language model and tools, through the AI SDK. Beside what TurnRunner names, a run throws
 * ConfigurationError when the session's model cannot be used.
 */
export class AgentRunner implements TurnRunner {
  readonly #parts: AgentRunnerParts;

  constructor(parts: AgentRunnerParts) {
    this.#parts = parts;
  }

  async run(turn: ClaimedTurn, context: RunContext): Promise<RunResult> {
    const settings = this.#parts.settings();
    const watch = new RunWatch(turn.runId, context.signal, this.#parts.clock, settings.runner);
    try {
      return await raceWithSignal(watch.signal, () => this.#answer(turn, context, watch, settings));
    } finally {
      watch.end();
    }
  }

  /** The answer of the conversation's model, or of the first other one that can give it, unless something was shown. */
  async #answer(turn: ClaimedTurn, context: RunContext, watch: RunWatch, settings: AgentSettings): Promise<RunResult> {
    const wanted = turn.settings.model ?? settings.model;
    const names = [wanted, ...settings.fallbackModels.filter((name) => name !== wanted)];
    const older = await this.#summarizeOlder(wanted, turn, watch, settings);
    const failures: (ProviderError | ConfigurationError)[] = [];
    for (const modelName of names) {
      const answer = await this.#ask(modelName, older?.turn ?? turn, context, watch, settings);
      if (answer instanceof StreamedAnswer) {
        return { ...withSummary(answer.finish(), older), ...(modelName !== wanted && { modelName }) };
      }
      failures.push(answer);
      this.#parts.onModelFailure?.(answer, turn);
    }
    // One that may pass is worth another run, whichever model it came from.
    const passing = failures.find((failure) => failure instanceof ProviderError && failure.isRetryable);
    throw passing ?? failures[0] ?? new ConfigurationError("There is no model.");
  }

  /**
   * Has the part summarised that no longer fits; undefined when all fits, or no summary could be made: then the oldest is
   * left out, as if it had not been said.
   */
  async #summarizeOlder(
    modelName: string,
    turn: ClaimedTurn,
    watch: RunWatch,
    settings: AgentSettings,
  ): Promise<SummarizedTurn | undefined> {
    const { summarizer, clock } = this.#parts;
    if (summarizer?.canUse(modelName) !== true) return undefined;
    const { runner, historyLimit } = settings;
    const older = olderPart(turn, { historyTokens: runner.historyTokens, historyLimit, hasTools: true });
    if (older === undefined) return undefined;
    const { signal } = watch;
    try {
      const request = { modelName, previous: turn.summary, older, runner, signal, onSign: () => watch.beat() };
      const { text, usage } = await summarizer.summarize(request);
      const summary = { text, upTo: older.upTo, at: clock.now() };
      return { turn: { ...turn, summary }, summary: { ...summary, amendments: turn.amendments ?? 0 }, usage };
    } catch (error) {
      signal.throwIfAborted();
      this.#parts.onModelFailure?.(toProviderError(error, modelName, clock.now()), turn);
      return undefined;
    }
  }

  /**
   * Asks one model; gives back why it could not answer, where another may be asked.
   * @throws what the run ends with: something was shown already, or nobody waits any more.
   */
  async #ask(
    modelName: string,
    turn: ClaimedTurn,
    context: RunContext,
    watch: RunWatch,
    settings: AgentSettings,
  ): Promise<StreamedAnswer | ProviderError | ConfigurationError> {
    const { models, clock } = this.#parts;
    const { signal } = watch;
    const tools = new RunTools(turn, signal, clock);
    const answer = new StreamedAnswer({ modelName, stepLimit: settings.runner.stepLimit, tools, context, signal });
    try {
      const model = withSpans(this.#withRetries(await models.resolve(modelName), watch, settings.runner), modelName);
      const toolSet = tools.toolSet(this.#parts.tools());
      const conversation = composeConversation(turn, {
        historyTokens: settings.runner.historyTokens,
        hasTools: Object.keys(toolSet).length > 0,
        files: await readFiles(turn, {
          accepts: (attachment) => models.accepts(modelName, attachment),
          read: (messageId, index) => context.readAttachment(messageId, index),
        }),
      });
      for await (const part of this.#stream(model, conversation, tools, toolSet, { settings, signal })) {
        watch.beat();
        answer.read(part);
      }
    } catch (error) {
      signal.throwIfAborted();
      const failure = error instanceof ConfigurationError ? error : toProviderError(error, modelName, clock.now());
      if (answer.hasBegun || !(failure instanceof ProviderError || failure instanceof ConfigurationError))
        throw failure;
      return failure;
    }
    signal.throwIfAborted();
    return answer;
  }

  #stream(
    model: NativeLanguageModel,
    { messages, isGroup }: ModelConversation,
    tools: RunTools,
    toolSet: ToolSet,
    { settings, signal }: { readonly settings: AgentSettings; readonly signal: AbortSignal },
  ): ReturnType<typeof streamText<ToolSet>>["stream"] {
    const instructions = [settings.instructions, isGroup ? groupInstructions : ""].filter(Boolean).join("\n\n");
    return streamText({
      model,
      ...(instructions !== "" && { instructions }),
      messages,
      tools: toolSet,
      stopWhen: isStepCount(settings.runner.stepLimit),
      abortSignal: signal,
      // The model repeats its calls itself, by our clock.
      maxRetries: 0,
      // A telemetry integration of the process would be given the conversation, where no delete reaches it.
      telemetry: { isEnabled: false },
      // Errors come as parts of the stream; without this they are printed too.
      onError: () => {},
      onLanguageModelCallEnd: ({ content }) => {
        tools.beginStep(content.flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : [])));
      },
    }).stream;
  }

  #withRetries(model: LanguageModel, watch: RunWatch, settings: AgentRunnerSettings): NativeLanguageModel {
    return withRetries(model, {
      clock: this.#parts.clock,
      retries: settings.retries,
      delayMilliseconds: settings.retryDelayMilliseconds,
      longestDelayMilliseconds: longestRetryDelayMilliseconds,
      signal: watch.signal,
      onRetry: () => watch.beat(),
    });
  }
}

function withSummary(result: RunResult, older: SummarizedTurn | undefined): RunResult {
  if (older === undefined) return result;
  const { inputTokens, outputTokens } = result.usage;
  const usage = {
    ...result.usage,
    inputTokens: inputTokens + older.usage.inputTokens,
    outputTokens: outputTokens + older.usage.outputTokens,
  };
  return { ...result, usage, summary: older.summary };
}
