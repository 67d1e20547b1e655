import type { ClaimedTurn, OutboundPiece, OutboxEntry, RunId, SessionId } from "@keyturn/core";

interface AcceptedMessage {
  readonly text: string;
  /** Of the conversation that it belongs to: a restore moves it on. */
  epoch: number;
  readonly version: number;
  /** A reset or delete that began after the accept was answered has answered: nothing of the message may come back. */
  isDead: boolean;
  /** It came back by a restore: an answer that was being sent when it was removed has been taken back. */
  wasRestored: boolean;
}

interface SeenRun {
  readonly runId: RunId;
  readonly sessionId: SessionId;
  readonly isAborted: () => boolean;
  hasEnded: boolean;
}

interface ShownPiece {
  readonly idempotencyKey: string;
  readonly text: string;
  /** Shown after what it answers was dead: must be gone in the end. */
  readonly isLate: boolean;
  /** The disk says that it was delivered: a conversation that was removed later need not take it back. */
  isConfirmed: boolean;
}

/** The conversation as the disk has it in the end. */
export interface FinalState {
  /** Undefined when there is no session. */
  readonly epoch: number | undefined;
  /** Texts of people's messages and answers, in order. */
  readonly entries: readonly { readonly role: string; readonly text: string; readonly isStopped: boolean }[];
  readonly unanswered: number;
}

/** What a simulation has seen, and whether it breaks a promise. */
export class History {
  readonly #accepted: AcceptedMessage[] = [];
  readonly #runs: SeenRun[] = [];
  readonly #violations: string[] = [];
  readonly #restoredAnswers = new Set<string>();
  /** Texts of messages whose withdrawal has answered, and of those where it has begun. */
  readonly #withdrawn = new Set<string>();
  readonly #withdrawing = new Set<string>();
  /** Texts of messages whose edit has answered that it took effect. */
  readonly #edited = new Set<string>();
  readonly #removedEpochs = new Set<number>();
  readonly #restoredAs = new Map<number, number>();
  #shown: ShownPiece[] = [];

  /** An accept was answered. */
  accept(text: string, accepted: { readonly epoch: number; readonly version: number }): void {
    const message = { text, ...accepted, isDead: false, wasRestored: false };
    this.#accepted.push(message);
    for (let epoch = this.#restoredAs.get(message.epoch); epoch !== undefined; epoch = this.#restoredAs.get(epoch)) {
      this.#bringBack(message, epoch);
    }
  }

  /** A reset or delete begins; hand the result to `endDestroy` when it has answered. */
  beginDestroy(): number {
    return this.#accepted.length;
  }

  endDestroy(acceptedBefore: number): void {
    for (const message of this.#accepted.slice(0, acceptedBefore)) {
      // A restore that came after the removal and before its answer has brought it back.
      message.isDead ||= !message.wasRestored || this.#removedEpochs.has(message.epoch);
    }
  }

  /** A withdrawal of the message with this text begins. */
  beginWithdrawal(text: string): void {
    this.#withdrawing.add(text);
  }

  /** It has answered: whatever it found, nothing of the message may come any more. */
  endWithdrawal(text: string): void {
    this.#withdrawn.add(text);
  }

  /** An edit of the message with this text has answered that it took effect. */
  edit(text: string): void {
    this.#edited.add(text);
  }

  /** A reset or delete became durable. */
  remove(epoch: number): void {
    this.#removedEpochs.add(epoch);
  }

  /** A restore became durable. @param answers what it brought back: the pieces of it that were being sent are not sent again. */
  restore(oldEpoch: number, epoch: number, answers: readonly string[]): void {
    for (const answer of answers) this.#restoredAnswers.add(answer);
    this.#restoredAs.set(oldEpoch, epoch);
    for (const message of this.#accepted) if (message.epoch === oldEpoch) this.#bringBack(message, epoch);
  }

  #bringBack(message: AcceptedMessage, epoch: number): void {
    message.epoch = epoch;
    message.isDead = false;
    message.wasRestored = true;
  }

