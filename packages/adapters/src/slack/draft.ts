import type { Clock, Draft, DraftEnd, DraftRequest, Logger, RunId, Timer } from "@keyturn/core";
import type { EditPacer } from "@keyturn/core/channel-kit";
import { replyAddressOf } from "./place.ts";
import { type Sign, Status } from "./status.ts";

/** The first text is shown when it is this long, in UTF-16 code units, … */
const firstLength = 80;

/** … or when the run has lasted this long, in milliseconds. */
const firstMilliseconds = 1_000;

/** Pause before a draft that has no room is looked at again, in milliseconds. */
const waitMilliseconds = 1_200;

/** How a growing text is shown. */
export interface DraftView {
  /** Whether Slack has room for one more change now. */
  hasRoom(): boolean;
  /** Shows the text; true when all of it is shown. */
  show(text: string): Promise<boolean>;
  /** The last text that was shown stays, without what only belongs to a draft. */
  finish(end: DraftEnd): Promise<void>;
}

/** The parts that drafts are made of. */
export interface DraftParts {
  readonly pacer: EditPacer;
  readonly clock: Clock;
  readonly log: Logger;
  /** What shows that an answer is on its way, the best sign first. */
  readonly signsOf: (request: DraftRequest) => readonly Sign[];
  /** Undefined where answers are not shown while they are written. */
  readonly createView: ((request: DraftRequest) => DraftView) | undefined;
}

/** An answer while it is being written: a status at once, then its text at a calm pace. */
export class SlackDraft implements Draft {
  readonly #parts: DraftParts;
  readonly #runId: RunId;
  readonly #channel: string;
  readonly #begunAt: number;
  readonly #status: Status;
  readonly #view: DraftView | undefined;
  #text = "";
  #isWhole = true;
  #hasShown = false;
  #timer: Timer | undefined;
  #writing: Promise<void> | undefined;
  #isQuiet = false;

  constructor(parts: DraftParts, request: DraftRequest) {
    const { clock, log } = parts;
    this.#parts = parts;
    this.#runId = request.runId;
    this.#channel = replyAddressOf(request.key, request.replyAddress).channel;
    this.#begunAt = clock.monotonic();
    this.#status = new Status({ signs: parts.signsOf(request), clock, log });
    this.#view = parts.createView?.(request);
  }

  /** Takes the text and returns at once: how often it is shown is the draft's own to decide. */
  update(text: string): Promise<void> {
    this.#isWhole &&= this.#text === text;
    this.#text = text;
    this.#plan();
    return Promise.resolve();
  }

  silence(): void {
    this.#isQuiet = true;
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  async end(end: DraftEnd): Promise<void> {
    this.silence();
    await this.#writing;
    try {
      await this.#view?.finish(end);
    } finally {
      await this.#status.clear();
    }
  }

  /** Shows the newest text when its time has come. */
  #plan(): void {
    if (this.#view === undefined || this.#isQuiet || this.#isWhole) return;
    if (this.#timer !== undefined || this.#writing !== undefined) return;
    this.#start(this.#hasShown || this.#text.length >= firstLength ? this.#pace() : this.#untilFirst());
  }

  #start(wait: number): void {
    if (wait === 0) return this.#begin();
    this.#timer = this.#parts.clock.startTimer(wait, () => {
      this.#timer = undefined;
      this.#begin();
    });
  }

  #untilFirst(): number {
    return Math.max(0, this.#begunAt + firstMilliseconds - this.#parts.clock.monotonic());
  }

  #pace(): number {
    return this.#parts.pacer.reserve(this.#channel);
  }

  #begin(): void {
    const view = this.#view;
    if (view === undefined || this.#isQuiet || this.#text.trim() === "") return;
    if (!view.hasRoom()) return this.#start(waitMilliseconds);
    const text = this.#text;
    this.#hasShown = true;
    this.#isWhole = true;
    this.#writing = view
      .show(text)
      .then((isWhole) => {
        this.#isWhole &&= isWhole && this.#text === text;
      })
      .catch((error: unknown) => this.#giveUp(error))
      .finally(() => {
        this.#writing = undefined;
        this.#plan();
      });
  }

  /** A draft is a courtesy: the answer comes all the same. */
  #giveUp(error: unknown): void {
    this.silence();
    this.#parts.log.warn({ err: error, runId: this.#runId }, "The draft of an answer could not be shown.");
  }
}
