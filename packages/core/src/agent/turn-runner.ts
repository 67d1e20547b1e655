import type { MessageId } from "../identifiers.ts";
import type { JsonValue } from "../json.ts";
import type { ClaimedTurn } from "../sessions/session-store.ts";
import type { NewSummary } from "../sessions/summary.ts";
import type { AnswerPart } from "../sessions/transcript.ts";

/** What a run tells while it writes, and what it may read. None of the calls that tell throws; after the signal aborted they do nothing. */
export interface RunContext {
  /** Aborts when the run is stopped, reset, deleted, interrupted, too slow, or the process ends. */
  readonly signal: AbortSignal;
  /** A further piece of the answer's text. */
  onText(delta: string): void;
  /** A tool was called. */
  onToolCall(call: { readonly callId: string; readonly name: string; readonly input: JsonValue }): void;
  /** A tool call ended. */
  onToolResult(result: {
    readonly callId: string;
    readonly name: string;
    readonly isError: boolean;
    readonly durationMilliseconds: number;
  }): void;
  /**
   * The bytes of an attachment of a message of the turn or of its history; undefined when there are none any more, such as
   * after a reset.
   * @throws StoreError when they cannot be read.
   */
  readAttachment(messageId: MessageId, index: number): Promise<Uint8Array | undefined>;
}

/** The answer of a run, not stored yet. */
export interface RunResult {
  /** Text and tool calls in the order in which they happened. */
  readonly parts: readonly AnswerPart[];
  readonly usage: {
    readonly inputTokens: number;
    readonly outputTokens: number;
    /** Of the input: what the service had in its cache, at another price. */
    readonly cachedInputTokens?: number | undefined;
  };
  /** Made on the way, to be kept with the answer. */
  readonly summary?: NewSummary | undefined;
  /** The model that answered, as `provider/model`. Default: the conversation's. */
  readonly modelName?: string | undefined;
}

/**
 * Executes a turn. It holds no lock and writes nothing: the caller commits what it returns, if the fence still stands.
 * @throws ProviderError when the model service fails; the turn runs again when `isRetryable`.
 * @throws RunTimeoutError when nothing came, or the end did not come, in time.
 * @throws RunAbortedError when the signal aborted.
 * @throws ConfigurationError when the session's model cannot be used: another run would not help.
 */
export interface TurnRunner {
  run(turn: ClaimedTurn, context: RunContext): Promise<RunResult>;
}
