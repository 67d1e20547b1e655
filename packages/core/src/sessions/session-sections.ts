import type { Link } from "@opentelemetry/api";
import { SessionChangedError, StaleFenceError } from "../errors.ts";
import type { MessageId, SessionId } from "../identifiers.ts";
import { SessionSpans } from "../telemetry/session-spans.ts";
import { createMark } from "./accepted-mark.ts";
import type { Actor } from "./actor.ts";
import type { SessionEvent } from "./events.ts";
import type { Fence } from "./fence.ts";
import { changedError, isChanged } from "./missed-error.ts";
import type { Operation } from "./policy.ts";
import type { Demand, WrittenSession } from "./session-demands.ts";
import { type AuditedOperation, SessionGate } from "./session-gate.ts";
import { type SessionKeyText, formatSessionKey, parseSessionKey } from "./session-key.ts";
import type { ChangedOutcome, DestroyRequest, WriteOutcome } from "./session-store.ts";
import type { SessionSummary } from "./session.ts";
import type { SessionsParts } from "./sessions-parts.ts";

/** Which session an event is about, and in which state. */
export type EventSubject = Pick<SessionSummary, "id" | "key" | "epoch" | "version">;
type WithoutSubject<Event> = Event extends SessionEvent
  ? Omit<Event, "at" | "sessionId" | "key" | "epoch" | "version">
  : never;
/** What an event says beside its subject. */
export type EventDetail = WithoutSubject<SessionEvent>;

/**
 * The sections that every change of a session is made of: permission at the gate, then the store under the lock of the
 * session's key, then, with the lock free, the audit and the events. `Sessions` and its parts share one.
 */
export class SessionSections {
  readonly parts: SessionsParts;
  readonly gate: SessionGate;
  readonly #spans = new SessionSpans();
  #refusedWrites = 0;

  constructor(parts: SessionsParts) {
    this.parts = parts;
    this.gate = new SessionGate(parts);
  }

  /** How many writes the fence refused since the start. */
  get refusedWrites(): number {
    return this.#refusedWrites;
  }

  /** For the span of a turn: links to those that accepted its messages. */
  takeSpanLinks(messageIds: readonly MessageId[]): Link[] {
    return this.#spans.takeLinks(messageIds);
  }

  /** Runs a section under the key's lock. */
  locked<Result>(
    keyText: SessionKeyText,
    operation: string,
    section: () => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    return this.#spans.run(keyText, operation, () => this.parts.lock.acquire(keyText, section, { operation, signal }));
  }

  /** A write that names its fence. @throws StaleFenceError when it was refused; it is counted and told. */
  async fenced(operation: string, fence: Fence, write: () => Promise<WriteOutcome>): Promise<WrittenSession> {
    const outcome = await this.locked(fence.keyText, operation, write);
    if (outcome.kind === "ok") return outcome;
    this.#refusedWrites += 1;
    const { actual } = outcome;
    const session = { id: fence.sessionId, key: parseSessionKey(fence.keyText), epoch: fence.epoch, version: 0 };
    this.emit(session, () => ({
      type: "fence.refuse",
      operation,
      expected: { epoch: fence.epoch, fence: fence.fence },
      actual,
    }));
    throw new StaleFenceError(operation, fence.sessionId, fence, actual);
  }

  /** Does it; what fails is in the audit log too. */
  async audited<Result>(
    actor: Actor,
    operation: AuditedOperation,
    id: SessionId | undefined,
    reason: string,
    action: () => Promise<Result>,
    target?: string,
  ): Promise<Result> {
    try {
      return await action();
    } catch (error) {
      // Somebody was faster: nothing was tried that could have failed.
      const isLost = error instanceof StaleFenceError || error instanceof SessionChangedError;
      await this.gate.record(actor, operation, id, reason, isLost ? "nothing to do" : "failed", target);
      throw error;
    }
  }

  /**
   * A write that a demand asked for: locked, audited when it fails, and refused when the session is not as was expected.
   * @throws SessionChangedError when the session is not in the state that the demand expects.
   */
  async destroy<Outcome extends { readonly kind: string }>(
    operation: Operation,
    session: SessionSummary,
    demand: Demand,
    write: (request: DestroyRequest) => Promise<Outcome | ChangedOutcome>,
  ): Promise<Outcome> {
    const { clock, undoMilliseconds } = this.parts;
    const mark = demand.command === undefined ? undefined : createMark(demand.command, clock.now());
    const at = clock.now();
    const keeps = undoMilliseconds > 0 && demand.isPurging !== true;
    const undoUntil = keeps ? at + undoMilliseconds : undefined;
    const { actor, reason, expected } = demand;
    const request: DestroyRequest = { sessionId: session.id, at, mark, expected, undoUntil, actor };
    const target = targetOf(demand);
    const section = () => this.locked(formatSessionKey(session.key), operation, () => write(request), demand.signal);
    const outcome = await this.audited(actor, operation, session.id, reason, section, target);
    if (!isChanged(outcome)) return outcome;
    await this.gate.record(actor, operation, session.id, reason, "nothing to do", target);
    throw changedError(operation, outcome);
  }

  /** Tells listeners, if there are any. Never with the lock held. */
  emit(session: EventSubject, describe: () => EventDetail): void {
    const { events, clock } = this.parts;
    if (!events.hasListeners) return;
    const { id, key, epoch, version } = session;
    events.emit({ at: clock.now(), sessionId: id, key, epoch, version, ...describe() });
  }
}

/** What tells, in the audit log, a removal that keeps nothing from one that can be undone. */
export function targetOf({ isPurging }: Pick<Demand, "isPurging">): string | undefined {
  return isPurging === true ? "purge" : undefined;
}
