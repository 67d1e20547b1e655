import { type PluginContext, waitAtMost } from "@keyturn/core";
import { ChannelLines } from "@keyturn/core/channel-kit";
import { type Client, Events, type Message, type PartialMessage } from "discord.js";
import { isWritten } from "./addressing.ts";
import { type AmendmentParts, Amendments } from "./amendments.ts";
import { guarded } from "./guarded.ts";
import { MessageIntake, type MessageIntakeParts } from "./message-intake.ts";
import { servedPlaceOf } from "./message-place.ts";
import type { DiscordPlace } from "./place.ts";
import { textOf } from "./read-message.ts";
import type { SeenMessages } from "./seen-messages.ts";

/** How long what follows in a channel waits for a command, in milliseconds. */
const commandMilliseconds = 2_000;

/** The parts that the way in is made of. */
export interface InboundParts extends MessageIntakeParts, AmendmentParts {
  readonly context: Pick<PluginContext, "receive" | "edit" | "withdraw" | "control" | "commands">;
  readonly seen: SeenMessages;
}

/** Takes one message in, and resolves when it is stored or is none of the bot's. */
export type TakeMessage = (message: Message) => Promise<void>;

/** Takes in what people write, change and delete, in order within each channel. */
export class Inbound {
  readonly #parts: InboundParts;
  readonly #lines = new ChannelLines();
  readonly #intake: MessageIntake;
  readonly #amendments: Amendments;

  constructor(parts: InboundParts) {
    this.#parts = parts;
    this.#intake = new MessageIntake(parts);
    this.#amendments = new Amendments(parts);
  }

  /** Hears a client's messages from now on. */
  listen(client: Client): void {
    const { log } = this.#parts;
    client.on(
      Events.MessageCreate,
      guarded(log, "taking a message in", (message) =>
        this.#take(message, (channelId, work) => this.#lines.run(channelId, work)),
      ),
    );
    client.on(
      Events.MessageUpdate,
      guarded(log, "taking an edit in", (_old, message) => this.#edit(message)),
    );
    client.on(
      Events.MessageDelete,
      guarded(log, "taking a deletion in", (message) => this.#withdraw(message)),
    );
    client.on(
      Events.MessageBulkDelete,
      guarded(log, "taking deletions in", async (messages) => {
        for (const message of messages.values()) await this.#withdraw(message);
      }),
    );
  }

  /** Takes nothing in until `release`: it is to be found out what was missed before. */
  hold(): void {
    this.#lines.hold();
  }

  /** Takes in what was held, and what comes from now on. */
  release(): void {
    this.#lines.release();
  }

  /**
   * Takes in what was missed in a channel, before what is held.
   * @param work finds the messages and has each taken in, in order; it must not reject.
   */
  fill(channelId: string, work: (take: TakeMessage) => Promise<void>): Promise<void> {
    return this.#lines.runNext(channelId, () => work((message) => this.#take(message, (_id, taken) => taken())));
  }

  /** A run is over: what was changed of its messages meanwhile is written down. */
  finish(runId: string): Promise<void> {
    return this.#amendments.finish(runId);
  }

  /** Resolves when nothing is under way. */
  settled(): Promise<void> {
    this.#lines.release();
    return this.#lines.settled();
  }

  /** Takes one message in, by way of `run`. */
  async #take(message: Message, run: (channelId: string, work: () => Promise<void>) => Promise<void>): Promise<void> {
    const place = this.#placeOf(message);
    if (place === undefined) return;
    const { seen, options, clock, log } = this.#parts;
    if (!isWritten(message, options)) return seen.pass(place, message.id);
    const done = seen.begin(place, message.id);
    await run(place.channelId, async () => {
      const finished = this.#intake
        .receive(message, place)
        .then((isDone) => {
          if (isDone) done();
        })
        .catch((error: unknown) => log.error({ err: error }, "Discord: taking a message in failed."));
      const own = textOf(message);
      // What follows a command waits for it a little: a stop must not wait for a summary that a model writes.
      const isCommand = own.startsWith("/") && this.#intake.isCommand(own);
      await (isCommand ? waitAtMost(clock, commandMilliseconds, finished) : finished);
    });
  }

  async #edit(changed: Message | PartialMessage): Promise<void> {
    const place = this.#placeOf(changed);
    // Previews change a message too, and no person did.
    if (place === undefined || changed.editedTimestamp === null) return;
    await this.#lines.run(place.channelId, async () => {
      const message = changed.partial ? await changed.fetch() : changed;
      if (isWritten(message, this.#parts.options)) await this.#amendments.edit(message, place);
    });
  }

  async #withdraw(message: Message | PartialMessage): Promise<void> {
    const place = this.#placeOf(message);
    if (place !== undefined) await this.#lines.run(place.channelId, () => this.#amendments.withdraw(message, place));
  }

  #placeOf(message: Message | PartialMessage): DiscordPlace | undefined {
    return this.#parts.stopping.aborted ? undefined : servedPlaceOf(message, this.#parts.options);
  }
}
