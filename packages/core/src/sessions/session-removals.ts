import { RestoreError, SessionNotFoundError } from "../errors.ts";
import { type SessionId, createSessionId } from "../identifiers.ts";
import type { AbortReason } from "./run-registry.ts";
import type { DeleteResult, Demand, ResetResult, RestoreDemand } from "./session-demands.ts";
import { type SessionKey, type SessionKeyText, formatSessionKey } from "./session-key.ts";
import { type SessionSections, targetOf } from "./session-sections.ts";
import {
  type ChangedOutcome,
  type ImportOutcome,
  type RemoveOutcome,
  type RestoreOutcome,
  type SessionStore,
  type UndoableRemoval,
  isRetired,
} from "./session-store.ts";
import type { RetiredSession, SessionSummary } from "./session.ts";

/** How sessions are emptied, removed and brought back. Part of `Sessions`, which says what each call promises. */
export class SessionRemovals {
  readonly #sections: SessionSections;

  constructor(sections: SessionSections) {
    this.#sections = sections;
  }

  /** See `Sessions.reset`. */
  async reset(id: SessionId, demand: Demand): Promise<ResetResult> {
    const outcome = await this.#remove("session.reset", id, demand);
    if (outcome.kind === "gone") throw new SessionNotFoundError(id, outcome.retired?.deletedAt);
    return outcome.kind === "duplicate" ? { kind: "repeated" } : { kind: "reset", removal: outcome.removal };
  }

  /** See `Sessions.delete`. */
  async delete(id: SessionId, demand: Demand): Promise<DeleteResult> {
    const { gate, parts } = this.#sections;
    const retired = await parts.store.summary(id);
    if (retired !== undefined && isRetired(retired)) {
      await gate.decide(demand.actor, "session.delete", undefined, demand.reason, targetOf(demand));
      if (demand.isPurging !== true) {
        await gate.record(demand.actor, "session.delete", id, demand.reason, "nothing to do");
        return { kind: "already-deleted", retired };
      }
      const purged = await this.#purge(retired, demand);
      if (purged !== undefined) return { kind: "already-deleted", retired: purged };
    }
    const outcome = await this.#remove("session.delete", id, demand);
    if (outcome.kind === "duplicate") return { kind: "repeated" };
    if (outcome.kind === "removed") return { kind: "deleted", removal: outcome.removal };
    if (outcome.retired === undefined) throw new SessionNotFoundError(id);
    return { kind: "already-deleted", retired: outcome.retired };
  }

