import type { ClaimedTurn, DeliveryClaim, DeliveryId, DeliveryOutcome, OverlapMode } from "@keyturn/core";
import fc from "fast-check";
import { expect } from "vitest";
import { StoreConversation } from "./session-store-conversation.ts";
import {
  type ModelSession,
  type StoreModel,
  empty,
  endRun,
  isDeliveryCurrent,
  isFenceCurrent,
  nextPiece,
  stopRun,
  takeOut,
  takenByClaim,
} from "./session-store-model-state.ts";
import type { StoreSubject } from "./session-store-subject.ts";

/** One step of a random history: done to the store and to the model, its outcome compared. */
class Step<Input> implements fc.AsyncCommand<StoreModel, StoreSubject> {
  readonly #name: string;
  readonly #input: Input;
  readonly #perform: (model: StoreModel, subject: StoreSubject, input: Input) => Promise<void>;

  constructor(
    name: string,
    input: Input,
    perform: (model: StoreModel, subject: StoreSubject, input: Input) => Promise<void>,
  ) {
    this.#name = name;
    this.#input = input;
    this.#perform = perform;
  }

  check(): boolean {
    return true;
  }

  async run(model: StoreModel, subject: StoreSubject): Promise<void> {
    await this.#perform(model, subject, this.#input);
    for (const session of model.sessions.values()) await compare(session, subject);
    for (const session of model.deleted) await compareDeleted(session, subject);
  }

  toString(): string {
    return `${this.#name}(${JSON.stringify(this.#input)})`;
  }
}

type AnyStep = fc.Arbitrary<fc.AsyncCommand<StoreModel, StoreSubject>>;

const place = fc.constantFrom("a", "b");
const index = fc.nat({ max: 30 });
const message = {
  place,
  key: fc.nat({ max: 8 }),
  mode: fc.constantFrom<OverlapMode>("queue", "interrupt", "reject"),
  capacity: fc.integer({ min: 1, max: 3 }),
  isClaiming: fc.boolean(),
};
const outcome = fc.constantFrom<DeliveryOutcome>(
  { kind: "delivered", platformMessageId: "p1" },
  { kind: "retry", error: "HTTP 500" },
  { kind: "failed", error: "HTTP 403" },
  { kind: "unconfirmed", error: "timed out" },
);

/** The steps that histories are made of. */
export function storeSteps(isDurable: boolean): readonly AnyStep[] {
  const steps: readonly AnyStep[] = [
    fc.record(message).map((input) => new Step("send", input, send)),
    fc.record({ place, isCollecting: fc.boolean() }).map((input) => new Step("claim", input, claim)),
    fc
      .record({ index, pieces: fc.nat({ max: 2 }), beginsDelivery: fc.boolean() })
      .map((input) => new Step("commit", input, commit)),
    fc.record({ index, isAttemptCounted: fc.boolean() }).map((input) => new Step("release", input, release)),
    fc.record({ index }).map((input) => new Step("patch", input, patch)),
    fc
      .record({ place, role: fc.constantFrom("operator", "note"), key: fc.nat({ max: 8 }), isOld: fc.boolean() })
      .map((input) => new Step("post", input, post)),
    fc.record({ place, index }).map((input) => new Step("cancel", input, cancel)),
    fc
      .record({ place, key: message.key, text: fc.constantFrom("changed", "changed again") })
      .map((input) => new Step("edit", input, edit)),
    fc.record({ place, key: message.key }).map((input) => new Step("withdraw", input, withdraw)),
    fc.record({ place }).map((input) => new Step("stop", input, stop)),
    fc
      .record({ place, operation: fc.constantFrom("reset", "delete") })
      .map((input) => new Step("destroy", input, destroy)),
    fc.record({ place }).map((input) => new Step("deliver", input, deliver)),
    fc.record({ index, outcome, beginsNext: fc.boolean() }).map((input) => new Step("settle", input, settle)),
    fc
      .record({ place, index, decision: fc.constantFrom("resend", "dismiss"), isOld: fc.boolean() })
      .map((input) => new Step("decide", input, decide)),
  ];
  return isDurable ? [...steps, fc.constant(new Step("restart", {}, restart))] : steps;
}

