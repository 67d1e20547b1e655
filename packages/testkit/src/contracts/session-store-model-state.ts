import type { ClaimedTurn, DeliveryClaim, DeliveryState, RunId, SessionId } from "@keyturn/core";

/** A message that waits or runs, as the model sees it. */
export interface ModelMessage {
  /** Of its mark. */
  readonly name: string;
  text: string;
  attempts: number;
}

/** An entry of a transcript, as the model sees it. */
export interface ModelLine {
  text: string;
  /** The run of its turn; undefined where no run has to do with it. */
  readonly run?: RunId | undefined;
  /** Of the mark of a person's message. */
  readonly name?: string | undefined;
}

/** A piece of an answer, as the model sees it. */
export interface ModelPiece {
  readonly id: string;
  /** The run whose answer it is of; undefined where an operator spoke. */
  readonly run: RunId | undefined;
  state: DeliveryState;
  attempts: number;
  /** How many of them were begun before it was to be sent again. */
  attemptsBefore?: number;
}

/** A session as simple as it can be said: lists that are changed in place. */
export interface ModelSession {
  readonly id: SessionId;
  readonly keyText: string;
  epoch: number;
  fence: number;
  title: string | undefined;
  /** The transcript, a line each. */
  lines: ModelLine[];
  inbox: ModelMessage[];
  /** The run in flight has the first `taken` messages. */
  run: { readonly id: RunId; readonly taken: number } | undefined;
  outbox: ModelPiece[];
  isDeleted: boolean;
}

/** A claim that was given, whatever became of it since. */
export interface ModelTurn {
  readonly turn: ClaimedTurn;
  readonly session: ModelSession;
}

/** A delivery that was begun, whatever became of it since. */
export interface ModelDelivery {
  readonly claim: DeliveryClaim;
  readonly session: ModelSession;
  readonly piece: ModelPiece;
}

/** What a store should hold. */
export class StoreModel {
  /** The living session of each key. */
  readonly sessions: Map<string, ModelSession> = new Map();
  readonly deleted: ModelSession[] = [];
  readonly marks: Set<string> = new Set();
  readonly turns: ModelTurn[] = [];
  readonly deliveries: ModelDelivery[] = [];
  highestEpoch = 0;

  /** Notes an epoch that the store gave; false when one as high was given before. */
  takeEpoch(epoch: number): boolean {
    const isAbove = epoch > this.highestEpoch;
    this.highestEpoch = Math.max(epoch, this.highestEpoch);
    return isAbove;
  }
}

/** Whether a writer with this claim may still write. */
export function isFenceCurrent({ turn, session }: ModelTurn): boolean {
  return !session.isDeleted && session.epoch === turn.fence.epoch && session.fence === turn.fence.fence;
}

/** How many messages the next claim takes. */
export function takenByClaim(session: ModelSession, isCollecting: boolean): number {
  const [first] = session.inbox;
  if (first === undefined || session.run !== undefined) return 0;
  if (!isCollecting || first.attempts > 0) return 1;
  const firstTried = session.inbox.findIndex((message) => message.attempts > 0);
  return firstTried === -1 ? session.inbox.length : firstTried;
}

/** Ends the run in flight: its messages become transcript. */
export function endRun(session: ModelSession): void {
  const run = session.run?.id;
  for (const { text, name } of session.inbox.splice(0, session.run?.taken ?? 0)) {
    session.lines.push({ text: `user: ${text}`, run, name });
  }
  session.run = undefined;
}

/** Stops the run in flight: an answer of which nothing was written leaves an entry all the same. */
export function stopRun(session: ModelSession): void {
  const run = session.run?.id;
  endRun(session);
  session.lines.push({ text: "assistant (stopped): ", run });
}

/** Takes an entry out; what answered it goes with it, when it answered nothing else. Whether the entry was there. */
export function takeOut(session: ModelSession, name: string): boolean {
  const line = session.lines.find((other) => other.name === name);
  if (line === undefined) return false;
  const isAlone = session.lines.filter(({ run, name: other }) => run === line.run && other !== undefined).length === 1;
  session.lines = session.lines.filter((other) => other !== line && !(isAlone && other.run === line.run));
  if (isAlone) takeBack(session, line.run);
  return true;
}

function takeBack(session: ModelSession, run: RunId | undefined): void {
  session.outbox = session.outbox.filter((piece) => piece.run !== run || !["pending", "failed"].includes(piece.state));
  for (const piece of session.outbox) {
    if (piece.run === run && ["sending", "unconfirmed"].includes(piece.state)) piece.state = "recall";
  }
}

/** Takes away what a reset or a delete takes away. */
export function empty(session: ModelSession): void {
  session.lines = [];
  session.inbox = [];
  session.run = undefined;
  session.outbox = session.outbox.filter(({ state }) => ["sending", "unconfirmed", "recall"].includes(state));
  for (const piece of session.outbox) piece.state = "recall";
}

/** The piece that is worked on next. */
export function nextPiece(session: ModelSession): ModelPiece | undefined {
  return (
    session.outbox.find(({ state }) => state === "recall") ??
    session.outbox.find(({ state }) => state === "pending" || state === "sending")
  );
}

/** Whether the delivery is still the newest attempt at its piece. */
export function isDeliveryCurrent({ claim, session, piece }: ModelDelivery): boolean {
  return (
    session.epoch === claim.epoch &&
    session.outbox.includes(piece) &&
    piece.attempts === claim.attempt &&
    piece.attemptsBefore === claim.entry.attemptsBeforeResend &&
    piece.state === claim.entry.state
  );
}
