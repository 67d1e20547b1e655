import type {
  AcceptOutcome,
  AcceptRequest,
  CancelOutcome,
  ClaimRequest,
  ClaimedTurn,
  DecisionOutcome,
  DecisionRequest,
  DeliveryClaim,
  DeliveryOutcome,
  DestroyRequest,
  EditOutcome,
  EditRequest,
  MissedOutcome,
  OutboxEntry,
  PatchOutcome,
  PostOutcome,
  PostRequest,
  RegenerateOutcome,
  RegenerateRequest,
  RemoveOutcome,
  SessionId,
  SessionKey,
  SessionSettings,
  SessionSummary,
  SettleOutcome,
  StopOutcome,
  StopRequest,
  TranscriptEntry,
  TurnCommit,
  WithdrawOutcome,
  WriteOutcome,
} from "@keyturn/core";
import type { StoreSubject } from "./session-store-subject.ts";

/** An accept that was accepted. */
export type Accepted = Extract<AcceptOutcome, { kind: "accepted" }>;

/** One conversation with a store. Every request is whole; a test names only what it is about. */
export class StoreConversation {
  readonly key: SessionKey;
  readonly keyText: string;
  readonly #subject: StoreSubject;

  constructor(
    subject: StoreSubject,
    place: string = "place",
    key: Partial<Pick<SessionKey, "adapter" | "thread">> = {},
  ) {
    const { adapter = "test", thread } = key;
    this.#subject = subject;
    this.key = { adapter, account: "main", place, ...(thread !== undefined && { thread }) };
    this.keyText = `${adapter}/main/${place}${thread === undefined ? "" : `/t:${thread}`}`;
  }