interface SendInput {
  readonly place: string;
  readonly key: number;
  readonly mode: OverlapMode;
  readonly capacity: number;
  /** Whether the turn is to be taken at once. */
  readonly isClaiming: boolean;
}

async function send(model: StoreModel, subject: StoreSubject, input: SendInput): Promise<void> {
  const { place, key, mode, capacity, isClaiming } = input;
  const conversation = new StoreConversation(subject, place);
  const session = model.sessions.get(place);
  const deduplicationKey = `${place}-${key}`;
  const text = `message ${key}`;
  const claim = isClaiming ? { runId: subject.runId(), isCollecting: false, historyLimit: 10 } : undefined;
  const outcome = await conversation.send(text, { mode, capacity, claim, mark: subject.mark(deduplicationKey) });
  const waiting = (session?.inbox.length ?? 0) - (session?.run?.taken ?? 0);
  if (model.marks.has(deduplicationKey)) return expect(outcome.kind).toBe("duplicate");
  if (mode === "reject" && (session?.inbox.length ?? 0) > 0) return expect(outcome.kind).toBe("busy");
  if (waiting >= capacity) return expect(outcome).toMatchObject({ kind: "full", waiting });
  if (outcome.kind !== "accepted") throw new Error(`The store answered ${outcome.kind}.`);
  const stopped = mode === "interrupt" ? session?.run?.id : undefined;
  expect(outcome).toMatchObject({ isNew: session === undefined, stoppedRunId: stopped });
  model.marks.add(deduplicationKey);
  const target = session ?? create(model, place, conversation.keyText, outcome.session);
  if (stopped !== undefined) stopRun(target);
  target.inbox.push({ name: deduplicationKey, text, attempts: 0 });
  const isTaken = isClaiming && target.run === undefined && target.inbox.length === 1;
  expect(outcome.turn !== undefined).toBe(isTaken);
  if (stopped !== undefined || (isTaken && session !== undefined)) raiseFence(target, outcome.session.fence);
  if (outcome.turn !== undefined) takeTurn(model, target, outcome.turn);
}

function create(
  model: StoreModel,
  place: string,
  keyText: string,
  { id, epoch, fence }: Pick<ModelSession, "id" | "epoch" | "fence">,
): ModelSession {
  expect(model.takeEpoch(epoch)).toBe(true);
  expect(model.deleted.map((session) => session.id)).not.toContain(id);
  const session: ModelSession = {
    id,
    keyText,
    epoch,
    fence,
    title: undefined,
    lines: [],
    inbox: [],
    run: undefined,
    outbox: [],
    isDeleted: false,
  };
  model.sessions.set(place, session);
  return session;
}

async function claim(
  model: StoreModel,
  subject: StoreSubject,
  { place, isCollecting }: { readonly place: string; readonly isCollecting: boolean },
): Promise<void> {
  const session = model.sessions.get(place);
  if (session === undefined) return;
  const taken = takenByClaim(session, isCollecting);
  const turn = await new StoreConversation(subject, place).claim({ isCollecting });
  expect(turn?.messages.length ?? 0).toBe(taken);
  if (turn === undefined) return;
  raiseFence(session, turn.fence.fence);
  takeTurn(model, session, turn);
}

function takeTurn(model: StoreModel, session: ModelSession, turn: ClaimedTurn): void {
  const messages = session.inbox.slice(0, turn.messages.length);
  for (const message of messages) message.attempts += 1;
  expect(turn.messages.map(({ text, attempts }) => ({ text, attempts }))).toEqual(
    messages.map(({ text, attempts }) => ({ text, attempts })),
  );
  session.run = { id: turn.runId, taken: messages.length };
  model.turns.push({ turn, session });
}

interface PostInput {
  readonly place: string;
  readonly role: "operator" | "note";
  readonly key: number;
  /** Whether it is for an epoch that is over. */
  readonly isOld: boolean;
}

async function post(model: StoreModel, subject: StoreSubject, { place, role, key, isOld }: PostInput): Promise<void> {
  const session = model.sessions.get(place);
  if (session === undefined) return;
  const conversation = new StoreConversation(subject, place);
  const deduplicationKey = `${place}-post-${key}`;
  const outbox = role === "note" ? [] : conversation.spoken("said");
  const outcome = await conversation.post("said", {
    target: { sessionId: session.id, epoch: isOld ? session.epoch - 1 : session.epoch },
    mark: subject.mark(deduplicationKey),
    role,
    outbox,
  });
  if (model.marks.has(deduplicationKey)) return expect(outcome.kind).toBe("duplicate");
  if (isOld) return expect(outcome.kind).toBe("changed");
  expect(outcome.kind).toBe("posted");
  model.marks.add(deduplicationKey);
  session.lines.push({ text: `${role}: said` });
  for (const { id } of outbox) session.outbox.push({ id, run: undefined, state: "pending", attempts: 0 });
}

