import { type Clock, type InboundMessage, InvalidInputError, type Logger, StoreError, pause } from "@keyturn/core";
import type { PluginContext } from "@keyturn/core";
import { BotHops } from "@keyturn/core/channel-kit";
import type { Message } from "discord.js";
import { namesBot } from "./addressing.ts";
import { fetchAttachments } from "./attachments.ts";
import type { DiscordOptions } from "./discord-options.ts";
import { conversationOfMessage } from "./message-place.ts";
import type { DiscordConversation, DiscordPlace } from "./place.ts";
import { quoteOf } from "./quote.ts";
import { readMessage } from "./read-message.ts";

/** Pause before a message that could not be stored is offered again, in milliseconds; it doubles up to the longest. */
const retryMilliseconds = 1_000;
const longestRetryMilliseconds = 30_000;

/** The parts that messages are taken in with. */
export interface MessageIntakeParts {
  readonly context: Pick<PluginContext, "receive" | "control" | "commands">;
  readonly options: DiscordOptions;
  readonly clock: Clock;
  readonly log: Logger;
  /** Aborts when the channel stops: nothing is taken in from then on. */
  readonly stopping: AbortSignal;
  /** Tells a person in their channel what became of their message. */
  readonly tell: (conversation: DiscordConversation, message: Message, text: string) => Promise<void>;
}

/** Hands what people write to the core, with its files and what it refers to. */
export class MessageIntake {
  readonly #parts: MessageIntakeParts;
  readonly #hops: BotHops;

  constructor(parts: MessageIntakeParts) {
    this.#parts = parts;
    this.#hops = new BotHops(parts.options.botHops);
  }

  /** Whether a text may be a command, with or without its slash. */
  isCommand(text: string): boolean {
    const name = /^\/?(\S+)/.exec(text)?.[1]?.toLowerCase();
    return this.#parts.context.commands().some((command) => command.name === name);
  }

  /** Takes a message in where it is for the bot. @returns whether it needs to be looked at no more. */
  async receive(message: Message, place: DiscordPlace): Promise<boolean> {
    const { log, options, stopping } = this.#parts;
    const quote = await quoteOf(message, (error) => log.debug({ err: error }, "A quoted message cannot be read."));
    const conversation = conversationOfMessage(message, place, options);
    const isNamed = place.guildId === undefined || namesBot(message, quote?.authorId);
    if (!isNamed && options.listen !== "all" && !(await this.#isOwnThread(place, conversation))) return true;
    // Without the intent for message content there is nothing to read.
    if (!isNamed && message.content === "" && message.attachments.size === 0) return true;
    if (!this.#hops.allows(place.channelId, { messageId: message.id, isBot: message.author.bot })) return true;
    const { files, unread } = await fetchAttachments(message, log, stopping);
    const read = readMessage(message, conversation, quote, (words) => this.isCommand(words));
    const text = this.isCommand(read.text) ? read.text : [read.text, ...unread].join("\n");
    return this.#offer(message, conversation, { ...read, text, ...(files.length > 0 && { attachments: files }) });
  }

  /** Discord sends a message once: it is offered until the store takes it, and holds up what follows it there. */
  async #offer(message: Message, conversation: DiscordConversation, inbound: InboundMessage): Promise<boolean> {
    const { context, clock, log, stopping, tell } = this.#parts;
    for (
      let pauseFor = retryMilliseconds;
      !stopping.aborted;
      pauseFor = Math.min(pauseFor * 2, longestRetryMilliseconds)
    ) {
      try {
        await context.receive(inbound);
        return true;
      } catch (error) {
        if (error instanceof InvalidInputError) {
          await tell(conversation, message, error.message);
          return true;
        }
        if (!(error instanceof StoreError)) throw error;
        log.warn({ err: error, messageId: message.id }, "A message could not be stored; it is tried again.");
        await pause(clock, pauseFor, stopping);
      }
    }
    return false;
  }

  /** In a thread that a conversation of the bot's is in, nobody has to name it. */
  async #isOwnThread({ parentId }: DiscordPlace, { key }: DiscordConversation): Promise<boolean> {
    return parentId !== undefined && (await this.#parts.context.control.find(key)) !== undefined;
  }
}
