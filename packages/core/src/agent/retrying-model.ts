import { wrapLanguageModel } from "ai";
import { type Clock, pause } from "../clock.ts";
import type { LanguageModel, NativeLanguageModel } from "./language-model.ts";
import { readProviderFailure } from "./provider-failure.ts";

/** How calls of a model are repeated. */
export interface RetryPolicy {
  readonly clock: Clock;
  /** Further tries after the first. */
  readonly retries: number;
  /** Wait before the second try, in milliseconds, doubled before each further one; what the service asks for goes first. */
  readonly delayMilliseconds: number;
  /** A longer wait than this is not sat out: the call fails, and the error says how long to wait. */
  readonly longestDelayMilliseconds: number;
  /** Ends a wait at once. */
  readonly signal: AbortSignal;
  /** Told before each further try. Must not throw. */
  onRetry(): void;
}

/**
 * The model, its calls repeated while they fail in a way that may pass and before anything came. The AI SDK's own
 * retries are switched off for it: they wait by the machine's clock, and know nothing of the run's time limits.
 */
export function withRetries(model: LanguageModel, policy: RetryPolicy): NativeLanguageModel {
  return wrapLanguageModel({
    model,
    middleware: { wrapStream: ({ doStream }) => repeat(async () => doStream(), policy) },
  });
}

async function repeat<Result>(call: () => Promise<Result>, policy: RetryPolicy): Promise<Result> {
  const { clock, signal } = policy;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      signal.throwIfAborted();
      const failure = readProviderFailure(error, clock.now());
      const wait = failure.retryAfterMilliseconds ?? policy.delayMilliseconds * 2 ** attempt;
      if (!failure.isRetryable || attempt >= policy.retries || wait > policy.longestDelayMilliseconds) throw error;
      await pause(clock, wait, signal);
      signal.throwIfAborted();
      policy.onRetry();
    }
  }
}