interface CommitInput {
  readonly index: number;
  readonly pieces: number;
  readonly beginsDelivery: boolean;
}

async function commit(model: StoreModel, subject: StoreSubject, input: CommitInput): Promise<void> {
  const given = pick(model.turns, input.index);
  if (given === undefined) return;
  const { turn, session } = given;
  const { beginsDelivery } = input;
  const conversation = new StoreConversation(subject);
  const outbox = conversation.pieces(turn, ...["one", "two"].slice(0, input.pieces));
  const isCurrent = isFenceCurrent(given) && session.run?.id === turn.runId;
  const outcome = await conversation.commit(turn, "answer", { outbox, beginsDelivery });
  expect(outcome.kind).toBe(isCurrent ? "ok" : "fenced");
  if (outcome.kind !== "ok") return;
  endRun(session);
  session.lines.push({ text: "assistant: answer", run: turn.runId });
  const isOpen = nextPiece(session) !== undefined;
  for (const { id } of outbox) session.outbox.push({ id, run: turn.runId, state: "pending", attempts: 0 });
  expectBegun(model, session, outcome.delivery, beginsDelivery && !isOpen);
}

async function release(
  model: StoreModel,
  subject: StoreSubject,
  { index, isAttemptCounted }: { readonly index: number; readonly isAttemptCounted: boolean },
): Promise<void> {
  const given = pick(model.turns, index);
  if (given === undefined) return;
  const { turn, session } = given;
  const isCurrent = isFenceCurrent(given) && session.run?.id === turn.runId;
  const outcome = await new StoreConversation(subject).release(turn, isAttemptCounted);
  expect(outcome.kind).toBe(isCurrent ? "ok" : "fenced");
  if (outcome.kind !== "ok") return;
  if (!isAttemptCounted) for (const message of session.inbox.slice(0, session.run?.taken)) message.attempts -= 1;
  session.run = undefined;
  raiseFence(session, outcome.session.fence);
}

async function patch(model: StoreModel, subject: StoreSubject, { index }: { readonly index: number }): Promise<void> {
  const given = pick(model.turns, index);
  if (given === undefined) return;
  const title = `title ${subject.now()}`;
  const isCurrent = isFenceCurrent(given);
  const outcome = await subject.store.patch(given.turn.fence, { title }, subject.now());
  expect(outcome.kind).toBe(isCurrent ? "ok" : "fenced");
  if (isCurrent) given.session.title = title;
}

async function cancel(
  model: StoreModel,
  subject: StoreSubject,
  { place, index }: { readonly place: string; readonly index: number },
): Promise<void> {
  const session = model.sessions.get(place);
  if (session === undefined || session.inbox.length === 0) return;
  const chosen = index % session.inbox.length;
  const messageId = (await subject.store.waiting(session.id))[chosen]?.id ?? subject.messageId();
  const outcome = await subject.store.cancel({ sessionId: session.id, messageId, at: subject.now() });
  const isTaken = chosen < (session.run?.taken ?? 0);
  expect(outcome.kind).toBe(isTaken ? "taken" : "cancelled");
  if (!isTaken) session.inbox.splice(chosen, 1);
}

interface NamedInput {
  readonly place: string;
  readonly key: number;
}

async function edit(
  model: StoreModel,
  subject: StoreSubject,
  { place, key, text }: NamedInput & { readonly text: string },
): Promise<void> {
  const session = model.sessions.get(place);
  const name = `${place}-${key}`;
  const outcome = await new StoreConversation(subject, place).edit(name, text);
  const waiting = session?.inbox.findIndex((message) => message.name === name) ?? -1;
  const message = session?.inbox[waiting];
  const line = session?.lines.find((other) => other.name === name);
  const before = message?.text ?? line?.text.slice("user: ".length);
  if (before === undefined) return expect(outcome).toEqual({ kind: "unknown" });
  if (before === text) return expect(outcome.kind).toBe("unchanged");
  if (message !== undefined && waiting < (session?.run?.taken ?? 0)) {
    return expect(outcome).toMatchObject({ kind: "running", runId: session?.run?.id });
  }
  expect(outcome.kind).toBe(message === undefined ? "stored" : "replaced");
  if (message !== undefined) message.text = text;
  if (line !== undefined) line.text = `user: ${text}`;
}

