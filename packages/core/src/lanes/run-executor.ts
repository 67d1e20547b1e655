import type { RunResult, TurnRunner } from "../agent/turn-runner.ts";
import type { ChannelRegistry, DraftEnd } from "../channel/channel.ts";
import { type Clock, pause, waitAtMost } from "../clock.ts";
import { DraftPump } from "../delivery/draft-pump.ts";
import {
  ConfigurationError,
  ProviderError,
  RunAbortedError,
  RunTimeoutError,
  StaleFenceError,
  StoreError,
  describeError,
} from "../errors.ts";
import { type SessionId, createDeliveryId } from "../identifiers.ts";
import type { LogSubject, ReportError } from "../log.ts";
import { inSpan } from "../telemetry/span.ts";
import type { TurnSpans } from "../telemetry/turn-spans.ts";
import type { EventBus, RunEnd } from "../sessions/events.ts";
import type { OutboxEntry } from "../sessions/outbox.ts";
import { LiveRun, type RunRegistry } from "../sessions/run-registry.ts";
import type { ClaimedTurn, TurnCommit } from "../sessions/session-store.ts";
import type { Usage } from "../sessions/session.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { WrittenSession } from "../sessions/session-demands.ts";
import { textOfParts } from "../sessions/transcript.ts";
import { LiveRunContext, emitRunEvent } from "./live-run-context.ts";

/** What a run used, for the count of all: more than its session keeps. */
interface CountedUsage extends Usage {
  readonly cachedInputTokens?: number | undefined;
}

/** What a commit does not hold of its answer. */
interface AnsweredBy {
  readonly modelName?: string | undefined;
  readonly cachedInputTokens?: number | undefined;
}

/** What a run keeps from its beginning, whatever is changed meanwhile. */
export interface BegunRun {
  /** Runs of one turn before its person gets an error message. */
  readonly attempts: number;
  /** Told when the run is stored, with what it used, and the model where it names one. Must not throw. */
  readonly afterCommit: (usage: CountedUsage, modelName: string | undefined) => void;
}

/** The parts that a run executor is made of. */
export interface RunExecutorParts {
  readonly sessions: Sessions;
  readonly runs: RunRegistry;
  readonly runner: TurnRunner;
  readonly channels: ChannelRegistry;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly reportError: ReportError;
  /** Whether the commit may begin the delivery of the answer; whoever executes the run releases it afterwards. */
  readonly reserveDelivery: (sessionId: SessionId) => boolean;
  /** The settings of a run, as they are when it begins; it keeps them. */
  readonly beginRun: (turn: ClaimedTurn) => BegunRun;
  /** Aborts when the process is about to end: nobody then waits for a store that cannot be reached. */
  readonly stopping: AbortSignal;
  /** Told of each turn's span, for the deliveries of its answer. */
  readonly turnSpans: Pick<TurnSpans, "remember">;
}

/** How a run ended, and what that leaves to be done. */
export interface ExecutedRun {
  readonly end: RunEnd;
  /** How long the turn's messages should rest before they run again. */
  readonly pauseMilliseconds: number;
  /** The session as the run left it; undefined when the run wrote nothing. */
  readonly written?: WrittenSession | undefined;
}

/** Pause before the second run of a turn, in milliseconds; it doubles with each further one. */
const retryMilliseconds = 1_000;

/** Pause before a finished answer is stored again after the store failed, in milliseconds. */
const storePauseMilliseconds = 5_000;

/** Longest wait for a draft to end before the answer is delivered, in milliseconds. */
const draftPatienceMilliseconds = 5_000;

/** Executes one claimed turn: run, then commit. No lock is held while the model or a tool works. */
export class RunExecutor {
  readonly #parts: RunExecutorParts;

  constructor(parts: RunExecutorParts) {
    this.#parts = parts;
  }

  /** Never rejects but for a store that could not confirm; the turn is then as the store last confirmed it. */
  execute(turn: ClaimedTurn): Promise<ExecutedRun> {
    const { sessions, turnSpans } = this.#parts;
    const { sessionId, epoch } = turn.fence;
    const attributes = () => ({
      "keyturn.adapter": turn.key.adapter,
      "keyturn.session.id": sessionId,
      "keyturn.epoch": epoch,
      "keyturn.run.id": turn.runId,
      "keyturn.attempt": turn.attempt,
    });
    const links = () => sessions.takeSpanLinks(turn.messages.map(({ id }) => id));
    return inSpan("keyturn turn", { attributes, links, parent: "root" }, async (span) => {
      turnSpans.remember(turn.runId, span);
      const executed = await this.#execute(turn);
      span?.setAttribute("keyturn.outcome", executed.end);
      return executed;
    });
  }

