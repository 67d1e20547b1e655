import {
  type Clock,
  type InboundMessage,
  InvalidInputError,
  type Logger,
  type PluginContext,
  StoreError,
  pause,
  waitAtMost,
} from "@keyturn/core";
import { BotHops, ChannelLines, HeldEdits } from "@keyturn/core/channel-kit";
import { type Client, Events, type Message, type PartialMessage } from "discord.js";
import { isServed, isWritten, namesBot } from "./addressing.ts";
import { fetchAttachments } from "./attachments.ts";
import type { DiscordOptions } from "./discord-options.ts";
import { guarded } from "./guarded.ts";
import { type DiscordConversation, type DiscordPlace, conversationOf } from "./place.ts";
import { placeOf } from "./place-of.ts";
import { quoteOf } from "./quote.ts";
import { readMessage, textOf } from "./read-message.ts";
import type { SeenMessages } from "./seen-messages.ts";

/** Pause before a message that could not be stored is offered again, in milliseconds; it doubles up to the longest. */
const retryMilliseconds = 1_000;
const longestRetryMilliseconds = 30_000;

/** How long what follows in a channel waits for a command, in milliseconds. */
const commandMilliseconds = 2_000;

/** The parts that the way in is made of. */
export interface InboundParts {
  readonly context: Pick<PluginContext, "receive" | "edit" | "withdraw" | "control" | "commands">;
  readonly options: DiscordOptions;
  readonly seen: SeenMessages;
  readonly clock: Clock;
  readonly log: Logger;
  /** Aborts when the channel stops: nothing is taken in from then on. */
  readonly stopping: AbortSignal;
  /** Tells a person in their channel what became of their message. */
  readonly tell: (conversation: DiscordConversation, message: Message, text: string) => Promise<void>;
  /** A message was withdrawn while a run had it: its draft is to go. */
  readonly discardDraft: (runId: string) => Promise<void>;
}

/** Takes one message in, and resolves when it is stored or is none of the bot's. */
export type TakeMessage = (message: Message) => Promise<void>;

/** Takes in what people write, change and delete. */
export class Inbound {
  readonly #parts: InboundParts;
  readonly #lines = new ChannelLines();
  readonly #hops: BotHops;
  readonly #edits = new HeldEdits();