async function withdraw(model: StoreModel, subject: StoreSubject, { place, key }: NamedInput): Promise<void> {
  const session = model.sessions.get(place);
  const name = `${place}-${key}`;
  const outcome = await new StoreConversation(subject, place).withdraw(name);
  model.marks.add(name);
  const waiting = session?.inbox.findIndex((message) => message.name === name) ?? -1;
  if (session === undefined || waiting === -1) {
    const isStored = session !== undefined && takeOut(session, name);
    return expect(outcome.kind).toBe(isStored ? "removed" : "unknown");
  }
  const { run } = session;
  const isRunning = waiting < (run?.taken ?? 0);
  if (isRunning) for (const message of session.inbox.slice(0, run?.taken)) message.attempts -= 1;
  session.inbox.splice(waiting, 1);
  if (!isRunning) return expect(outcome.kind).toBe("dropped");
  expect(outcome).toMatchObject({ kind: "stopped", runId: run?.id });
  session.run = undefined;
  if (outcome.kind === "stopped") raiseFence(session, outcome.session.fence);
}

async function stop(model: StoreModel, subject: StoreSubject, { place }: { readonly place: string }): Promise<void> {
  const session = model.sessions.get(place);
  if (session === undefined) return;
  const outcome = await new StoreConversation(subject, place).stop();
  expect(outcome).toMatchObject({ kind: "stopped", stoppedRunId: session.run?.id });
  if (outcome.kind !== "stopped" || session.run === undefined) return;
  stopRun(session);
  raiseFence(session, outcome.session.fence);
}

async function destroy(
  model: StoreModel,
  subject: StoreSubject,
  { place, operation }: { readonly place: string; readonly operation: "reset" | "delete" },
): Promise<void> {
  const session = model.sessions.get(place);
  if (session === undefined) return;
  const outcome = await new StoreConversation(subject, place)[operation]();
  if (outcome.kind !== "removed") throw new Error(`The store answered ${outcome.kind}.`);
  const { removal } = outcome;
  expect(removal).toMatchObject({
    oldEpoch: session.epoch,
    stoppedRunId: session.run?.id,
    removedEntries: session.lines.length,
    discardedMessages: session.inbox.length,
  });
  expect(model.takeEpoch(removal.epoch)).toBe(true);
  empty(session);
  session.epoch = removal.epoch;
  if (operation === "reset") {
    raiseFence(session, (await new StoreConversation(subject, place).summary()).fence);
  } else {
    session.isDeleted = true;
    model.sessions.delete(place);
    model.deleted.push(session);
  }
}

async function deliver(model: StoreModel, subject: StoreSubject, { place }: { readonly place: string }): Promise<void> {
  const session = model.sessions.get(place) ?? model.deleted.findLast(({ keyText }) => keyText.endsWith(`/${place}`));
  if (session === undefined) return;
  expectBegun(model, session, await new StoreConversation(subject, place).nextDelivery(session.id), true);
}

/** Whether the store began the piece that is next, if it was to begin one. */
function expectBegun(
  model: StoreModel,
  session: ModelSession,
  claim: DeliveryClaim | undefined,
  isAsked: boolean,
): void {
  const piece = isAsked ? nextPiece(session) : undefined;
  expect(claim?.entry.id).toBe(piece?.id);
  if (piece === undefined || claim === undefined) return;
  piece.attempts += 1;
  if (piece.state === "pending") piece.state = "sending";
  expect(claim).toMatchObject({ attempt: piece.attempts, epoch: session.epoch, entry: { state: piece.state } });
  model.deliveries.push({ claim, session, piece });
}

interface SettleInput {
  readonly index: number;
  readonly outcome: DeliveryOutcome;
  readonly beginsNext: boolean;
}