  async #execute(turn: ClaimedTurn): Promise<ExecutedRun> {
    const { runs, clock } = this.#parts;
    const { sessionId, epoch } = turn.fence;
    const run = new LiveRun({ runId: turn.runId, sessionId, epoch, startedAt: clock.now() });
    runs.begin(run);
    // The process is about to end: the turn was taken with its accept, and its lane came to it only now.
    if (this.#parts.stopping.aborted) run.abort("shutdown");
    const draft = run.isAborted || turn.isMuted === true ? undefined : this.#openDraft(turn);
    let executed: ExecutedRun = { end: "failed", pauseMilliseconds: 0 };
    let errorCode: string | undefined;
    const begun = this.#parts.beginRun(turn);
    try {
      if (run.isAborted) throw run.abortError;
      executed = await this.#answer(turn, run, draft, begun);
    } catch (error) {
      errorCode = codeOf(error);
      executed = await this.#fail(turn, run, draft, { error, begun });
    } finally {
      runs.end(run, executed.end, clock.now());
      emitRunEvent(this.#parts, turn, { type: "run.finish", runId: turn.runId, end: executed.end, errorCode });
    }
    if (draft !== undefined) await this.#endDraft(draft, executed.end);
    return executed;
  }

  async #answer(turn: ClaimedTurn, run: LiveRun, draft: DraftPump | undefined, begun: BegunRun): Promise<ExecutedRun> {
    if (turn.isMuted === true) {
      return { end: "muted", pauseMilliseconds: 0, written: await this.#commitUnanswered(turn) };
    }
    if (turn.attempt > begun.attempts) throw new ProviderError(crashText, { isRetryable: false });
    const result = await this.#run(turn, run, draft);
    return { end: "answered", pauseMilliseconds: 0, written: await this.#commit(turn, result, draft, begun) };
  }

  /** The runner's answer, or a rejection at once when the run is aborted, also when the runner takes no notice. */
  #run(turn: ClaimedTurn, run: LiveRun, draft: DraftPump | undefined): Promise<RunResult> {
    const { runner, sessions, events, clock } = this.#parts;
    return new Promise((resolve, reject) => {
      run.onAbort(() => {
        draft?.silence();
        reject(run.abortError);
      });
      runner.run(turn, new LiveRunContext({ turn, run, draft, sessions, events, clock })).then(resolve, reject);
    });
  }

  /** The draft is ended before the answer, or the error, is sent; that of a stopped run is not waited for. */
  async #endDraft(draft: DraftPump, end: RunEnd): Promise<void> {
    const draftEnd = draftEndOf(end);
    const ended = draft.end(draftEnd);
    if (draftEnd === "stopped") return;
    await waitAtMost(this.#parts.clock, draftPatienceMilliseconds, ended);
  }

  #commit(
    turn: ClaimedTurn,
    result: RunResult,
    draft: DraftPump | undefined,
    begun: BegunRun,
  ): Promise<WrittenSession> {
    const at = this.#parts.clock.now();
    const { inputTokens, outputTokens, cachedInputTokens } = result.usage;
    const commit: TurnCommit = {
      entries: [{ role: "assistant", runId: turn.runId, at, parts: result.parts }],
      outbox: this.#pieces(turn, textOfParts(result.parts), "answer"),
      usage: { inputTokens, outputTokens, runs: 1 },
      at,
      ...(result.summary && { summary: result.summary }),
      beginsDelivery: this.#mayBeginDelivery(turn, draft),
    };
    return this.#store(turn, commit, begun, { modelName: result.modelName, cachedInputTokens });
  }