  constructor(parts: InboundParts) {
    this.#parts = parts;
    this.#hops = new BotHops(parts.options.botHops);
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

  /** Takes one message in, by way of `run`. */
  async #take(message: Message, run: (channelId: string, work: () => Promise<void>) => Promise<void>): Promise<void> {
    const place = this.#placeOf(message);
    if (place === undefined) return;
    const { seen, options } = this.#parts;
    if (!isWritten(message, options)) return seen.pass(place, message.id);
    const done = seen.begin(place, message.id);
    await run(place.channelId, async () => {
      const finished = this.#receive(message, place)
        .then((isDone) => {
          if (isDone) done();
        })
        .catch((error: unknown) => this.#parts.log.error({ err: error }, "Discord: taking a message in failed."));
      const own = textOf(message);
      // What follows a command waits for it a little: a stop must not wait for a summary that a model writes.
      const isCommand = own.startsWith("/") && this.#isCommand(own);
      await (isCommand ? waitAtMost(this.#parts.clock, commandMilliseconds, finished) : finished);
    });
  }

  /** A run is over: what was changed of its messages meanwhile is written down. */
  finish(runId: string): Promise<void> {
    return this.#edits.finish(runId);
  }

  /** Resolves when nothing is under way. */
  settled(): Promise<void> {
    this.#lines.release();
    return this.#lines.settled();
  }

  /** Whether a text may be a command, with or without its slash. */
  #isCommand(text: string): boolean {
    const name = /^\/?(\S+)/.exec(text)?.[1]?.toLowerCase();
    return this.#parts.context.commands().some((command) => command.name === name);
  }

  #placeOf(message: Message | PartialMessage): DiscordPlace | undefined {
    if (this.#parts.stopping.aborted) return undefined;
    const place = placeOf(message.channel);
    return place !== undefined && isServed(place, this.#parts.options) ? place : undefined;
  }

  #conversation(message: Message, place: DiscordPlace): DiscordConversation {
    const { name: adapter, scope } = this.#parts.options;
    const account = message.client.application.id;
    return conversationOf(place, { userId: message.author.id, messageId: message.id }, { adapter, account, scope });
  }

  /** @returns whether it needs to be looked at no more. */
  async #receive(message: Message, place: DiscordPlace): Promise<boolean> {
    const { log, options, stopping } = this.#parts;
    const quote = await quoteOf(message, (error) => log.debug({ err: error }, "A quoted message cannot be read."));
    const conversation = this.#conversation(message, place);
    const isNamed = place.guildId === undefined || namesBot(message, quote?.authorId);
    if (!isNamed && options.listen !== "all" && !(await this.#isOwnThread(place, conversation))) return true;
    // Without the intent for message content there is nothing to read.
    if (!isNamed && message.content === "" && message.attachments.size === 0) return true;
    if (!this.#hops.allows(place.channelId, message.author.bot)) return true;
    const { files, unread } = await fetchAttachments(message, log, stopping);
    const read = readMessage(message, conversation, quote, (words) => this.#isCommand(words));
    const text = this.#isCommand(read.text) ? read.text : [read.text, ...unread].join("\n");
    const inbound: InboundMessage = { ...read, text, ...(files.length > 0 && { attachments: files }) };
    for (
      let pauseFor = retryMilliseconds;
      !stopping.aborted;
      pauseFor = Math.min(pauseFor * 2, longestRetryMilliseconds)
    ) {
      try {
        await this.#parts.context.receive(inbound);
        return true;
      } catch (error) {
        if (error instanceof InvalidInputError) {
          await this.#parts.tell(conversation, message, error.message);
          return true;
        }
        if (!(error instanceof StoreError)) throw error;
        // Discord sends it once: it is offered until the store takes it, and holds up what follows it here.
        log.warn({ err: error, messageId: message.id }, "A message could not be stored; it is tried again.");
        await pause(this.#parts.clock, pauseFor, stopping);
      }
    }
    return false;
  }

  /** In a thread that a conversation of the bot's is in, nobody has to name it. */
  async #isOwnThread({ parentId }: DiscordPlace, { key }: DiscordConversation): Promise<boolean> {
    return parentId !== undefined && (await this.#parts.context.control.find(key)) !== undefined;
  }

  async #edit(changed: Message | PartialMessage): Promise<void> {
    const place = this.#placeOf(changed);
    // Previews change a message too, and no person did.
    if (place === undefined || changed.editedTimestamp === null) return;
    await this.#lines.run(place.channelId, async () => {
      const message = changed.partial ? await changed.fetch() : changed;
      if (isWritten(message, this.#parts.options)) await this.#amend(message, place);
    });
  }

  async #amend(message: Message, place: DiscordPlace): Promise<void> {
    const { context, log } = this.#parts;
    const quote = await quoteOf(message, (error) => log.debug({ err: error }, "A quoted message cannot be read."));
    const { key, text, sender } = readMessage(message, this.#conversation(message, place), quote, () => false);
    await this.#edits.make(() => context.edit({ key, platformMessageId: message.id, text, sender }));
  }

  async #withdraw(message: Message | PartialMessage): Promise<void> {
    const place = this.#placeOf(message);
    if (place === undefined) return;
    await this.#lines.run(place.channelId, async () => {
      const conversation = this.#conversationOfOld(message, place);
      if (conversation === undefined) return;
      const outcome = await this.#parts.context.withdraw({ key: conversation.key, platformMessageId: message.id });
      if (outcome.kind === "stopped") await this.#parts.discardDraft(outcome.runId);
    });
  }

  /** The conversation of a message that may not have been kept: then nobody knows who wrote it. */
  #conversationOfOld(message: Message | PartialMessage, place: DiscordPlace): DiscordConversation | undefined {
    const { name: adapter, scope } = this.#parts.options;
    const account = message.client.application?.id;
    const userId = message.author?.id;
    const isPersonal = scope === "person" && place.guildId !== undefined;
    if (account === undefined || (isPersonal && userId === undefined)) return undefined;
    return conversationOf(place, { userId: userId ?? "", messageId: message.id }, { adapter, account, scope });
  }
}
