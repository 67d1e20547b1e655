import type { Logger } from "@keyturn/core";
import { forgetOldest } from "@keyturn/core/channel-kit";
import { splitMarkdown } from "@keyturn/core/text";
import { RESTJSONErrorCodes } from "discord.js";
import type { DiscordApi } from "./api.ts";
import type { ReplyAddress } from "./place.ts";
import { discordCodeOf } from "./rest-failure.ts";

/** Longest name of a thread, in UTF-16 code units; Discord, "Start Thread from Message". */
const longestName = 100;

/** Most threads that are remembered as open. */
const mostThreads = 5_000;

/** Why no thread can be opened there, so that the answer goes to the channel itself. */
const refusals: ReadonlySet<number | string | undefined> = new Set<number | string | undefined>([
  RESTJSONErrorCodes.MissingPermissions,
  RESTJSONErrorCodes.MissingAccess,
  RESTJSONErrorCodes.UnknownMessage,
  RESTJSONErrorCodes.CannotExecuteActionOnThisChannelType,
  RESTJSONErrorCodes.MaximumActiveThreads,
]);

/** Where a message is to be posted. */
export interface Target {
  readonly channelId: string;
  /** The message that it answers, if it is to refer to it. */
  readonly replyTo: string | undefined;
}

/** Finds the channel for an answer, and opens its thread with the first one. */
export class ThreadOpener {
  readonly #api: DiscordApi;
  readonly #log: Logger;
  readonly #opened = new Map<string, Promise<Target>>();

  constructor(api: DiscordApi, log: Logger) {
    this.#api = api;
    this.#log = log;
  }

  /** @throws DeliveryError when it is not known whether there is a thread. */
  async find({ channel, question, opensThread }: ReplyAddress): Promise<Target> {
    if (opensThread !== true || question === undefined) return { channelId: channel, replyTo: question };
    const opening = this.#opened.get(question) ?? this.#open(channel, question);
    this.#opened.set(question, opening);
    forgetOldest(this.#opened, mostThreads);
    // One that failed is tried again with the next answer.
    opening.catch(() => this.#opened.delete(question));
    return opening;
  }

  async #open(channel: string, question: string): Promise<Target> {
    try {
      const name = await this.#nameOf(channel, question);
      return { channelId: await this.#api.openThread(channel, question, name), replyTo: undefined };
    } catch (error) {
      const code = discordCodeOf(error);
      if (code === RESTJSONErrorCodes.ThreadAlreadyCreatedForMessage)
        return { channelId: question, replyTo: undefined };
      if (!refusals.has(code)) throw error;
      this.#log.warn({ err: error, channelId: channel }, "No thread can be opened; the answer goes to the channel.");
      return { channelId: channel, replyTo: question };
    }
  }

  async #nameOf(channel: string, question: string): Promise<string> {
    // Whoever may open threads may yet not read what was written before.
    const { content } = await this.#api.read(channel, question).catch((error: unknown) => {
      this.#log.debug({ err: error, channelId: channel }, "A question cannot be read again to name its thread.");
      return { content: "" };
    });
    const words = content
      .replaceAll(/<[@#:][^>]*>/g, " ")
      .replaceAll(/[\s\p{C}]+/gu, " ")
      .trim();
    return splitMarkdown(words, { limit: longestName })[0] ?? "Conversation";
  }
}
