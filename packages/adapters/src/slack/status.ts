import type { Clock, Logger, Timer } from "@keyturn/core";
import type { SlackReplyAddress } from "./place.ts";
import type { SlackApi } from "./slack-api.ts";
import { slackErrorOf } from "./slack-failure.ts";

/** How often the status is renewed, in milliseconds: Slack takes it away after two minutes. */
const renewMilliseconds = 100_000;

/** The reaction below a question that is being answered, where there is no status. */
const workingReaction = "eyes";

/** The parts that a status is made of. */
export interface StatusParts {
  readonly api: SlackApi;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Shows that an answer is on its way: as the thread's status, and where Slack has none as a reaction to the question. */
export class Status {
  readonly #parts: StatusParts;
  readonly #address: SlackReplyAddress;
  readonly #showing: Promise<void>;
  #timer: Timer | undefined;
  #hasEnded = false;
  /** What is shown. */
  #shown: "nothing" | "status" | "reaction" = "nothing";

  constructor(parts: StatusParts, address: SlackReplyAddress) {
    this.#parts = parts;
    this.#address = address;
    this.#showing = this.#show();
  }

  /** Takes it away, whatever is shown. */
  async clear(): Promise<void> {
    this.#hasEnded = true;
    this.#timer?.cancel();
    await this.#showing;
    if (this.#shown === "status") await this.#calmly(() => this.#setStatus(""));
    if (this.#shown === "reaction") await this.#calmly(() => this.#react("reactions.remove"));
    this.#shown = "nothing";
  }

  async #show(): Promise<void> {
    const { thread } = this.#address;
    if (thread !== undefined && (await this.#calmly(() => this.#setStatus("is thinking…")))) {
      this.#shown = "status";
      this.#renew();
    } else if (await this.#calmly(() => this.#react("reactions.add"))) this.#shown = "reaction";
  }

  #renew(): void {
    if (this.#hasEnded) return;
    this.#timer = this.#parts.clock.startTimer(renewMilliseconds, () => {
      void this.#calmly(() => this.#setStatus("is still writing…"));
      this.#renew();
    });
  }

  async #setStatus(status: string): Promise<void> {
    const { channel, thread } = this.#address;
    const args = { channel_id: channel, thread_ts: thread, status };
    await this.#parts.api.call("assistant.threads.setStatus", args, { lane: channel });
  }

  async #react(method: "reactions.add" | "reactions.remove"): Promise<void> {
    const { channel, question } = this.#address;
    if (question === undefined) throw new Error("There is no question to react to.");
    await this.#parts.api.call(method, { channel, timestamp: question, name: workingReaction }, { lane: channel });
  }

  /** A status is a courtesy: what fails is no trouble. @returns whether it worked. */
  async #calmly(call: () => Promise<void>): Promise<boolean> {
    try {
      await call();
      return true;
    } catch (error) {
      const code = slackErrorOf(error);
      if (code === "already_reacted" || code === "no_reaction") return true;
      this.#parts.log.debug({ err: error, slackError: code }, "What the bot does could not be shown.");
      return false;
    }
  }
}
