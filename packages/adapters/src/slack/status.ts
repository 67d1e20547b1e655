import { type Clock, DeliveryError, type Logger, type Timer } from "@keyturn/core";
import { slackErrorOf } from "./slack-failure.ts";

/** How often a sign is renewed that fades, in milliseconds: Slack takes a status away after two minutes. */
const renewMilliseconds = 100_000;

/** Pauses before a sign that could not be taken away is tried again, in milliseconds; a status is gone by itself then. */
const hideAgainMilliseconds = [5_000, 20_000, 60_000] as const;

/** Something that shows that an answer is on its way. Every call rejects when Slack does not carry it out. */
export interface Sign {
  show(): Promise<void>;
  hide(): Promise<void>;
  /** Shows it for longer; undefined where it stays by itself. */
  renew?(): Promise<void>;
}

/** The parts that a status is made of. */
export interface StatusParts {
  /** The signs, the best one first. */
  readonly signs: readonly Sign[];
  readonly clock: Clock;
  readonly log: Logger;
}

/** Shows that an answer is on its way, by the first sign that Slack takes, and takes it away whatever happens. */
export class Status {
  readonly #parts: StatusParts;
  readonly #showing: Promise<void>;
  #timer: Timer | undefined;
  #hasEnded = false;
  #shown: Sign | undefined;

  constructor(parts: StatusParts) {
    this.#parts = parts;
    this.#showing = this.#show();
  }

  /** Takes away what is shown. What Slack does not take away now is tried again later, and this does not wait for that. */
  async clear(): Promise<void> {
    this.#hasEnded = true;
    this.#timer?.cancel();
    await this.#showing;
    const shown = this.#shown;
    this.#shown = undefined;
    if (shown !== undefined) await this.#hide(shown, 0);
  }

  async #show(): Promise<void> {
    for (const sign of this.#parts.signs) {
      // One whose showing broke off may be there: it is taken away like one that is.
      if ((await this.#try(() => sign.show())) !== "refused") {
        this.#shown = sign;
        return this.#renew(sign);
      }
    }
  }

  #renew(sign: Sign): void {
    if (this.#hasEnded || sign.renew === undefined) return;
    this.#timer = this.#parts.clock.startTimer(renewMilliseconds, () => {
      void this.#try(async () => sign.renew?.());
      this.#renew(sign);
    });
  }

  async #hide(sign: Sign, tries: number): Promise<void> {
    if ((await this.#try(() => sign.hide())) !== "unknown") return;
    const wait = hideAgainMilliseconds[tries];
    if (wait !== undefined) this.#parts.clock.startTimer(wait, () => void this.#hide(sign, tries + 1));
  }

  /** A sign is a courtesy: what fails is no trouble. */
  async #try(call: () => Promise<void>): Promise<"done" | "unknown" | "refused"> {
    try {
      await call();
      return "done";
    } catch (error) {
      this.#parts.log.debug({ err: error, slackError: slackErrorOf(error) }, "What the bot does could not be shown.");
      return error instanceof DeliveryError && error.isRetryable ? "unknown" : "refused";
    }
  }
}
