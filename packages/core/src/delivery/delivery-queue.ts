import type { Channel, ChannelRegistry } from "../channel/channel.ts";
import { type Clock, pause } from "../clock.ts";
import { DeliveryError, describeError } from "../errors.ts";
import type { DeliveryId, SessionId } from "../identifiers.ts";
import type { ReportError } from "../log.ts";
import { LateSignal } from "../late-signal.ts";
import type { DeliveryClaim, DeliveryOutcome, SessionReference } from "../sessions/session-store.ts";
import { parseSessionKey } from "../sessions/session-key.ts";
import { type SpanOptions, inSpan } from "../telemetry/span.ts";
import type { TurnSpans } from "../telemetry/turn-spans.ts";
import type { Sessions } from "../sessions/sessions.ts";
import { ClaimedPiece } from "./claimed-piece.ts";

/** Figures of the delivery; all times in milliseconds. */
export interface DeliveryOptions {
  /**
   * Sends of one piece before it counts as failed. Five with doubling pauses span half a minute of a service's trouble.
   * @default 5
   */
  readonly attempts: number;
  /**
   * Longest time of one send. A service that has not answered by then is asked again or looked up.
   * @default 20_000
   */
  readonly sendTimeoutMilliseconds: number;
  /**
   * Pause before the second send; it doubles with each further one.
   * @default 1_000
   */
  readonly retryMilliseconds: number;
}

/** The defaults of `DeliveryOptions`. */
export const deliveryDefaults: DeliveryOptions = Object.freeze({
  attempts: 5,
  sendTimeoutMilliseconds: 20_000,
  retryMilliseconds: 1_000,
});

/** Longest pause between two sends, in milliseconds, whatever the service asks for: an operator sees it before that. */
const longestPauseMilliseconds = 300_000;

/** Pause after a store failure before the queue looks again, in milliseconds: long enough not to hammer a full disk. */
const storePauseMilliseconds = 5_000;

/** The parts that a delivery queue is made of. */
export interface DeliveryParts {
  readonly sessions: Sessions;
  readonly channels: ChannelRegistry;
  /** Resolves when the channel can send again; undefined when it can now. */
  readonly whenOpen: (channel: string) => Promise<void> | undefined;
  readonly clock: Clock;
  readonly options: DeliveryOptions;
  readonly reportError: ReportError;
  readonly turnSpans: Pick<TurnSpans, "linksTo">;
}

interface Worker {
  /** There may be pieces that the worker has not looked for. */
  isWoken: boolean;
  /** A piece that is begun and not sent yet. */
  claim: DeliveryClaim | undefined;
  done: Promise<void>;
  /** The pause before a piece is sent again. */
  resting: AbortController | undefined;
  /** Something was reset or deleted since the worker looked last: the next pause is left out. */
  isHurried: boolean;
}

/** What a try came to, and how long to rest before the next one. */
interface TriedPiece {
  readonly outcome: DeliveryOutcome;
  readonly pauseMilliseconds: number;
}

/**
 * Brings answers to their channels: within a session one piece at a time and in order, sessions beside each other.
 * What is to be done is in the durable outbox; the queue only knows for which sessions somebody is at work.
 */
export class DeliveryQueue {
  readonly #parts: DeliveryParts;
  readonly #workers = new Map<SessionId, Worker>();
  /** Sessions whose turn may begin a piece: what was asked for meanwhile. */
  readonly #reserved = new Map<SessionId, Pick<Worker, "isWoken" | "isHurried">>();
  readonly #stopping = new AbortController();
  #isOpen = false;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  /** Begins to deliver: the channels are there. Until then pieces, and those to take back, wait in the outbox. */
  open(): void {
    this.#isOpen = true;
  }