  /** See `Sessions.restore`. */
  async restore(id: SessionId, { actor, reason, signal, epoch }: RestoreDemand): Promise<SessionSummary> {
    const { gate, parts } = this.#sections;
    const { store, clock } = parts;
    await gate.decide(actor, "session.restore", await gate.find(id), reason);
    const keyText = await this.#keyOfRemoved(id);
    const outcome =
      keyText === undefined
        ? ({ kind: "nothing" } as const)
        : await this.#sections.audited(actor, "session.restore", id, reason, () =>
            this.#sections.locked(keyText, "session.restore", () => store.restore(id, clock.now(), epoch), signal),
          );
    const audited = outcome.kind === "restored" ? "done" : "nothing to do";
    await gate.record(actor, "session.restore", id, reason, audited);
    if (outcome.kind !== "restored") return this.#refuseRestore(id, outcome);
    const { session } = outcome;
    parts.afterRestore({ sessionId: id, keyText: formatSessionKey(session.key) });
    this.#sections.emit(session, () => ({ type: "session.restore", session, actor }));
    return session;
  }

  /** See `Sessions.restoreCopy`. */
  async restoreCopy(id: SessionId, { actor, reason, signal, epoch }: RestoreDemand): Promise<SessionSummary> {
    const { gate, parts } = this.#sections;
    const { store, clock } = parts;
    await gate.decide(actor, "session.restore", await gate.find(id), reason, copyTarget);
    const keyText = await this.#keyOfRemoved(id);
    const outcome =
      keyText === undefined
        ? ({ kind: "nothing" } as const)
        : await this.#sections.audited(
            actor,
            "session.restore",
            id,
            reason,
            () =>
              this.#sections.locked(
                keyText,
                "session.restore",
                () => copyRemoved(store, id, clock.now(), epoch),
                signal,
              ),
            copyTarget,
          );
    const audited = outcome.kind === "imported" ? "done" : "nothing to do";
    await gate.record(actor, "session.restore", id, reason, audited, copyTarget);
    if (outcome.kind !== "imported") return this.#refuseRestore(id, outcome);
    const { session } = outcome;
    this.#sections.emit(session, () => ({ type: "session.import", session, actor }));
    return session;
  }

  /** See `Sessions.undoable`. */
  undoable(): Promise<readonly UndoableRemoval[]> {
    return this.#sections.parts.store.undoable();
  }

  /** See `Sessions.sweep`. */
  async sweep(): Promise<number> {
    const { store, clock } = this.#sections.parts;
    for (const { sessionId, keyText, until } of await store.undoable()) {
      const at = clock.now();
      if (until > at) continue;
      await this.#sections.locked(keyText, "session.purge", () => store.purge(sessionId, at));
    }
    return store.sweep(clock.now());
  }

  /** Whose lock guards what can be brought back; undefined when there is nothing. */
  async #keyOfRemoved(id: SessionId): Promise<SessionKeyText | undefined> {
    return (await this.undoable()).find(({ sessionId }) => sessionId === id)?.keyText;
  }

  /** Drops what is kept of a deleted session; undefined when it was brought back meanwhile, and nothing was done. */
  async #purge(retired: RetiredSession, demand: Demand): Promise<RetiredSession | undefined> {
    const { actor, reason, signal } = demand;
    const { gate, parts } = this.#sections;
    const { store } = parts;
    const target = targetOf(demand);
    const keyText = await this.#keyOfRemoved(retired.id);
    if (keyText === undefined) return retired;
    const section = () => this.#sections.locked(keyText, "session.purge", () => store.purgeDeleted(retired.id), signal);
    await this.#sections.audited(actor, "session.delete", retired.id, reason, section, target);
    const purged = await store.summary(retired.id);
    if (purged === undefined || !isRetired(purged)) return undefined;
    await gate.record(actor, "session.delete", retired.id, reason, "done", target);
    return purged;
  }

  async #refuseRestore(id: SessionId, outcome: RefusedRestore): Promise<never> {
    if ((await this.#sections.parts.store.summary(id)) === undefined) throw new SessionNotFoundError(id);
    if (outcome.kind === "occupied") throw new RestoreError("RESTORE_OCCUPIED", id, outcome.sessionId);
    throw new RestoreError(outcome.kind === "nothing" ? "RESTORE_NOTHING" : "RESTORE_SUPERSEDED", id);
  }

  async #remove(
    operation: "session.reset" | "session.delete",
    id: SessionId,
    demand: Demand,
  ): Promise<Exclude<RemoveOutcome, ChangedOutcome>> {
    const { gate, parts } = this.#sections;
    const { store, runs } = parts;
    const session = await gate.authorize(demand.actor, operation, id, demand.reason, targetOf(demand));
    const outcome = await this.#sections.destroy(operation, session, demand, (request) =>
      operation === "session.reset" ? store.reset(request) : store.delete(request),
    );
    if (outcome.kind === "removed") {
      const { removal } = outcome;
      // The abort follows the durable write and is not waited for: a run that ignores it can do no harm any more.
      const reason: AbortReason = operation === "session.reset" ? "reset" : "delete";
      runs.abort(removal.stoppedRunId, reason);
      parts.afterRemoval({ sessionId: id, keyText: formatSessionKey(removal.key) }, removal);
      this.#sections.emit({ ...removal, id }, () => ({
        type: operation,
        oldEpoch: removal.oldEpoch,
        actor: demand.actor,
        stoppedRunId: removal.stoppedRunId,
      }));
    }
    const audited = outcome.kind === "removed" ? "done" : "nothing to do";
    await gate.record(demand.actor, operation, id, demand.reason, audited, targetOf(demand));
    return outcome;
  }
}

type RefusedRestore = Exclude<RestoreOutcome, { readonly kind: "restored" | "nothing" }> | { readonly kind: "nothing" };

/** What the audit log says that a copy was asked for. */
const copyTarget = "copy";

/**
 * Makes the copy, with the lock of what was removed held: a purge comes before it or after it. The copy's own key is new,
 * so that nobody else can be at work there.
 */
async function copyRemoved(
  store: SessionStore,
  id: SessionId,
  at: number,
  epoch: number | undefined,
): Promise<ImportOutcome | RefusedRestore> {
  const kept = await store.removedContent(id, at, epoch);
  if (kept.kind !== "found") return kept;
  const newSessionId = createSessionId();
  const key: SessionKey = { adapter: "copy", account: kept.content.key.adapter, place: newSessionId };
  return store.import({ ...kept.content, key, newSessionId, at });
}
