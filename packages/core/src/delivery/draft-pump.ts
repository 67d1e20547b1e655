import type { Draft, DraftEnd } from "../channel/channel.ts";

/**
 * Brings a growing text to a draft: one update at a time, always the newest text, so that a slow service sees fewer and
 * larger steps. After the end nothing reaches the draft any more.
 */
export class DraftPump {
  readonly #draft: Draft;
  readonly #reportError: (error: unknown) => void;
  #text = "";
  #isDirty = false;
  #hasEnded = false;
  #updating: Promise<void> | undefined;
  #ended: Promise<void> | undefined;

  constructor(draft: Draft, reportError: (error: unknown) => void) {
    this.#draft = draft;
    this.#reportError = reportError;
  }

  /** The text has grown to this. */
  update(text: string): void {
    if (this.#hasEnded) return;
    this.#text = text;
    this.#isDirty = true;
    this.#updating ??= this.#run();
  }

  /** Ends the draft after the update in flight, if there is one. Later calls wait for the first. */
  end(end: DraftEnd): Promise<void> {
    this.#hasEnded = true;
    this.#ended ??= this.#finish(end);
    return this.#ended;
  }

  async #run(): Promise<void> {
    while (this.#isDirty && !this.#hasEnded) {
      this.#isDirty = false;
      await this.#guard(() => this.#draft.update(this.#text));
    }
    this.#updating = undefined;
  }

  async #finish(end: DraftEnd): Promise<void> {
    await this.#updating;
    await this.#guard(() => this.#draft.end(end));
  }

  /** A draft is a courtesy: its failures are reported and never fail the run. */
  async #guard(call: () => Promise<void>): Promise<void> {
    try {
      await call();
    } catch (error) {
      this.#reportError(error);
    }
  }
}