async function settle(
  model: StoreModel,
  subject: StoreSubject,
  { index, outcome, beginsNext }: SettleInput,
): Promise<void> {
  const delivery = pick(model.deliveries, index);
  if (delivery === undefined) return;
  const { claim, session, piece } = delivery;
  const isRecall = claim.entry.state === "recall";
  const told: DeliveryOutcome = isRecall && outcome.kind !== "retry" ? { kind: "recalled" } : outcome;
  const isCurrent = isDeliveryCurrent(delivery);
  const written = await new StoreConversation(subject).settle(claim, told, beginsNext);
  expect(written.kind).toBe(isCurrent ? "ok" : "fenced");
  if (written.kind !== "ok") {
    const isTakenBack = session.outbox.includes(piece) && piece.state === "recall";
    return expect(written.isCancelled).toBe(!isRecall && (session.epoch !== claim.epoch || isTakenBack));
  }
  expect(written.session?.id).toBe(session.isDeleted ? undefined : session.id);
  if (told.kind === "recalled") session.outbox = session.outbox.filter((other) => other !== piece);
  else if (told.kind !== "retry") piece.state = told.kind;
  expectBegun(model, session, written.delivery, beginsNext && told.kind !== "retry");
}

interface DecideInput {
  readonly place: string;
  readonly index: number;
  readonly decision: "resend" | "dismiss";
  /** Whether it was looked at before its last try. */
  readonly isOld: boolean;
}

async function decide(
  model: StoreModel,
  subject: StoreSubject,
  { place, index, decision, isOld }: DecideInput,
): Promise<void> {
  const session = model.sessions.get(place);
  const piece = session && pick(session.outbox, index);
  if (session === undefined || piece === undefined) return;
  const expected = { epoch: session.epoch, attempts: isOld ? piece.attempts - 1 : piece.attempts };
  const id: DeliveryId = `d_${piece.id.slice(2)}`;
  const outcome = await new StoreConversation(subject, place).decide(decision, { id }, expected);
  if (piece.state === "delivered" || piece.state === "recall") return expect(outcome.kind).toBe("unknown");
  const waits = piece.state === "failed" || piece.state === "unconfirmed";
  expect(outcome.kind).toBe(waits && !isOld ? "decided" : "overtaken");
  if (outcome.kind !== "decided") return;
  if (decision === "resend") {
    piece.attemptsBefore = piece.attempts;
    piece.state = "sending";
  } else if (piece.state === "unconfirmed") piece.state = "delivered";
  else session.outbox = session.outbox.filter((other) => other !== piece);
}

async function restart(model: StoreModel, subject: StoreSubject): Promise<void> {
  await subject.reopen();
  for (const [place, session] of model.sessions) {
    if (session.run === undefined) continue;
    session.run = undefined;
    raiseFence(session, (await new StoreConversation(subject, place).summary()).fence);
  }
}

function raiseFence(session: ModelSession, fence: number): void {
  expect(fence).toBeGreaterThan(session.fence);
  session.fence = fence;
}

function pick<Item>(items: readonly Item[], index: number): Item | undefined {
  // Counted from the newest: those are the ones that are alive.
  return items.at(-1 - (index % Math.max(1, items.length)));
}

async function compare(session: ModelSession, subject: StoreSubject): Promise<void> {
  const place = session.keyText.split("/").at(-1);
  const conversation = new StoreConversation(subject, place);
  const summary = await conversation.summary();
  expect({
    id: summary.id,
    epoch: summary.epoch,
    fence: summary.fence,
    title: summary.settings.title,
    run: summary.running?.runId,
    entries: summary.entries,
    waiting: summary.waiting,
  }).toEqual({
    id: session.id,
    epoch: session.epoch,
    fence: session.fence,
    title: session.title,
    run: session.run?.id,
    entries: session.lines.length,
    waiting: session.inbox.length - (session.run?.taken ?? 0),
  });
  expect(await conversation.lines()).toEqual(session.lines.map(({ text }) => text));
  expect(await conversation.waiting()).toEqual(session.inbox.map(({ text }) => text));
}

async function compareDeleted({ id, epoch }: ModelSession, { store }: StoreSubject): Promise<void> {
  expect(await store.summary(id)).toMatchObject({ id, epoch, deletedAt: expect.any(Number) });
  expect(await store.entries(id, { limit: 10 })).toBeUndefined();
}
