import { NotAuthorizedError, SessionNotFoundError } from "../errors.ts";
import type { SessionId } from "../identifiers.ts";
import { type Actor, formatActor } from "./actor.ts";
import { AuditRecorder, type AuditRecorderParts } from "./audit-recorder.ts";
import type { AuditEntry } from "./audit.ts";
import type { Operation, Policy } from "./policy.ts";
import { type SessionStore, isRetired } from "./session-store.ts";
import type { SessionSummary } from "./session.ts";

/** The parts that the gate is made of. */
export interface SessionGateParts extends AuditRecorderParts {
  readonly store: Pick<SessionStore, "summary">;
  readonly policy: Policy;
}

/** What is written down: what a policy is asked, and what has happened at a chat service, where nobody asks. */
export type AuditedOperation = Operation | "message.withdraw";

/** Who may do what to which session, and the record of what was asked. Used with no lock held. */
export class SessionGate {
  readonly #parts: SessionGateParts;
  readonly #recorder: AuditRecorder;

  constructor(parts: SessionGateParts) {
    this.#parts = parts;
    this.#recorder = new AuditRecorder(parts);
  }

  /**
   * Asks whether the actor may do that to the session, and gives the session.
   * @throws NotAuthorizedError, SessionNotFoundError
   */
  async authorize(
    actor: Actor,
    operation: Operation,
    id: SessionId,
    reason: string,
    target?: string,
  ): Promise<SessionSummary> {
    const session = await this.#parts.store.summary(id);
    const found = session === undefined || isRetired(session) ? undefined : session;
    // Asked first: whoever may not see a session is not told either whether there is, or was, one.
    await this.decide(actor, operation, found, reason, target);
    if (found !== undefined) return found;
    throw new SessionNotFoundError(id, session !== undefined && isRetired(session) ? session.deletedAt : undefined);
  }

  /** The session of an id; undefined when there is none any more. Asks nobody. */
  async find(id: SessionId): Promise<SessionSummary | undefined> {
    const session = await this.#parts.store.summary(id);
    return session === undefined || isRetired(session) ? undefined : session;
  }

  /**
   * Asks the policy, outside the lock: it is other people's code and may take its time.
   * @throws NotAuthorizedError
   */
  async decide(
    actor: Actor,
    operation: Operation,
    session: SessionSummary | undefined,
    reason: string,
    target?: string,
  ): Promise<void> {
    let isAllowed: boolean | undefined;
    let cause: unknown;
    try {
      isAllowed = await this.#parts.policy.authorize({ actor, operation, session });
    } catch (error) {
      cause = error;
    }
    if (isAllowed === true) return;
    await this.record(actor, operation, session?.id, reason, "denied", target);
    throw new NotAuthorizedError(formatActor(actor), operation, cause);
  }

  /** Writes down what was done. Never rejects. */
  record(
    actor: Actor,
    operation: AuditedOperation,
    sessionId: SessionId | undefined,
    reason: string,
    outcome: AuditEntry["outcome"],
    target?: string,
  ): Promise<void> {
    return this.#recorder.record({ actor, operation, sessionId, reason, outcome, target });
  }
}
