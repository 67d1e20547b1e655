import type { FinishReason, TextStreamPart, ToolSet } from "ai";
import { ProviderError, describeError } from "../errors.ts";
import { AnswerRecorder } from "./answer-recorder.ts";
import { copyAsJson } from "./json-copy.ts";
import type { RunTools } from "./run-tools.ts";
import type { RunContext, RunResult } from "./turn-runner.ts";

/** What a streamed answer is read for. */
export interface StreamedAnswerParts {
  readonly modelName: string;
  readonly stepLimit: number;
  readonly tools: RunTools;
  readonly context: RunContext;
  /** Nothing is told to the context any more once it aborted. */
  readonly signal: AbortSignal;
}

type StreamPart = TextStreamPart<ToolSet>;

/** Reads the parts of one run as they come, tells the context of them, and makes the run's result of them. */
export class StreamedAnswer {
  readonly #parts: StreamedAnswerParts;
  readonly #recorder = new AnswerRecorder();
  #inputTokens = 0;
  #cachedInputTokens = 0;
  #outputTokens = 0;
  #steps = 0;
  #callsInStep = 0;
  #finishReason: FinishReason | undefined;
  #hasServiceReason = false;

  constructor(parts: StreamedAnswerParts) {
    this.#parts = parts;
  }

  /** Whether something of it was shown or done: what came after would stand beside it. */
  get hasBegun(): boolean {
    return this.#recorder.parts.length > 0;
  }

  /** @throws what the stream says went wrong. */
  read(part: StreamPart): void {
    if (this.#parts.signal.aborted) return;
    switch (part.type) {
      case "start-step":
        this.#callsInStep = 0;
        break;
      case "text-delta":
        this.#write(part.text);
        break;
      case "tool-call":
        this.#call(part);
        break;
      case "tool-result":
        if (part.preliminary !== true) this.#settle(part.toolCallId, part.output, false);
        break;
      case "tool-error":
        this.#settle(part.toolCallId, describeError(part.error), true);
        break;
      case "finish-step":
        this.#finishStep(part);
        break;
      case "error":
        throw part.error;
      default:
    }
  }

  /**
   * The result, when the stream has ended.
   * @throws ProviderError when there is no answer in it, or only the beginning of one.
   */
  finish(): RunResult {
    if (this.#isCutOff) throw this.#failure("the answer ended in the middle", true);
    if (this.#isStepLimitMet) this.#write(stepLimitText(this.#parts.stepLimit));
    else if (!this.#recorder.hasText) this.#write(this.#textOfSilence());
    return {
      parts: this.#recorder.parts,
      usage: {
        inputTokens: this.#inputTokens,
        outputTokens: this.#outputTokens,
        ...(this.#cachedInputTokens > 0 && { cachedInputTokens: this.#cachedInputTokens }),
      },
    };
  }

  #write(text: string): void {
    const shown = this.#recorder.addText(text);
    if (shown !== "") this.#parts.context.onText(shown);
  }

  #call({ toolCallId, toolName, input }: Extract<StreamPart, { readonly type: "tool-call" }>): void {
    const recordedInput = copyAsJson(input);
    const callId = this.#recorder.addCall(toolCallId, toolName, recordedInput);
    this.#callsInStep += 1;
    this.#parts.context.onToolCall({ callId, name: toolName, input: recordedInput });
  }

  #settle(callId: string, output: unknown, isError: boolean): void {
    const durationMilliseconds = this.#parts.tools.duration(callId);
    const call = this.#recorder.addOutcome(callId, { output: copyAsJson(output), isError, durationMilliseconds });
    if (call === undefined) return;
    this.#parts.context.onToolResult({ callId: call.callId, name: call.name, isError, durationMilliseconds });
  }

  #finishStep({ finishReason, rawFinishReason, usage }: Extract<StreamPart, { readonly type: "finish-step" }>): void {
    this.#steps += 1;
    this.#finishReason = finishReason;
    this.#hasServiceReason = rawFinishReason !== undefined;
    this.#inputTokens += usage.inputTokens ?? 0;
    this.#cachedInputTokens += usage.inputTokenDetails.cacheReadTokens ?? 0;
    this.#outputTokens += usage.outputTokens ?? 0;
  }

  /** The SDK ends a stream that broke off like any other; what is missing is the service's word that it is done. */
  get #isCutOff(): boolean {
    const reason = this.#finishReason;
    if (reason === undefined || reason === "interrupted" || reason === "error") return true;
    return reason === "other" && !this.#hasServiceReason;
  }

  get #isStepLimitMet(): boolean {
    return this.#steps >= this.#parts.stepLimit && this.#callsInStep > 0;
  }

  /** What is said where the model said nothing: running its tools again would not make it say more. */
  #textOfSilence(): string {
    const { toolNames } = this.#recorder;
    if (this.#finishReason === "content-filter") throw this.#failure("the service withheld the answer", false);
    if (toolNames.length === 0) throw this.#failure("the answer was empty", true);
    return `Done (${toolNames.join(", ")}).`;
  }

  #failure(reason: string, isRetryable: boolean): ProviderError {
    return new ProviderError(`Could not get an answer from ${this.#parts.modelName}: ${reason}.`, { isRetryable });
  }
}

function stepLimitText(stepLimit: number): string {
  return `I stopped here, since one message may take ${stepLimit} steps at most. Write to me and I go on.`;
}
