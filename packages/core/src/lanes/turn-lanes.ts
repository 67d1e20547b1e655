import { type Clock, pause } from "../clock.ts";
import type { DeliveryQueue } from "../delivery/delivery-queue.ts";
import type { SessionId } from "../identifiers.ts";
import type { ReportError } from "../log.ts";
import type { ClaimedTurn, SessionReference } from "../sessions/session-store.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { ClaimOptions } from "../sessions/session-demands.ts";
import type { ExecutedRun, RunExecutor } from "./run-executor.ts";

/** The parts that the lanes are made of. */
export interface TurnLanesParts {
  readonly sessions: Sessions;
  readonly executor: RunExecutor;
  readonly delivery: DeliveryQueue;
  readonly clock: Clock;
  /** How the turns of this conversation are taken. */
  readonly claimOptions: (adapter: string) => ClaimOptions;
  readonly reportError: ReportError;
}

/** Pause after a store failure before the lane looks again, in milliseconds: long enough not to hammer a full disk. */
const storePauseMilliseconds = 5_000;

interface Lane {
  /** There may be messages that the lane has not looked for. */
  isWoken: boolean;
  /** A turn that is taken and not executed yet. */
  turn: ClaimedTurn | undefined;
  done: Promise<void>;
  /** The pause that the lane makes before it runs a turn again. */
  resting: AbortController | undefined;
}

/**
 * The order of turns: within a session one after the other, sessions beside each other. What is to be done is in the
 * durable inbox; a lane only exists while somebody works on it. A run that was stopped is left behind, so that one that
 * ignores its abort holds nobody up.
 */
export class TurnLanes {
  readonly #parts: TurnLanesParts;
  readonly #lanes = new Map<SessionId, Lane>();
  readonly #stopping = new AbortController();
  #isOpen = false;

  constructor(parts: TurnLanesParts) {
    this.#parts = parts;
  }

  /** Begins to take turns. Until then messages only wait in the inbox. */
  open(): void {
    this.#isOpen = true;
  }

  get #takesTurns(): boolean {
    return this.#isOpen && !this.#stopping.signal.aborted;
  }

  /** How many sessions are being worked on. */
  get activeLanes(): number {
    return this.#lanes.size;
  }

  /** How a message of this adapter takes its turn when it is accepted; undefined when no turn is taken any more. */
  claimOptions(adapter: string): ClaimOptions | undefined {
    return this.#takesTurns ? this.#parts.claimOptions(adapter) : undefined;
  }

  /** The session has messages to answer; `turn` is one that was taken with its accept. */
  wake(session: SessionReference, turn?: ClaimedTurn): void {
    const lane = this.#lanes.get(session.sessionId);
    if (lane === undefined) {
      if (!this.#takesTurns && turn === undefined) return;
      // A turn that came along is all that is known to be there: its end tells whether more has come.
      const started: Lane = { isWoken: turn === undefined, turn, done: Promise.resolve(), resting: undefined };
      this.#lanes.set(session.sessionId, started);
      started.done = this.#work(session, started);
      return;
    }
    lane.isWoken = true;
    // A session has one turn at a time: one that was taken before and not begun yet has been stopped since.
    lane.turn = turn ?? lane.turn;
  }

  /** Ends the pause before a failed turn runs again: the session was reset, and new messages need not wait for it. */
  hurry(sessionId: SessionId): void {
    this.#lanes.get(sessionId)?.resting?.abort();
  }

  /** Resolves when no lane has work. */
  async settled(): Promise<void> {
    while (this.#lanes.size > 0) await Promise.all([...this.#lanes.values()].map((lane) => lane.done));
  }

  /** Takes no further turn, and waits for those that run. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.settled();
  }

  async #work(session: SessionReference, lane: Lane): Promise<void> {
    while (lane.turn !== undefined || (lane.isWoken && !this.#stopping.signal.aborted)) {
      const taken = lane.turn;
      lane.turn = undefined;
      const turn = taken ?? (await this.#claim(session, lane));
      if (turn !== undefined) await this.#execute(session, lane, turn);
    }
    this.#lanes.delete(session.sessionId);
  }

  async #rest(lane: Lane, milliseconds: number): Promise<void> {
    lane.resting = new AbortController();
    await pause(this.#parts.clock, milliseconds, AbortSignal.any([lane.resting.signal, this.#stopping.signal]));
    lane.resting = undefined;
  }

  /** Waits out a store that cannot be reached: the messages are safe in it, and nobody else would come for them. */
  async #claim(session: SessionReference, lane: Lane): Promise<ClaimedTurn | undefined> {
    const { sessions } = this.#parts;
    // Before the claim: what is accepted while it looks wakes the lane again.
    lane.isWoken = false;
    try {
      return await sessions.claimTurn(session, this.#parts.claimOptions(adapterOf(session)));
    } catch (error) {
      this.#parts.reportError(error, { sessionId: session.sessionId });
      lane.isWoken = true;
      await this.#rest(lane, storePauseMilliseconds);
      return undefined;
    }
  }

  async #execute(session: SessionReference, lane: Lane, turn: ClaimedTurn): Promise<void> {
    const { executor, delivery } = this.#parts;
    let executed: ExecutedRun | undefined;
    try {
      executed = await executor.execute(turn);
    } catch (error) {
      this.#parts.reportError(error, { sessionId: session.sessionId, runId: turn.runId });
    } finally {
      delivery.release(session, executed?.written?.delivery);
    }
    const { written, pauseMilliseconds } = executed ?? {
      written: undefined,
      pauseMilliseconds: storePauseMilliseconds,
    };
    // A run that wrote nothing was stopped, reset or deleted: what the session holds now is not known here.
    if (written === undefined || written.session.waiting > 0) lane.isWoken = true;
    if (pauseMilliseconds > 0) await this.#rest(lane, pauseMilliseconds);
  }
}

/** The first part of a session key's text is the adapter's name. */
function adapterOf({ keyText }: SessionReference): string {
  return decodeURIComponent(keyText.slice(0, keyText.indexOf("/")));
}
