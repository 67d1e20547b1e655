import { SessionNotFoundError } from "../errors.ts";
import type { Actor } from "./actor.ts";
import type { OutboxEntry } from "./outbox.ts";
import type {
  DecisionResult,
  Demand,
  PieceTarget,
  UndeliveredPage,
  UndeliveredPiece,
  UndeliveredPosition,
  UndeliveredQuery,
} from "./session-demands.ts";
import { formatSessionKey } from "./session-key.ts";
import type { SessionSections } from "./session-sections.ts";
import type { DecisionRequest } from "./session-store.ts";
import type { SessionSummary } from "./session.ts";

/** Sessions that are listed in one pass: as many as a page may have. */
const sessionsAtOnce = 200;

/** What operators do about pieces that did not arrive. Part of `Sessions`, which says what each call promises. */
export class SessionDeliveries {
  readonly #sections: SessionSections;

  constructor(sections: SessionSections) {
    this.#sections = sections;
  }

  /** See `Sessions.undelivered`. */
  async list(query: UndeliveredQuery, actor: Actor): Promise<UndeliveredPage> {
    const { gate } = this.#sections;
    await gate.decide(actor, "delivery.list", undefined, "");
    const { state, after, limit } = query;
    const items: UndeliveredPiece[] = [];
    for await (const session of this.#sessions(query)) {
      const waiting = await this.#read(session);
      const isBehind = (entry: OutboxEntry) => after?.session.id !== session.id || compare(entry, after) > 0;
      const chosen = waiting.filter((entry) => (state === undefined || entry.state === state) && isBehind(entry));
      items.push(...chosen.map((entry) => ({ session, entry })));
      // One more than asked for tells that there is a further page.
      if (items.length > limit) break;
    }
    const page = items.slice(0, limit);
    const last = items.length > limit ? page.at(-1) : undefined;
    return { items: page, next: last && positionOf(last) };
  }

  /** See `Sessions.resend` and `Sessions.dismiss`. */
  async decide(
    { sessionId, deliveryId, expected }: PieceTarget,
    decision: DecisionRequest["decision"],
    { actor, reason, signal }: Demand,
  ): Promise<DecisionResult> {
    const { gate, parts } = this.#sections;
    const { store, clock } = parts;
    const operation = `delivery.${decision}` as const;
    const { key } = await gate.authorize(actor, operation, sessionId, reason, deliveryId);
    const keyText = formatSessionKey(key);
    const write = () => store.decide({ sessionId, deliveryId, decision, expected, at: clock.now() });
    const section = () => this.#sections.locked(keyText, operation, write, signal);
    const outcome = await this.#sections.audited(actor, operation, sessionId, reason, section, deliveryId);
    const audited = outcome.kind === "decided" ? "done" : "nothing to do";
    await gate.record(actor, operation, sessionId, reason, audited, deliveryId);
    if (outcome.kind === "gone") throw new SessionNotFoundError(sessionId, outcome.retired?.deletedAt);
    if (outcome.kind === "decided") {
      const { runId } = outcome.entry;
      const state = decision === "resend" ? "sending" : "dismissed";
      this.#sections.emit(outcome.session, () => ({ type: "delivery.change", runId, deliveryId, state }));
      if (decision === "resend") parts.afterPost({ sessionId, keyText });
    }
    return { kind: outcome.kind, session: outcome.session };
  }

  /** The sessions in which pieces wait, that of the position first: of it there may be pieces left. */
  async *#sessions({ after, state }: UndeliveredQuery): AsyncGenerator<SessionSummary> {
    const { store } = this.#sections.parts;
    let position = after?.session;
    const begun = position && (await this.#sections.gate.find(position.id));
    if (begun !== undefined) yield begun;
    for (;;) {
      const page = await store.list({ state: "failed", after: position, limit: sessionsAtOnce });
      for (const session of page) {
        const { failed, unconfirmed } = session.deliveries;
        const count = { failed, unconfirmed, both: failed + unconfirmed }[state ?? "both"];
        if (count > 0 && session.id !== begun?.id) yield session;
      }
      const last = page.at(-1);
      if (last === undefined || page.length < sessionsAtOnce) return;
      position = { at: last.updatedAt, id: last.id };
    }
  }

  #read({ id, key }: SessionSummary): Promise<readonly OutboxEntry[]> {
    const { store } = this.#sections.parts;
    return this.#sections.locked(formatSessionKey(key), "delivery.list", async () => {
      const entries = await store.undelivered(id);
      return entries.toSorted((one, other) => compare(one, orderOf(other)));
    });
  }
}

type PieceOrder = Omit<UndeliveredPosition, "session">;

function orderOf({ createdAt, piece, id }: OutboxEntry): PieceOrder {
  return { createdAt, piece, deliveryId: id };
}

function positionOf({ session, entry }: UndeliveredPiece): UndeliveredPosition {
  return { session: { at: session.updatedAt, id: session.id }, ...orderOf(entry) };
}

/** Above 0 when the piece comes later; pieces of one moment have some order, always the same. */
function compare(entry: OutboxEntry, { createdAt, piece, deliveryId }: PieceOrder): number {
  return (
    entry.createdAt - createdAt || entry.piece - piece || (entry.id < deliveryId ? -1 : entry.id > deliveryId ? 1 : 0)
  );
}
