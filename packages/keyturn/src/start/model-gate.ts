import { type Bot, type Plugin, definePlugin } from "@keyturn/core";

/**
 * Holds the start of a bot up until its model is known to be usable: messages that waited would else meet one that cannot
 * answer, and end with an error for good. It is the last plugin: by then every provider is there, and nothing that waits
 * was taken up. A start that is refused goes no further, so the bot is to be stopped then.
 */
export class ModelGate {
  /** Give it to the bot, after all others. */
  readonly plugin: Plugin = definePlugin({ name: "model-gate", version: "1.0.0", setup: () => this.#pass() });
  #bot: Bot | undefined;
  #refuse: ((reason: unknown) => void) | undefined;

  /**
   * Starts the bot.
   * @throws ConfigurationError when its model cannot be used; it says what to set.
   */
  async start(bot: Bot): Promise<void> {
    this.#bot = bot;
    await new Promise<void>((resolve, reject) => {
      this.#refuse = reject;
      bot.start().then(resolve, reject);
    });
  }

  async #pass(): Promise<void> {
    try {
      await this.#bot?.checkModel();
    } catch (error) {
      this.#refuse?.(error);
      await new Promise(() => {
        // For ever: what follows this plugin must not begin.
      });
    }
  }
}
