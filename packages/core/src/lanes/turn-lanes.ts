import { type Clock, pause } from "../clock.ts";
import type { DeliveryQueue } from "../delivery/delivery-queue.ts";
import type { SessionId } from "../identifiers.ts";
import type { ClaimedTurn, SessionReference } from "../sessions/session-store.ts";
import type { ClaimOptions, Sessions } from "../sessions/sessions.ts";
import type { RunExecutor } from "./run-executor.ts";

/** The parts that the lanes are made of. */
export interface TurnLanesParts {
  readonly sessions: Sessions;
  readonly executor: RunExecutor;
  readonly delivery: DeliveryQueue;
  readonly clock: Clock;
  /** How the turns of this conversation are taken. */
  readonly claimOptions: (adapter: string) => ClaimOptions;
  readonly reportError: (error: unknown) => void;
}

/** Pause after a store failure before the lane looks again, in milliseconds: long enough not to hammer a full disk. */
const storePauseMilliseconds = 5_000;

interface Lane {
  isWoken: boolean;
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

  constructor(parts: TurnLanesParts) {
    this.#parts = parts;
  }

  /** How many sessions are being worked on. */
  get activeLanes(): number {
    return this.#lanes.size;
  }

  /** The session has messages to answer. */
  wake(session: SessionReference): void {
    if (this.#stopping.signal.aborted) return;
    const lane = this.#lanes.get(session.sessionId);
    if (lane !== undefined) {
      lane.isWoken = true;
      return;
    }
    const started: Lane = { isWoken: true, done: Promise.resolve(), resting: undefined };
    this.#lanes.set(session.sessionId, started);
    started.done = this.#work(session, started);
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
    try {
      while (lane.isWoken && !this.#stopping.signal.aborted) {
        lane.isWoken = false;
        await this.#drain(session, lane);
      }
    } finally {
      this.#lanes.delete(session.sessionId);
    }
  }

  async #drain(session: SessionReference, lane: Lane): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const turn = await this.#claim(session);
      if (turn === undefined) return;
      const pauseMilliseconds = await this.#execute(turn);
      this.#parts.delivery.wake(session);
      if (pauseMilliseconds > 0) await this.#rest(lane, pauseMilliseconds);
    }
  }

  async #rest(lane: Lane, milliseconds: number): Promise<void> {
    lane.resting = new AbortController();
    await pause(this.#parts.clock, milliseconds, AbortSignal.any([lane.resting.signal, this.#stopping.signal]));
    lane.resting = undefined;
  }

  /** Waits out a store that cannot be reached: the messages are safe in it, and nobody else would come for them. */
  async #claim(session: SessionReference): Promise<ClaimedTurn | undefined> {
    const { sessions, clock } = this.#parts;
    while (!this.#stopping.signal.aborted) {
      try {
        return await sessions.claimTurn(session, this.#parts.claimOptions(adapterOf(session)));
      } catch (error) {
        this.#parts.reportError(error);
        await pause(clock, storePauseMilliseconds, this.#stopping.signal);
      }
    }
    return undefined;
  }

  async #execute(turn: ClaimedTurn): Promise<number> {
    try {
      return (await this.#parts.executor.execute(turn)).pauseMilliseconds;
    } catch (error) {
      this.#parts.reportError(error);
      return storePauseMilliseconds;
    }
  }
}

/** The first part of a session key's text is the adapter's name. */
function adapterOf({ keyText }: SessionReference): string {
  return decodeURIComponent(keyText.slice(0, keyText.indexOf("/")));
}