  beginRun(turn: ClaimedTurn, isAborted: () => boolean): SeenRun {
    for (const { text } of turn.messages) {
      if (this.#isDead(baseOf(text)))
        this.#violations.push(`resurrection: a run began with "${text}", which was removed`);
    }
    for (const run of this.#runs) {
      if (run.hasEnded || run.isAborted() || run.sessionId !== turn.fence.sessionId) continue;
      this.#violations.push(`two live runs of ${run.sessionId}`);
    }
    const run: SeenRun = { runId: turn.runId, sessionId: turn.fence.sessionId, isAborted, hasEnded: false };
    this.#runs.push(run);
    return run;
  }

  endRun(run: SeenRun): void {
    run.hasEnded = true;
  }

  /** A text of a draft is about to be shown. */
  draft(runId: RunId, text: string, hasEnded: boolean): void {
    const run = this.#runs.find((seen) => seen.runId === runId);
    if (run?.isAborted() === true) this.#violations.push(`noise: "${text}" of an aborted run reached its draft`);
    if (hasEnded) this.#violations.push(`noise: "${text}" reached a draft that had ended`);
  }

  /** A piece became visible; the service shows one piece of a key. */
  show(piece: OutboundPiece): void {
    if (this.#shown.some(({ idempotencyKey }) => idempotencyKey === piece.idempotencyKey)) return;
    const isLate = this.#isAnswerOfDead(piece.text);
    this.#shown.push({ idempotencyKey: piece.idempotencyKey, text: piece.text, isLate, isConfirmed: false });
  }

  /** What became durable of the outbox. */
  confirm(outbox: readonly OutboxEntry[]): void {
    const delivered = new Set<string>(outbox.filter(({ state }) => state === "delivered").map(({ id }) => id));
    for (const piece of this.#shown) if (delivered.has(piece.idempotencyKey)) piece.isConfirmed = true;
  }

  /** A run that was over saved all the same. */
  saveLate(text: string): void {
    this.#violations.push(`resurrection: the late save of "${text}" was taken`);
  }

  hide(idempotencyKey: string): void {
    this.#shown = this.#shown.filter((piece) => piece.idempotencyKey !== idempotencyKey);
  }

  /** Every broken promise, as a sentence. */
  check(final: FinalState): readonly string[] {
    return [
      ...this.#violations,
      ...this.#checkTranscript(final),
      ...this.#checkVisible(final),
      ...(final.unanswered === 0 ? [] : [`loss: ${final.unanswered} messages were never answered`]),
    ];
  }

  #checkTranscript(final: FinalState): string[] {
    const broken: string[] = [];
    const raw = final.entries.filter(({ role }) => role === "user").map(({ text }) => text);
    for (const text of this.#edited) if (raw.includes(text)) broken.push(`edit: "${text}" is as it was before`);
    const said = raw.map(baseOf);
    for (const { text, epoch, isDead: wasRemoved } of this.#accepted) {
      const isDead = wasRemoved || this.#withdrawn.has(text);
      const count = said.filter((other) => other === text).length;
      const isCurrent = epoch === final.epoch;
      const answer = final.entries.some((entry) => entry.role === "assistant" && answers(entry.text, text));
      if (isDead && (count > 0 || answer)) broken.push(`resurrection: "${text}" is back in the transcript`);
      if (!isCurrent && (count > 0 || answer))
        broken.push(`resurrection: "${text}" is in the transcript of a later epoch`);
      if (isCurrent && count === 0 && !this.#withdrawing.has(text))
        broken.push(`loss: "${text}" is not in the transcript`);
      if (count > 1) broken.push(`double: "${text}" is in the transcript ${count} times`);
    }
    const order = this.#inOrder().filter((text) => said.includes(text));
    const seen = said.filter((text) => order.includes(text));
    if (seen.join() !== order.join()) broken.push(`order: the transcript has ${seen.join(", ")}`);
    return broken;
  }

  #checkVisible(final: FinalState): string[] {
    const broken = this.#shown
      .filter((piece) => piece.isLate || (!piece.isConfirmed && this.#isAnswerOfDead(piece.text)))
      .map(({ text }) => `late: "${text}" stayed visible`);
    for (const { text } of this.#accepted) {
      const copies = this.#placesOf(text).length;
      if (copies > 1) broken.push(`double: "${text}" has ${copies} visible answers`);
    }
    for (const texts of this.#orders()) {
      let last = -1;
      for (const text of texts) {
        const [place] = this.#placesOf(text);
        if (place === undefined) continue;
        if (place < last) broken.push(`order: the answer to "${text}" came before an earlier one`);
        last = place;
      }
    }
    for (const entry of final.entries) {
      if (entry.role !== "assistant" || entry.isStopped || this.#restoredAnswers.has(entry.text)) continue;
      if (!this.#shown.some(({ text }) => text === entry.text)) broken.push(`loss: "${entry.text}" is not visible`);
    }
    return broken;
  }

  /** Where the answers to a message are among what is visible. */
  #placesOf(text: string): readonly number[] {
    return this.#shown.flatMap((piece, place) => (answers(piece.text, text) ? [place] : []));
  }

  /**
   * Messages whose answers have to be visible in order: all of them; but a conversation that was brought back is in
   * order with itself alone, since another one may have been held on its key meanwhile.
   */
  #orders(): readonly (readonly string[])[] {
    // The delivered answer to a withdrawn message stays, and one before it may be written anew.
    const kept = this.#accepted.filter(({ text }) => !this.#withdrawing.has(text));
    const ordered = kept.toSorted((a, b) => a.epoch - b.epoch || a.version - b.version);
    const restored = new Set(ordered.filter(({ wasRestored }) => wasRestored).map(({ epoch }) => epoch));
    const groups = [...restored].map((restoredEpoch) => ordered.filter(({ epoch }) => epoch === restoredEpoch));
    groups.push(ordered.filter(({ wasRestored }) => !wasRestored));
    return groups.map((group) => group.map(({ text }) => text));
  }

  /** In the order of acceptance. */
  #inOrder(): readonly string[] {
    return this.#accepted.toSorted((a, b) => a.epoch - b.epoch || a.version - b.version).map(({ text }) => text);
  }

  #isAnswerOfDead(answer: string): boolean {
    return this.#accepted.some(({ text, isDead }) => (isDead || this.#withdrawn.has(text)) && answers(answer, text));
  }

  #isDead(text: string): boolean {
    if (this.#withdrawn.has(text)) return true;
    return this.#accepted.some((message) => message.isDead && message.text === text);
  }
}

function answers(answer: string, text: string): boolean {
  return answer.split("\n").map(baseOf).includes(`re: ${text}`);
}

/** How an edited message ends. */
export const editMark = ", edited";

/** The text as it was sent first. */
function baseOf(text: string): string {
  return text.endsWith(editMark) ? text.slice(0, -editMark.length) : text;
}
