import { createRunId, createSessionId } from "../identifiers.ts";
import { createMark, deduplicationKeyOf } from "./accepted-mark.ts";
import type { Actor } from "./actor.ts";
import { checkMessage } from "./check-message.ts";
import type { DeliveryChangeEvent } from "./events.ts";
import type { Fence } from "./fence.ts";
import type { InboundMessage } from "./inbox.ts";
import { isMissed, missedError } from "./missed-error.ts";
import type { AcceptOptions, ClaimOptions, WrittenSession } from "./session-demands.ts";
import type { OutboxEntry } from "./outbox.ts";
import { formatSessionKey } from "./session-key.ts";
import type { SessionSections } from "./session-sections.ts";
import type {
  AcceptOutcome,
  ClaimedTurn,
  DeliveryClaim,
  DeliveryOutcome,
  MissedOutcome,
  SessionReference,
  SettleOutcome,
  TargetSession,
  TurnCommit,
} from "./session-store.ts";
import type { SessionSummary } from "./session.ts";

/** The way of a message: accept, claim, commit, delivery. Part of `Sessions`, which says what each call promises. */
export class SessionTurns {
  readonly #sections: SessionSections;

  constructor(sections: SessionSections) {
    this.#sections = sections;
  }

  /** See `Sessions.accept`. */
  async accept(message: InboundMessage, options: AcceptOptions): Promise<AcceptOutcome> {
    const outcome = await this.#accept(message, options, undefined);
    if (isMissed(outcome)) throw missedError("message.accept", message.platformMessageId, outcome);
    return outcome;
  }

  /** See `Sessions.ask`. */
  async ask(
    target: TargetSession,
    message: InboundMessage,
    options: AcceptOptions,
    actor: Actor,
  ): Promise<AcceptOutcome> {
    const { gate } = this.#sections;
    await gate.authorize(actor, "session.post", target.sessionId, "agent");
    const outcome = await this.#sections.audited(actor, "session.post", target.sessionId, "agent", () =>
      this.#accept(message, options, target),
    );
    const isNew = outcome.kind === "accepted";
    await gate.record(actor, "session.post", target.sessionId, "agent", isNew ? "done" : "nothing to do");
    if (isMissed(outcome)) throw missedError("session.post", target.sessionId, outcome);
    return outcome;
  }

  /** See `Sessions.isHandled`. */
  async isHandled(command: InboundMessage): Promise<boolean> {
    const { store } = this.#sections.parts;
    checkMessage(command);
    const deduplicationKey = deduplicationKeyOf(command);
    const keyText = formatSessionKey(command.key);
    return this.#sections.locked(keyText, "command.check", () => store.wasAccepted(keyText, deduplicationKey));
  }

  /** See `Sessions.remember`. */
  remember(command: InboundMessage): Promise<void> {
    const { store, clock } = this.#sections.parts;
    const mark = createMark(command, clock.now());
    const keyText = formatSessionKey(command.key);
    return this.#sections.locked(keyText, "command.remember", () => store.remember(keyText, mark));
  }

  /** See `Sessions.claimTurn`. */
  async claimTurn(session: SessionReference, options: ClaimOptions): Promise<ClaimedTurn | undefined> {
    const { store, clock } = this.#sections.parts;
    const turn = await this.#sections.locked(session.keyText, "turn.claim", () =>
      store.claim({ sessionId: session.sessionId, runId: createRunId(), at: clock.now(), ...options }),
    );
    if (turn !== undefined) this.#announceRun(turn);
    return turn;
  }

  /** See `Sessions.commitTurn`. */
  commitTurn(fence: Fence, commit: TurnCommit): Promise<WrittenSession> {
    return this.#sections.fenced("turn.commit", fence, () => this.#sections.parts.store.commit(fence, commit));
  }

  /** See `Sessions.releaseTurn`. */
  async releaseTurn(fence: Fence, isAttemptCounted: boolean): Promise<SessionSummary> {
    const { store, clock } = this.#sections.parts;
    const { session } = await this.#sections.fenced("turn.release", fence, () =>
      store.release(fence, { at: clock.now(), isAttemptCounted }),
    );
    return session;
  }

  /** See `Sessions.claimDelivery`. */
  claimDelivery(session: SessionReference): Promise<DeliveryClaim | undefined> {
    const { store, clock } = this.#sections.parts;
    return this.#sections.locked(session.keyText, "delivery.claim", () =>
      store.claimDelivery(session.sessionId, clock.now()),
    );
  }

  /** See `Sessions.settleDelivery`. */
  async settleDelivery(delivery: DeliveryClaim, outcome: DeliveryOutcome): Promise<SettleOutcome> {
    const { store, clock } = this.#sections.parts;
    const settled = await this.#sections.locked(delivery.keyText, "delivery.settle", () =>
      store.settleDelivery(delivery, outcome, clock.now(), true),
    );
    if (settled.kind === "ok" && outcome.kind !== "retry") {
      const { sessionId, key, epoch } = delivery;
      const subject = { id: sessionId, key, epoch, version: settled.session?.version ?? 0 };
      const tell = ({ id, runId }: OutboxEntry, state: DeliveryChangeEvent["state"]) =>
        this.#sections.emit(subject, () => ({ type: "delivery.change", runId, deliveryId: id, state }));
      tell(delivery.entry, outcome.kind);
      for (const entry of settled.dismissed ?? []) tell(entry, "dismissed");
    }
    return settled;
  }

  async #accept(
    message: InboundMessage,
    options: AcceptOptions,
    target: TargetSession | undefined,
  ): Promise<AcceptOutcome | MissedOutcome> {
    const { store, runs, clock } = this.#sections.parts;
    const keyText = formatSessionKey(message.key);
    checkMessage(message);
    const mark = createMark(message, clock.now());
    const outcome = await this.#sections.locked(keyText, "message.accept", async () => {
      const current = options.mode === "interrupt" ? await store.find(keyText) : undefined;
      return store.accept({
        key: message.key,
        mark,
        sender: message.sender,
        owner: options.owner,
        text: message.text,
        attachments: message.attachments,
        replyAddress: message.replyAddress,
        mode: options.mode,
        capacity: options.capacity,
        partialAnswer: current === undefined ? undefined : runs.partialAnswer(current),
        newSessionId: createSessionId(),
        claim: options.claim && { runId: createRunId(), ...options.claim },
        target,
      });
    });
    if (outcome.kind !== "accepted") return outcome;
    runs.abort(outcome.stoppedRunId, "interrupt");
    this.#sections.emit(outcome.session, () => ({
      type: "message.accept",
      messageId: mark.messageId,
      session: outcome.session,
      isNewSession: outcome.isNew,
    }));
    if (outcome.turn !== undefined) this.#announceRun(outcome.turn);
    return outcome;
  }

  #announceRun(turn: ClaimedTurn): void {
    this.#sections.emit({ ...turn, id: turn.fence.sessionId, epoch: turn.fence.epoch }, () => ({
      type: "run.start",
      runId: turn.runId,
      messageIds: turn.messages.map((message) => message.id),
      attempt: turn.attempt,
    }));
  }
}
