import { RunAbortedError } from "../errors.ts";
import { forgetOldest } from "../forget-oldest.ts";
import type { RunId, SessionId } from "../identifiers.ts";
import type { JsonValue } from "../json.ts";
import { LateSignal } from "../late-signal.ts";
import type { RunEnd } from "./events.ts";
import type { PartialAnswer } from "./session-store.ts";

/** Why a run was aborted. */
export type AbortReason = "stop" | "reset" | "delete" | "interrupt" | "withdraw" | "shutdown";

/** A tool that a run in flight called. */
export interface LiveToolCall {
  readonly callId: string;
  readonly name: string;
  /** What went in. */
  readonly input: JsonValue;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Undefined while the tool works. */
  readonly durationMilliseconds: number | undefined;
  readonly isError: boolean;
}

/** A run that this process executes. */
export class LiveRun {
  readonly runId: RunId;
  readonly sessionId: SessionId;
  readonly epoch: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly #abort = new LateSignal();
  readonly #tools = new Map<string, LiveToolCall>();
  #text = "";

  constructor(run: Pick<LiveRun, "runId" | "sessionId" | "epoch" | "startedAt">) {
    this.runId = run.runId;
    this.sessionId = run.sessionId;
    this.epoch = run.epoch;
    this.startedAt = run.startedAt;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get isAborted(): boolean {
    return this.#abort.isAborted;
  }

  /** What it was aborted with; undefined until then. */
  get abortError(): unknown {
    return this.#abort.reason;
  }

  /** Calls back at the abort; undefined ends that. For whoever executes the run. */
  onAbort(listener: (() => void) | undefined): void {
    this.#abort.onAbort(listener);
  }

  /** What it has written so far. */
  get text(): string {
    return this.#text;
  }

  /** Adds to what it has written; returns where the addition begins. */
  write(text: string): number {
    const offset = this.#text.length;
    this.#text += text;
    return offset;
  }

  /** The tools that it called so far, in that order. */
  get tools(): readonly LiveToolCall[] {
    return [...this.#tools.values()];
  }

  /** It called a tool. @param startedAt milliseconds since 1970. */
  callTool(call: Pick<LiveToolCall, "callId" | "name" | "input">, startedAt: number): void {
    const { callId, name, input } = call;
    this.#tools.set(callId, { callId, name, input, startedAt, durationMilliseconds: undefined, isError: false });
  }

  /** A tool that it called came to its end. */
  endTool({
    callId,
    durationMilliseconds,
    isError,
  }: Pick<LiveToolCall, "callId" | "durationMilliseconds" | "isError">): void {
    const call = this.#tools.get(callId);
    if (call !== undefined) this.#tools.set(callId, { ...call, durationMilliseconds, isError });
  }

  abort(reason: AbortReason): void {
    if (!this.isAborted) this.#abort.abort(new RunAbortedError(this.runId, reason));
  }
}

/** How a run that is over ended. */
export interface EndedRun {
  readonly runId: RunId;
  readonly sessionId: SessionId;
  readonly epoch: number;
  readonly end: RunEnd;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Ended runs that are remembered, so that a stop that comes too late can say so. */
const rememberedRuns = 1_000;

/** The runs of this process: how a stop, reset or delete reaches the one it ended. */
export class RunRegistry {
  readonly #live = new Map<RunId, LiveRun>();
  readonly #bySession = new Map<SessionId, LiveRun>();
  readonly #ended = new Map<RunId, EndedRun>();
  /** Runs that were aborted before they began: their turn was taken, and waited for its lane. */
  readonly #abortedEarly = new Map<RunId, AbortReason>();

  /** The runs in flight. */
  get live(): Iterable<LiveRun> {
    return this.#live.values();
  }

  /** A run begins; one that was aborted before is aborted at once. */
  begin(run: LiveRun): void {
    this.#live.set(run.runId, run);
    this.#bySession.set(run.sessionId, run);
    const reason = this.#abortedEarly.get(run.runId);
    if (reason === undefined) return;
    this.#abortedEarly.delete(run.runId);
    run.abort(reason);
  }

  /** @param endedAt milliseconds since 1970. */
  end(run: LiveRun, end: RunEnd, endedAt: number): void {
    const { runId, sessionId, epoch, startedAt } = run;
    this.#live.delete(runId);
    // A stopped run that is still unwinding must not hide the one that came after it.
    if (this.#bySession.get(sessionId) === run) this.#bySession.delete(sessionId);
    this.#ended.set(runId, { runId, sessionId, epoch, startedAt, end, endedAt });
    forgetOldest(this.#ended, rememberedRuns);
  }

  find(runId: RunId): LiveRun | EndedRun | undefined {
    return this.#live.get(runId) ?? this.#ended.get(runId);
  }

  /** What the session's run in flight has written so far. */
  partialAnswer(sessionId: SessionId): PartialAnswer | undefined {
    const run = this.#bySession.get(sessionId);
    return run && { runId: run.runId, text: run.text };
  }

  /** Aborts exactly this run, also one that has yet to begin: a later one of the same session is not touched. */
  abort(runId: RunId | undefined, reason: AbortReason): void {
    if (runId === undefined || this.#ended.has(runId)) return;
    const run = this.#live.get(runId);
    if (run !== undefined) return run.abort(reason);
    this.#abortedEarly.set(runId, reason);
    forgetOldest(this.#abortedEarly, rememberedRuns);
  }
}
