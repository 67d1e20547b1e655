import type { Bot, BotOptions } from "@keyturn/core";
import { CountingChannel, keyOf, messageOf, operator, startBenchBot } from "./bench-bot.ts";
import type { Contender } from "./contender.ts";

/** A Keyturn bot in memory, with nothing switched off: deduplication, lock, fence, transcript, outbox. */
export class OurContender implements Contender {
  readonly bot: Bot;
  readonly #channel: CountingChannel;
  #messages = 0;

  private constructor(bot: Bot, channel: CountingChannel) {
    this.bot = bot;
    this.#channel = channel;
  }

  static async start(options: BotOptions = {}): Promise<OurContender> {
    const channel = new CountingChannel();
    return new OurContender(await startBenchBot(options, channel), channel);
  }

  get answers(): number {
    return this.#channel.sent;
  }

  async open(): Promise<void> {
    // The first message opens the session.
  }

  async exchange(conversations: readonly number[]): Promise<void> {
    await Promise.all(
      conversations.map((conversation) => {
        this.#messages += 1;
        return this.bot.receive(messageOf(conversation, `m-${this.#messages}`));
      }),
    );
    await this.bot.settled();
  }

  async end(conversation: number): Promise<void> {
    const id = await this.bot.sessions.find(keyOf(conversation));
    if (id !== undefined) await this.bot.sessions.delete(id, { actor: operator, reason: "over" });
  }

  close(): Promise<void> {
    return this.bot.stop();
  }
}
