import type { Draft, DraftEnd } from "../channel/channel.ts";

/**
 * Brings a growing text to a draft: one update at a time, always the newest text, so that a slow service sees fewer and
 * larger steps. Once silenced or ended, no further text reaches the draft.
 */
export class DraftPump {
  readonly #draft: Draft;
  readonly #reportError: (error: unknown) => void;
  #text = "";
  #isDirty = false;
  #isQuiet = false;
  #updating: Promise<void> | undefined;
  #ended: Promise<void> | undefined;

  constructor(draft: Draft, reportError: (error: unknown) => void) {
    this.#draft = draft;
    this.#reportError = reportError;
  }

  /** The text has grown to this. */
  update(text: string): void {
    if (this.#isQuiet) return;
    this.#text = text;
    this.#isDirty = true;
    this.#updating ??= this.#run();
  }

  /** Shows no further text, also none that waits for the update in flight: the run was aborted. */
  silence(): void {
    this.#isQuiet = true;
    this.#draft.silence?.();
  }

  /** Ends the draft after the update in flight, if there is one. Later calls wait for the first. */
  end(end: DraftEnd): Promise<void> {
    this.silence();
    this.#ended ??= this.#finish(end);
    return this.#ended;
  }

  async #run(): Promise<void> {
    while (this.#isDirty && !this.#isQuiet) {
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