  async #store(
    turn: ClaimedTurn,
    commit: TurnCommit,
    begun: BegunRun,
    { modelName, cachedInputTokens }: AnsweredBy,
  ): Promise<WrittenSession> {
    const written = await this.#persistently(turn, () => this.#parts.sessions.commitTurn(turn.fence, commit));
    begun.afterCommit({ ...commit.usage, ...(cachedInputTokens !== undefined && { cachedInputTokens }) }, modelName);
    return written;
  }

  /** The messages of a muted session become transcript, so that whoever has taken over reads them. */
  #commitUnanswered(turn: ClaimedTurn): Promise<WrittenSession> {
    const usage = { inputTokens: 0, outputTokens: 0, runs: 0 };
    const commit: TurnCommit = { entries: [], outbox: [], usage, at: this.#parts.clock.now() };
    return this.#persistently(turn, () => this.#parts.sessions.commitTurn(turn.fence, commit));
  }

  /** A finished answer is not thrown away because the disk is full: it is offered again until the store takes it. */
  async #persistently<Result>(turn: ClaimedTurn, write: () => Promise<Result>): Promise<Result> {
    const { clock, stopping, reportError } = this.#parts;
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (!(error instanceof StoreError) || stopping.aborted) throw error;
        reportError(error, subjectOf(turn));
        await pause(clock, storePauseMilliseconds, stopping);
      }
    }
  }

  /** Only a piece that is sent at once: while a draft is being ended, a reset may take the piece away again. */
  #mayBeginDelivery(turn: ClaimedTurn, draft: DraftPump | undefined): boolean {
    return draft === undefined && this.#parts.reserveDelivery(turn.fence.sessionId);
  }

  async #fail(
    turn: ClaimedTurn,
    run: LiveRun,
    draft: DraftPump | undefined,
    { error, begun }: { readonly error: unknown; readonly begun: BegunRun },
  ): Promise<ExecutedRun> {
    if (error instanceof StoreError) throw error;
    if (error instanceof StaleFenceError || run.isAborted) {
      if (isShutdown(run)) return this.#giveBack(turn, 0, false);
      return { end: run.isAborted ? "stopped" : "fenced", pauseMilliseconds: 0 };
    }
    this.#parts.reportError(error, subjectOf(turn));
    if (isWorthRepeating(error) && turn.attempt < begun.attempts) {
      return this.#giveBack(turn, pauseAfter(error, turn.attempt), true);
    }
    return this.#answerWithError(turn, draft, { error, begun });
  }

  async #giveBack(turn: ClaimedTurn, pauseMilliseconds: number, isAttemptCounted: boolean): Promise<ExecutedRun> {
    return this.#unlessFenced("retrying", pauseMilliseconds, async () => ({
      session: await this.#persistently(turn, () => this.#parts.sessions.releaseTurn(turn.fence, isAttemptCounted)),
    }));
  }

  /** The person is told, like an answer; the transcript keeps what they wrote and that it failed. */
  async #answerWithError(
    turn: ClaimedTurn,
    draft: DraftPump | undefined,
    { error, begun }: { readonly error: unknown; readonly begun: BegunRun },
  ): Promise<ExecutedRun> {
    const at = this.#parts.clock.now();
    const commit: TurnCommit = {
      entries: [{ role: "notice", at, text: `The run failed: ${describeError(error)}` }],
      outbox: this.#pieces(turn, errorAnswer(error), "error"),
      usage: { inputTokens: 0, outputTokens: 0, runs: 1 },
      at,
      beginsDelivery: this.#mayBeginDelivery(turn, draft),
    };
    return this.#unlessFenced("failed", 0, () => this.#store(turn, commit, begun, {}));
  }

  async #unlessFenced(
    end: RunEnd,
    pauseMilliseconds: number,
    write: () => Promise<WrittenSession>,
  ): Promise<ExecutedRun> {
    try {
      return { end, pauseMilliseconds, written: await write() };
    } catch (error) {
      if (error instanceof StaleFenceError) return { end: "fenced", pauseMilliseconds: 0 };
      throw error;
    }
  }

  #pieces(turn: ClaimedTurn, text: string, kind: OutboxEntry["kind"]): readonly OutboxEntry[] {
    const texts = this.#parts.channels.find(turn.key.adapter)?.split?.(text) ?? [text];
    const createdAt = this.#parts.clock.now();
    return texts.map((piece, index) => ({
      id: createDeliveryId(),
      runId: turn.runId,
      piece: index,
      pieces: texts.length,
      kind,
      text: piece,
      state: "pending",
      attempts: 0,
      createdAt,
    }));
  }

  #openDraft(turn: ClaimedTurn): DraftPump | undefined {
    const { channels, reportError } = this.#parts;
    const { key, replyAddress, runId } = turn;
    try {
      const draft = channels
        .find(key.adapter)
        ?.openDraft?.({ key, replyAddress, runId, sessionId: turn.fence.sessionId });
      return draft && new DraftPump(draft, (error) => reportError(error, subjectOf(turn)));
    } catch (error) {
      reportError(error, subjectOf(turn));
      return undefined;
    }
  }
}

/** What the log says of an error of this run. */
function subjectOf({ runId, fence }: ClaimedTurn): LogSubject {
  return { runId, sessionId: fence.sessionId };
}

const crashText = "The process ended in the middle of each run";

function draftEndOf(end: RunEnd): DraftEnd {
  return end === "answered" || end === "failed" || end === "retrying" ? end : "stopped";
}

function isShutdown({ abortError }: LiveRun): boolean {
  return abortError instanceof RunAbortedError && abortError.reason === "shutdown";
}

/** Trouble that may pass: the service's own word, a time-out, or anything that nobody foresaw. */
function isWorthRepeating(error: unknown): boolean {
  if (error instanceof ProviderError) return error.isRetryable;
  if (error instanceof ConfigurationError) return false;
  return !(error instanceof RunTimeoutError && error.limit === "total");
}

function pauseAfter(error: unknown, attempt: number): number {
  const wanted = error instanceof ProviderError ? error.retryAfterMilliseconds : undefined;
  return wanted ?? retryMilliseconds * 2 ** (attempt - 1);
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** What the person reads: what happened and what they can do, without the insides of the machine. */
function errorAnswer(error: unknown): string {
  if (error instanceof RunTimeoutError) return "I could not finish the answer in time. Please send your message again.";
  if (error instanceof ConfigurationError || (error instanceof ProviderError && !error.isRetryable)) {
    return "I could not answer this message. Please tell whoever runs this bot, or try another message.";
  }
  return "I could not answer: the model service has trouble right now. Please send your message again in a while.";
}
