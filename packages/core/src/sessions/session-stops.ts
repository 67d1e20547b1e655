import { SessionNotFoundError } from "../errors.ts";
import type { MessageId, RunId, SessionId } from "../identifiers.ts";
import type { CancelResult, Demand, RegenerateResult, StopResult } from "./session-demands.ts";
import { formatSessionKey } from "./session-key.ts";
import type { SessionSections } from "./session-sections.ts";

/** How work is ended while its session stays. Part of `Sessions`, which says what each call promises. */
export class SessionStops {
  readonly #sections: SessionSections;

  constructor(sections: SessionSections) {
    this.#sections = sections;
  }

  /** See `Sessions.cancelMessage`. */
  async cancelMessage(id: SessionId, messageId: MessageId, demand: Demand): Promise<CancelResult> {
    const { gate, parts } = this.#sections;
    const session = await gate.authorize(demand.actor, "session.cancel", id, demand.reason);
    const outcome = await this.#sections.destroy("session.cancel", session, demand, ({ sessionId, at }) =>
      parts.store.cancel({ sessionId, messageId, at }),
    );
    const audited = outcome.kind === "cancelled" ? "done" : "nothing to do";
    await gate.record(demand.actor, "session.cancel", id, demand.reason, audited);
    if (outcome.kind === "gone") throw new SessionNotFoundError(id, outcome.retired?.deletedAt);
    if (outcome.kind === "cancelled") {
      this.#sections.emit(outcome.session, () => ({ type: "message.cancel", messageId, session: outcome.session }));
    }
    return outcome;
  }

  /** See `Sessions.stop`. */
  async stop(id: SessionId, demand: Demand & { readonly runId?: RunId | undefined }): Promise<StopResult> {
    const { gate, parts } = this.#sections;
    const { store, runs } = parts;
    const session = await gate.authorize(demand.actor, "session.stop", id, demand.reason);
    const outcome = await this.#sections.destroy("session.stop", session, demand, (request) =>
      store.stop({ ...request, runId: demand.runId, partialAnswer: runs.partialAnswer(id) }),
    );
    if (outcome.kind === "gone") throw new SessionNotFoundError(id, outcome.retired?.deletedAt);
    const stopped: StopResult =
      outcome.kind === "duplicate"
        ? { session, stoppedRunId: undefined }
        : { session: outcome.session, stoppedRunId: outcome.stoppedRunId };
    runs.abort(stopped.stoppedRunId, "stop");
    if (stopped.stoppedRunId !== undefined) {
      this.#sections.emit(stopped.session, () => ({ type: "session.change", session: stopped.session }));
    }
    const audited = stopped.stoppedRunId === undefined ? "nothing to do" : "done";
    await gate.record(demand.actor, "session.stop", id, demand.reason, audited);
    return stopped;
  }

  /** See `Sessions.regenerate`. */
  async regenerate(id: SessionId, demand: Demand & { readonly runId?: RunId | undefined }): Promise<RegenerateResult> {
    const { gate, parts } = this.#sections;
    const { actor, reason, runId } = demand;
    const session = await gate.authorize(actor, "session.regenerate", id, reason);
    const outcome = await this.#sections.destroy("session.regenerate", session, demand, (request) =>
      parts.store.regenerate({ ...request, runId }),
    );
    if (outcome.kind === "regenerated") {
      const { session: changed } = outcome;
      parts.afterAmendment({ sessionId: id, keyText: formatSessionKey(changed.key) });
      this.#sections.emit(changed, () => ({ type: "session.regenerate", session: changed, actor }));
    }
    const audited = outcome.kind === "regenerated" ? "done" : "nothing to do";
    await gate.record(actor, "session.regenerate", id, reason, audited);
    if (outcome.kind === "gone") throw new SessionNotFoundError(id, outcome.retired?.deletedAt);
    return outcome.kind === "duplicate" ? { kind: "nothing", session } : outcome;
  }
}
