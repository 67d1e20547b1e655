import type { RawFile, REST } from "discord.js";
import {
  type APIMessage,
  type APIThreadChannel,
  type RESTPatchAPIChannelMessageJSONBody,
  type RESTPostAPIChannelMessageJSONBody,
  Routes,
} from "discord.js";
import { z } from "zod";
import { toDeliveryError } from "./rest-failure.ts";

const created = z.object({ id: z.string() });
const read = z.object({ id: z.string(), content: z.string() });

/** Nobody is pinged, whatever a text holds: on every route, since each parses mentions in its own way. */
const quiet: { readonly parse: []; readonly replied_user: false } = { parse: [], replied_user: false };

/** A message to post, but for what every message has. */
export type NewMessage = Omit<RESTPostAPIChannelMessageJSONBody, "allowed_mentions" | "nonce" | "enforce_nonce">;

/** A change of a message, but for what every change has. */
export type MessageChange = Omit<RESTPatchAPIChannelMessageJSONBody, "allowed_mentions">;

/** What the adapter asks of Discord's API. Every call rejects with a `DeliveryError`. */
export class DiscordApi {
  readonly #rest: REST;

  constructor(rest: REST) {
    this.#rest = rest;
  }

  /** Posts a message. The same nonce within a few minutes is the same message. @returns its id. */
  async post(
    channelId: string,
    nonce: string,
    message: NewMessage,
    {
      files,
      signal,
    }: { readonly files?: readonly RawFile[] | undefined; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<APIMessage["id"]> {
    const body = { ...message, allowed_mentions: quiet, nonce, enforce_nonce: true };
    const options = { body, ...(files && { files: [...files] }), ...(signal && { signal }) };
    return created.parse(await this.#call(() => this.#rest.post(Routes.channelMessages(channelId), options))).id;
  }

  async change(channelId: string, messageId: string, change: MessageChange, signal?: AbortSignal): Promise<void> {
    const body = { ...change, allowed_mentions: quiet };
    await this.#call(() =>
      this.#rest.patch(Routes.channelMessage(channelId, messageId), { body, ...(signal && { signal }) }),
    );
  }

  async remove(channelId: string, messageId: string): Promise<void> {
    await this.#call(() => this.#rest.delete(Routes.channelMessage(channelId, messageId)));
  }

  async read(channelId: string, messageId: string): Promise<{ readonly id: string; readonly content: string }> {
    return read.parse(await this.#call(() => this.#rest.get(Routes.channelMessage(channelId, messageId))));
  }

  async showTyping(channelId: string): Promise<void> {
    await this.#call(() => this.#rest.post(Routes.channelTyping(channelId)));
  }

  /** Opens the thread of a message. @returns its id, which is the message's. */
  async openThread(channelId: string, messageId: string, name: string): Promise<APIThreadChannel["id"]> {
    const body = { name, auto_archive_duration: 1_440 };
    return created.parse(await this.#call(() => this.#rest.post(Routes.threads(channelId, messageId), { body }))).id;
  }

  /** Brings an archived thread back. */
  async reopenThread(threadId: string): Promise<void> {
    await this.#call(() => this.#rest.patch(Routes.channel(threadId), { body: { archived: false } }));
  }

  async #call(call: () => Promise<unknown>): Promise<unknown> {
    try {
      return await call();
    } catch (error) {
      throw toDeliveryError(error);
    }
  }
}