  /**
   * Whether a commit may begin the session's next piece: true when nobody is at work there. Then nobody begins to be until
   * `release`, or the piece would be begun twice.
   */
  reserve(sessionId: SessionId): boolean {
    if (this.#workers.has(sessionId) || this.#reserved.has(sessionId)) return false;
    this.#reserved.set(sessionId, { isWoken: false, isHurried: false });
    return true;
  }

  /** A turn is over: delivers what it left behind, and what came since it was reserved. `claim` is what it has begun. */
  release(session: SessionReference, claim?: DeliveryClaim): void {
    const reserved = this.#reserved.get(session.sessionId);
    this.#reserved.delete(session.sessionId);
    // What was reset or deleted meanwhile is not sent any more: it is taken back.
    if (claim === undefined || reserved?.isHurried === true) this.wake(session);
    else this.#start(session, { isWoken: reserved?.isWoken ?? false, claim });
  }

  /** The session may have pieces to deliver or to take back. */
  wake(session: SessionReference): void {
    const present = this.#workers.get(session.sessionId) ?? this.#reserved.get(session.sessionId);
    if (present === undefined) this.#start(session, { isWoken: true, claim: undefined });
    else present.isWoken = true;
  }

  /** The session was reset or deleted: there may be pieces to take back, and nothing waits for an old piece any more. */
  hurry(session: SessionReference): void {
    this.#workers.get(session.sessionId)?.resting?.abort();
    const present = this.#workers.get(session.sessionId) ?? this.#reserved.get(session.sessionId);
    // The pause may be about to begin: its piece was settled, and the worker has not come to it yet.
    if (present !== undefined) present.isHurried = true;
    this.wake(session);
  }

  #start(session: SessionReference, begun: Pick<Worker, "isWoken" | "claim">): void {
    // A piece that is begun and not sent is found again after the next start.
    if (!this.#isOpen || this.#stopping.signal.aborted) return;
    const worker: Worker = { ...begun, done: Promise.resolve(), resting: undefined, isHurried: false };
    this.#workers.set(session.sessionId, worker);
    worker.done = this.#work(session, worker);
  }

  /** Resolves when nothing is being delivered. */
  async settled(): Promise<void> {
    while (this.#workers.size > 0) await Promise.all([...this.#workers.values()].map((worker) => worker.done));
  }

  /** Begins no further send, and waits for those in flight. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.settled();
  }

  async #work(session: SessionReference, worker: Worker): Promise<void> {
    const takenBack = new Set<DeliveryId>();
    while ((worker.claim !== undefined || worker.isWoken) && !this.#stopping.signal.aborted) {
      try {
        const opened = this.#whenOpen(session);
        if (opened === undefined) {
          await this.#advance(session, worker, takenBack);
        } else {
          // A channel that is being restarted, or cannot be started, is waited for: its pieces are safe in the outbox.
          await this.#putBack(worker);
          await this.#unlessStopping(opened);
        }
      } catch (error) {
        // The store's trouble: the pieces are safe in the outbox, and nobody else would come for them.
        this.#parts.reportError(error, { sessionId: session.sessionId });
        await pause(this.#parts.clock, storePauseMilliseconds, this.#stopping.signal);
        worker.claim = undefined;
        worker.isWoken = true;
      }
    }
    if (worker.claim !== undefined) await this.#putBack(worker).catch(this.#parts.reportError);
    this.#workers.delete(session.sessionId);
  }

  /** Leaves nothing behind on the signal, which lives as long as the bot, however often somebody waits. */
  #unlessStopping(opened: Promise<void>): Promise<void> {
    const { signal } = this.#stopping;
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const end = (): void => {
        signal.removeEventListener("abort", end);
        resolve();
      };
      signal.addEventListener("abort", end, { once: true });
      void opened.then(end);
    });
  }

  #whenOpen(session: SessionReference): Promise<void> | undefined {
    return this.#parts.whenOpen(parseSessionKey(session.keyText).adapter);
  }

  async #advance(session: SessionReference, worker: Worker, takenBack: Set<DeliveryId>): Promise<void> {
    worker.claim ??= await this.#claim(session, worker);
    // The channel may have gone while the store looked.
    if (worker.claim === undefined || this.#whenOpen(session) !== undefined) return;
    worker.claim = await this.#handle(worker.claim, worker, takenBack);
  }

  /**
   * Gives a piece up that was begun and not sent. Held on to, it would be sent although its conversation was reset
   * meanwhile; left as begun, nobody could tell after a restart that it was never sent.
   */
  async #putBack(worker: Worker): Promise<void> {
    const { claim } = worker;
    worker.claim = undefined;
    worker.isWoken = true;
    if (claim === undefined || claim.entry.state === "recall" || isUncertain(claim)) return;
    await this.#parts.sessions.settleDelivery(claim, { kind: "retry", error: "The channel was not connected." });
  }

  #claim(session: SessionReference, worker: Worker): Promise<DeliveryClaim | undefined> {
    // Before the claim: what is written while it looks wakes the worker again.
    worker.isWoken = false;
    worker.isHurried = false;
    return this.#parts.sessions.claimDelivery(session);
  }

  /** Sends a piece, or takes one back; gives the next one, if it could be begun at once. */
  async #handle(claim: DeliveryClaim, worker: Worker, takenBack: Set<DeliveryId>): Promise<DeliveryClaim | undefined> {
    const { sessions, channels } = this.#parts;
    const channel = channels.find(claim.key.adapter);
    if (claim.entry.state !== "recall") return this.#deliver(channel, claim, worker, takenBack);
    // Without its channel nobody can take the piece back now: it stays to be taken back when the channel is on again.
    if (channel === undefined) return undefined;
    const isDone =
      takenBack.has(claim.entry.id) || (await this.#takeBack(channel, claim, claim.entry.platformMessageId));
    const tries = triesOf(claim);
    if (!isDone && tries < this.#parts.options.attempts) {
      worker.isWoken = true;
      await this.#rest(worker, this.#pauseAfter(tries));
      return undefined;
    }
    const settled = await sessions.settleDelivery(claim, { kind: "recalled" });
    return settled.kind === "ok" ? settled.delivery : undefined;
  }

  /** Sends one piece, or finds that it must be sent again later and waits until then. */
  async #deliver(
    channel: Channel | undefined,
    claim: DeliveryClaim,
    worker: Worker,
    takenBack: Set<DeliveryId>,
  ): Promise<DeliveryClaim | undefined> {
    const { outcome, pauseMilliseconds } = await this.#tryInSpan(channel, claim);
    const settled = await this.#parts.sessions.settleDelivery(claim, outcome);
    if (settled.kind === "ok") this.#reportLoss(claim, outcome);
    if (settled.kind === "ok" && outcome.kind !== "retry") return settled.delivery;
    worker.isWoken = true;
    if (settled.kind === "fenced") {
      // Reset or deleted while it was being sent: what is visible now is taken back, wherever the recall was seen to.
      // One that only a later attempt has overtaken is that attempt's.
      if (!settled.isCancelled) return undefined;
      const sentId = outcome.kind === "delivered" ? outcome.platformMessageId : undefined;
      const isDone = outcome.kind === "failed" || (await this.#takeBack(channel, claim, sentId));
      if (isDone) takenBack.add(claim.entry.id);
      return undefined;
    }
    await this.#rest(worker, pauseMilliseconds);
    return undefined;
  }

  /** People wait for what did not arrive, and nobody else can tell operators why. */
  #reportLoss({ sessionId, entry }: DeliveryClaim, outcome: DeliveryOutcome): void {
    if (outcome.kind !== "failed" && outcome.kind !== "unconfirmed") return;
    const what = outcome.kind === "failed" ? "was not delivered" : "may not have arrived";
    const error = new DeliveryError(`A message of the bot ${what}: ${outcome.error}`, { isRetryable: false });
    this.#parts.reportError(error, { sessionId, runId: entry.runId });
  }

  async #rest(worker: Worker, milliseconds: number): Promise<void> {
    if (worker.isHurried) return;
    worker.resting = new AbortController();
    const signal = AbortSignal.any([worker.resting.signal, this.#stopping.signal]);
    await pause(this.#parts.clock, milliseconds, signal);
    worker.resting = undefined;
  }

  #pauseAfter(tries: number): number {
    return this.#parts.options.retryMilliseconds * 2 ** (tries - 1);
  }

  #tryInSpan(channel: Channel | undefined, claim: DeliveryClaim): Promise<TriedPiece> {
    return inSpan("keyturn delivery", spanOf(claim, this.#parts.turnSpans), async (span) => {
      const tried = await this.#try(channel, claim);
      span?.setAttribute("keyturn.outcome", tried.outcome.kind);
      return tried;
    });
  }

  async #try(channel: Channel | undefined, claim: DeliveryClaim): Promise<TriedPiece> {
    if (channel === undefined) {
      const error = `There is no channel "${claim.key.adapter}"; turn it on, then send the piece again.`;
      return { outcome: { kind: "failed", error }, pauseMilliseconds: 0 };
    }
    try {
      const sent = await this.#withDeadline((deadline) => sendOnce(channel, claim, deadline));
      if (sent === "unknown") {
        const error = "The sending broke off, and the channel cannot tell whether the piece arrived.";
        return { outcome: { kind: "unconfirmed", error }, pauseMilliseconds: 0 };
      }
      return { outcome: { kind: "delivered", platformMessageId: sent.platformMessageId }, pauseMilliseconds: 0 };
    } catch (error) {
      return this.#judge(channel, claim, error);
    }
  }

  #judge(channel: Channel, claim: DeliveryClaim, error: unknown): TriedPiece {
    const { options } = this.#parts;
    const failure = error instanceof DeliveryError ? error : undefined;
    const text = describeError(error);
    const isAmbiguous = failure?.isAmbiguous === true;
    if (isAmbiguous && channel.assurance === "none") {
      return { outcome: { kind: "unconfirmed", error: text }, pauseMilliseconds: 0 };
    }
    const mayRetry = failure !== undefined && (failure.isRetryable || isAmbiguous);
    const tries = triesOf(claim);
    if (!mayRetry || tries >= options.attempts) {
      return { outcome: { kind: isAmbiguous ? "unconfirmed" : "failed", error: text }, pauseMilliseconds: 0 };
    }
    const wanted = failure.retryAfterMilliseconds ?? this.#pauseAfter(tries);
    return {
      outcome: { kind: "retry", error: text },
      pauseMilliseconds: Math.min(wanted, longestPauseMilliseconds),
    };
  }

  /** False when it failed, and may be tried again. A channel that cannot take pieces back has done all it can. */
  async #takeBack(channel: Channel | undefined, claim: DeliveryClaim, messageId: string | undefined): Promise<boolean> {
    if (channel?.recall === undefined) return true;
    const { sessionId, key, replyAddress, entry } = claim;
    const recall = channel.recall.bind(channel);
    try {
      await this.#withDeadline(({ signal }) =>
        recall({ sessionId, key, replyAddress, idempotencyKey: entry.id, platformMessageId: messageId, signal }),
      );
      return true;
    } catch (error) {
      this.#parts.reportError(error, { sessionId, runId: entry.runId });
      return false;
    }
  }

  /** A call that has a limited time. One that takes longer counts as ambiguous: it may have been done. */
  #withDeadline<Result>(call: (deadline: LateSignal) => Promise<Result>): Promise<Result> {
    const { clock, options } = this.#parts;
    const deadline = new LateSignal();
    return new Promise<Result>((resolve, reject) => {
      const timer = clock.startTimer(options.sendTimeoutMilliseconds, () => {
        const seconds = options.sendTimeoutMilliseconds / 1000;
        const error = new DeliveryError(`The channel did not answer within ${seconds} s.`, {
          isRetryable: true,
          isAmbiguous: true,
        });
        deadline.abort(error);
        reject(error);
      });
      call(deadline).then(
        (result) => {
          timer.cancel();
          resolve(result);
        },
        (error: unknown) => {
          timer.cancel();
          reject(error);
        },
      );
    });
  }
}

