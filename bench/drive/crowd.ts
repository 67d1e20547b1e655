import { setImmediate } from "node:timers/promises";
import type { Contender } from "./contender.ts";

/** How a crowd talks. */
export interface CrowdOptions {
  /** Conversations that are open at any time. */
  readonly conversations: number;
  /** Messages that are on their way at once, each of another conversation. */
  readonly atOnce: number;
  /** Messages after which a conversation is over and another one takes its place; undefined for conversations without end. */
  readonly messagesPerConversation?: number | undefined;
}

/** Messages between two turns of the event loop: a bot whose messages come from sockets has one now and then. */
const messagesPerLoopTurn = 100;

/** Many conversations that take turns at talking, each with one message at a time. */
export class Crowd {
  readonly #contender: Contender;
  readonly #options: CrowdOptions;
  /** The conversation at each place, and how many messages it still has. */
  readonly #places: { conversation: number; left: number }[] = [];
  #opened = 0;
  #next = 0;

  private constructor(contender: Contender, options: CrowdOptions) {
    this.#contender = contender;
    this.#options = options;
  }

  /** Opens the conversations; nothing is said in them yet. */
  static async open(contender: Contender, options: CrowdOptions): Promise<Crowd> {
    const crowd = new Crowd(contender, options);
    const length = options.messagesPerConversation ?? Number.POSITIVE_INFINITY;
    for (let place = 0; place < options.conversations; place += 1) {
      // The first ones are of all ages, so that later on some end at any time, and not all at once.
      const left = Number.isFinite(length) ? length - (place % length) : length;
      crowd.#places.push({ conversation: await crowd.#open(), left });
    }
    return crowd;
  }

  /** Says that many messages, each conversation's in turn. */
  async talk(messages: number): Promise<void> {
    const { atOnce } = this.#options;
    const before = this.#contender.answers;
    let sinceLoopTurn = 0;
    for (let sent = 0; sent < messages; sent += atOnce) {
      const speakers = await this.#speakers(Math.min(atOnce, messages - sent));
      await this.#contender.exchange(speakers);
      sinceLoopTurn += speakers.length;
      if (sinceLoopTurn < messagesPerLoopTurn) continue;
      sinceLoopTurn = 0;
      await setImmediate();
    }
    const answers = this.#contender.answers - before;
    if (answers !== messages) throw new Error(`Of ${messages} messages ${answers} were answered.`);
  }

  /** Ends every conversation. */
  async leave(): Promise<void> {
    for (const { conversation } of this.#places) await this.#contender.end(conversation);
    this.#places.length = 0;
  }

  async #speakers(count: number): Promise<readonly number[]> {
    const speakers: number[] = [];
    for (let speaker = 0; speaker < count; speaker += 1) {
      const place = this.#places[this.#next];
      this.#next = (this.#next + 1) % this.#places.length;
      if (place === undefined) throw new RangeError("The crowd has left.");
      if (place.left === 0) await this.#succeed(place);
      place.left -= 1;
      speakers.push(place.conversation);
    }
    return speakers;
  }

  async #succeed(place: { conversation: number; left: number }): Promise<void> {
    await this.#contender.end(place.conversation);
    place.conversation = await this.#open();
    place.left = this.#options.messagesPerConversation ?? Number.POSITIVE_INFINITY;
  }

  async #open(): Promise<number> {
    this.#opened += 1;
    await this.#contender.open(this.#opened);
    return this.#opened;
  }
}
