import type { Timer } from "@keyturn/core";
import { slackLimits } from "../limits.ts";
import { presentMessage } from "../present/present-message.ts";
import type { Channel } from "../world/channel.ts";
import type { Message } from "../world/message.ts";
import type { SlackWorld } from "../world/slack-world.ts";
import type { Conversations } from "./conversations.ts";

/** Closes streamed messages: when their app stops them, and about five minutes after their start at the latest. */
export class Streams {
  readonly #world: SlackWorld;
  readonly #conversations: Conversations;
  readonly #timers = new Map<Message, Timer>();

  constructor(world: SlackWorld, conversations: Conversations) {
    this.#world = world;
    this.#conversations = conversations;
  }

  /** Begins the life of a stream. */
  begin(channel: Channel, message: Message): void {
    const timer = this.#world.clock.startTimer(slackLimits.streamLife, () => this.close(channel, message));
    this.#timers.set(message, timer);
  }

  /** Ends a stream as its app wants it. */
  stop(channel: Channel, message: Message): void {
    this.#end(channel, message, "stopped");
  }

  /** Ends a stream as Slack does: what was shown stays, and the app is not told. */
  close(channel: Channel, message: Message): void {
    this.#end(channel, message, "closed");
  }

  /** Forgets the timers. */
  dispose(): void {
    for (const timer of this.#timers.values()) timer.cancel();
    this.#timers.clear();
  }

  #end(channel: Channel, message: Message, state: "stopped" | "closed"): void {
    this.#timers.get(message)?.cancel();
    this.#timers.delete(message);
    if (message.stream !== "streaming") return;
    const previous = presentMessage(message, channel);
    message.stream = state;
    channel.thread(message.threadTs ?? message.ts).clear(this.#world.clock.now());
    this.#conversations.tellOfChange(channel, message, previous);
  }
}