/** Tries of the piece since it was written, or since a person had it sent again. */
function triesOf({ attempt, entry }: DeliveryClaim): number {
  return attempt - (entry.attemptsBeforeResend ?? 0);
}

/** Whether an earlier try may have sent the piece: the process ended before it could tell. */
function isUncertain({ attempt, entry }: DeliveryClaim): boolean {
  return attempt > 1 && entry.error === undefined;
}

/** Sends a piece, or finds out what became of an earlier try. */
async function sendOnce(
  channel: Channel,
  claim: DeliveryClaim,
  deadline: LateSignal,
): Promise<{ readonly platformMessageId?: string | undefined } | "unknown"> {
  const piece = new ClaimedPiece(claim, deadline);
  // The second try of a piece may be the second copy: ask first, where the service cannot tell by the key.
  if (claim.attempt > 1 && channel.assurance !== "idempotent") {
    if (channel.find === undefined) return isUncertain(claim) ? "unknown" : channel.send(piece);
    const earlier = await channel.find(piece);
    if (earlier !== undefined) return earlier;
  }
  return channel.send(piece);
}

/** A trace of its own: it may come long after its turn, and after a restart. It names the turn where that is known. */
function spanOf(
  { key, sessionId, epoch, attempt, entry }: DeliveryClaim,
  turnSpans: DeliveryParts["turnSpans"],
): SpanOptions {
  const attributes = () => ({
    "keyturn.adapter": key.adapter,
    "keyturn.session.id": sessionId,
    "keyturn.epoch": epoch,
    "keyturn.run.id": entry.runId,
    "keyturn.attempt": attempt,
  });
  return { attributes, links: () => turnSpans.linksTo(entry.runId), parent: "root", isOutgoing: true };
}
