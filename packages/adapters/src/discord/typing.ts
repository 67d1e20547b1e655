import type { Clock, Logger, Timer } from "@keyturn/core";
import type { DiscordApi } from "./api.ts";

/** How often typing is shown again, in milliseconds: it lasts 10 s (Discord, "Trigger Typing Indicator"). */
const repeatMilliseconds = 8_000;

/** Shows that the bot writes, in one channel, until it is told to stop. A courtesy: what goes wrong ends it, and is logged. */
export class Typing {
  readonly #api: DiscordApi;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #channelId: string;
  #timer: Timer | undefined;
  #isOver = false;

  constructor(parts: { readonly api: DiscordApi; readonly clock: Clock; readonly log: Logger }, channelId: string) {
    this.#api = parts.api;
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.#channelId = channelId;
    this.#show();
  }

  stop(): void {
    this.#isOver = true;
    this.#timer?.cancel();
  }

  #show(): void {
    if (this.#isOver) return;
    this.#timer = this.#clock.startTimer(repeatMilliseconds, () => this.#show());
    this.#api.showTyping(this.#channelId).catch((error: unknown) => {
      this.stop();
      this.#log.debug({ err: error, channelId: this.#channelId }, "Typing could not be shown.");
    });
  }
}