  send(text: string, options: Partial<AcceptRequest> = {}): Promise<AcceptOutcome | MissedOutcome> {
    return this.#subject.store.accept({
      key: this.key,
      mark: this.#subject.mark(),
      sender: { id: "ada", name: "Ada" },
      text,
      mode: "queue",
      capacity: 50,
      partialAnswer: undefined,
      newSessionId: this.#subject.sessionId(),
      ...options,
    });
  }

  /** Sends a message that the test counts on being accepted. */
  async accept(text: string, options: Partial<AcceptRequest> = {}): Promise<Accepted> {
    const outcome = await this.send(text, options);
    if (outcome.kind !== "accepted") throw new Error(`The store answered ${outcome.kind} to "${text}".`);
    return outcome;
  }

  async claim(options: Partial<ClaimRequest> = {}): Promise<ClaimedTurn | undefined> {
    return this.#subject.store.claim({
      sessionId: await this.id(),
      runId: this.#subject.runId(),
      isCollecting: false,
      historyLimit: 100,
      at: this.#subject.now(),
      ...options,
    });
  }

  /** Claims a turn that the test counts on. */
  async begin(options: Partial<ClaimRequest> = {}): Promise<ClaimedTurn> {
    const turn = await this.claim(options);
    if (turn === undefined) throw new Error("The store had no turn to claim.");
    return turn;
  }

  commit(turn: ClaimedTurn, answer: string, options: Partial<TurnCommit> = {}): Promise<WriteOutcome> {
    const at = this.#subject.now();
    return this.#subject.store.commit(turn.fence, {
      entries: [{ role: "assistant", runId: turn.runId, at, parts: [{ type: "text", text: answer }] }],
      outbox: [],
      usage: { inputTokens: 3, outputTokens: 5, runs: 1 },
      at,
      ...options,
    });
  }

  release(turn: ClaimedTurn, isAttemptCounted: boolean = true): Promise<WriteOutcome> {
    return this.#subject.store.release(turn.fence, { at: this.#subject.now(), isAttemptCounted });
  }

  /** An operator writes something, by default in the channel; the target is the session as it is. */
  async post(text: string, options: Partial<PostRequest> = {}): Promise<PostOutcome> {
    const { id, epoch } = await this.summary();
    return this.#subject.store.post({
      target: { sessionId: id, epoch },
      mark: this.#subject.mark(),
      role: "operator",
      author: { id: "operator", name: "Olga" },
      text,
      outbox: [],
      ...options,
    });
  }

  /** Changes settings of the session as it is. */
  async patch(settings: SessionSettings): Promise<PatchOutcome> {
    const { id, epoch, fence } = await this.summary();
    const reference = { sessionId: id, keyText: this.keyText, epoch, fence };
    return this.#subject.store.patch(reference, settings, this.#subject.now());
  }

  /** A whole turn: a message, and its answer. */
  async exchange(text: string, answer: string, options: Partial<TurnCommit> = {}): Promise<void> {
    await this.accept(text);
    await this.commit(await this.begin(), answer, options);
  }

  /** Pieces of a turn's answer, none of them tried. */
  pieces(turn: ClaimedTurn, ...texts: readonly string[]): readonly OutboxEntry[] {
    return this.spoken(...texts).map((piece) => ({ ...piece, runId: turn.runId, kind: "answer" }));
  }

  /** Pieces of what an operator says, none of them tried. */
  spoken(...texts: readonly string[]): readonly OutboxEntry[] {
    return texts.map((text, piece) => ({
      id: this.#subject.deliveryId(),
      piece,
      pieces: texts.length,
      kind: "operator",
      text,
      state: "pending",
      attempts: 0,
      createdAt: this.#subject.now(),
    }));
  }

  /** A whole turn whose answer goes out in these pieces. */
  async answerInPieces(...texts: readonly string[]): Promise<readonly OutboxEntry[]> {
    await this.accept("a question");
    const turn = await this.begin();
    const outbox = this.pieces(turn, ...texts);
    await this.commit(turn, texts.join(""), { outbox });
    return outbox;
  }

  async stop(options: Partial<StopRequest> = {}): Promise<StopOutcome> {
    return this.#subject.store.stop({
      sessionId: await this.id(),
      at: this.#subject.now(),
      mark: undefined,
      runId: undefined,
      partialAnswer: undefined,
      ...options,
    });
  }

  async regenerate(options: Partial<RegenerateRequest> = {}): Promise<RegenerateOutcome> {
    return this.#subject.store.regenerate({
      sessionId: await this.id(),
      at: this.#subject.now(),
      mark: undefined,
      runId: undefined,
      ...options,
    });
  }

  async reset(options: Partial<DestroyRequest> = {}): Promise<RemoveOutcome> {
    const at = this.#subject.now();
    return this.#subject.store.reset({ sessionId: await this.id(), at, mark: undefined, ...options });
  }

  async delete(options: Partial<DestroyRequest> = {}): Promise<RemoveOutcome> {
    const at = this.#subject.now();
    return this.#subject.store.delete({ sessionId: await this.id(), at, mark: undefined, ...options });
  }

  /** Cancels the message that waits with this text; the test counts on one. */
  async cancel(text: string): Promise<CancelOutcome> {
    const sessionId = await this.id();
    const entry = (await this.#subject.store.waiting(sessionId)).find((other) => other.text === text);
    if (entry === undefined) throw new Error(`No message "${text}" waits.`);
    return this.#subject.store.cancel({ sessionId, messageId: entry.id, at: this.#subject.now() });
  }

  /** Changes the text of the message that left this mark. */
  edit(deduplicationKey: string, text: string, options: Partial<EditRequest> = {}): Promise<EditOutcome> {
    const at = this.#subject.now();
    return this.#subject.store.edit({
      keyText: this.keyText,
      deduplicationKey,
      text,
      senderId: undefined,
      at,
      ...options,
    });
  }

  /** Takes the message out that left this mark, or would have. */
  withdraw(deduplicationKey: string): Promise<WithdrawOutcome> {
    return this.#subject.store.withdraw({ keyText: this.keyText, mark: this.#subject.mark(deduplicationKey) });
  }

  async nextDelivery(sessionId?: SessionId): Promise<DeliveryClaim | undefined> {
    return this.#subject.store.claimDelivery(sessionId ?? (await this.id()), this.#subject.now());
  }

  /** Takes a piece that the test counts on. */
  async takeDelivery(sessionId?: SessionId): Promise<DeliveryClaim> {
    const claim = await this.nextDelivery(sessionId);
    if (claim === undefined) throw new Error("The store had nothing to deliver.");
    return claim;
  }

  settle(claim: DeliveryClaim, outcome: DeliveryOutcome, beginsNext: boolean = false): Promise<SettleOutcome> {
    return this.#subject.store.settleDelivery(claim, outcome, this.#subject.now(), beginsNext);
  }

  /** The texts of the pieces that wait for a person's decision. */
  async undelivered(): Promise<readonly string[]> {
    return (await this.#subject.store.undelivered(await this.id())).map(({ text }) => text);
  }

  /** Decides on a piece, whatever state it is in. */
  async decide(
    decision: DecisionRequest["decision"],
    { id }: Pick<OutboxEntry, "id">,
    expected?: DecisionRequest["expected"],
  ): Promise<DecisionOutcome> {
    const sessionId = await this.id();
    return this.#subject.store.decide({ sessionId, deliveryId: id, decision, expected, at: this.#subject.now() });
  }

  /** The session that the key names; the test counts on one. */
  async id(): Promise<SessionId> {
    const id = await this.#subject.store.find(this.keyText);
    if (id === undefined) throw new Error(`${this.keyText} names no session.`);
    return id;
  }

  async summary(): Promise<SessionSummary> {
    const id = await this.id();
    const session = await this.#subject.store.summary(id);
    if (session === undefined || "deletedAt" in session) throw new Error(`There is no session ${id}.`);
    return session;
  }

  /** The whole transcript. */
  async transcript(): Promise<readonly TranscriptEntry[]> {
    const page = await this.#subject.store.entries(await this.id(), { limit: 1_000 });
    return page?.entries ?? [];
  }

  /** The whole transcript, a line each. */
  async lines(): Promise<readonly string[]> {
    return (await this.transcript()).map(lineOf);
  }

  /** The texts that wait or run. */
  async waiting(): Promise<readonly string[]> {
    return (await this.#subject.store.waiting(await this.id())).map((entry) => entry.text);
  }
}

/** A transcript entry as a line, such as `user: hello`. */
export function lineOf(entry: TranscriptEntry): string {
  if (entry.role !== "assistant") return `${entry.role}: ${entry.text}`;
  const text = entry.parts.map((part) => (part.type === "text" ? part.text : `[${part.name}]`)).join("");
  return `assistant${entry.isStopped === true ? " (stopped)" : ""}: ${text}`;
}
