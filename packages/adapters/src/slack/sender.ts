import { type Clock, DeliveryError, type OutboundPiece, type RecallRequest, type SentPiece } from "@keyturn/core";
import { forgetOldest } from "@keyturn/core/channel-kit";
import { deliveryMetadata, readDeliveryMark } from "./delivery-mark.ts";
import type { DraftReplacer } from "./draft-replacer.ts";
import { searchMessages, searchSince } from "./message-search.ts";
import type { OwnPosts } from "./own-posts.ts";
import { type Shown, showAsText, showPiece } from "./piece-view.ts";
import { replyAddressOf } from "./place.ts";
import { removeIfThere } from "./remove-if-there.ts";
import type { SlackApi } from "./slack-api.ts";
import { areBlocksRefused } from "./slack-failure.ts";
import type { SlackOptions } from "./slack-options.ts";

/** Most pieces of which it is remembered which of their messages are there. */
const mostArrived = 100;

/** Stands between the `ts` of a piece that is several messages: to the core, its id is one. */
const separator = " ";

/** The parts that a sender is made of. */
export interface SenderParts {
  readonly api: SlackApi;
  readonly drafts: DraftReplacer;
  readonly own: OwnPosts;
  readonly clock: Clock;
  readonly replies: SlackOptions["replies"];
}

/** What is there of a piece: its messages by their number, and how many they are when all are there. */
interface Arrived {
  readonly messages: ReadonlyMap<number, string>;
  readonly parts: number;
}

/** A piece, or one that is to go. */
type Sought = Pick<OutboundPiece, "key" | "replyAddress" | "idempotencyKey" | "signal">;

/** Sends pieces, looks for them, and takes them back. */
export class Sender {
  readonly #parts: SenderParts;
  /** Pieces of which some messages are there and others are not, by the piece's id. */
  readonly #arrived = new Map<string, Arrived>();

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  /** @throws DeliveryError */
  async send(piece: OutboundPiece): Promise<SentPiece> {
    const shown = showPiece(piece, this.#parts.replies);
    const replaced = await this.#parts.drafts.replace(piece, shown);
    if (replaced !== undefined) return { platformMessageId: replaced };
    // It had to be text before, and some of that is there.
    const arrived = this.#arrived.get(piece.idempotencyKey);
    if (arrived !== undefined && arrived.parts !== shown.length) return this.#post(piece, showAsText(piece.text));
    try {
      return await this.#post(piece, shown);
    } catch (error) {
      if (!areBlocksRefused(error)) throw error;
      return this.#post(piece, showAsText(piece.text));
    }
  }

  /** The piece, where all of its messages are there; what is there of another one is not posted again. @throws DeliveryError */
  async find(piece: OutboundPiece): Promise<SentPiece | undefined> {
    const { messages, parts } = await this.#search(piece);
    if (messages.size === 0) return undefined;
    if (messages.size < parts) {
      this.#arrived.set(piece.idempotencyKey, { messages, parts });
      forgetOldest(this.#arrived, mostArrived);
      return undefined;
    }
    // It may have become the answer in the place of its draft, which is over then.
    await this.#parts.drafts.settle(piece);
    return { platformMessageId: [...messages.values()].join(separator) };
  }

  /** Takes away what is there of the piece, and what appears of it later. @throws DeliveryError */
  async recall(request: RecallRequest): Promise<void> {
    const { api, drafts, own } = this.#parts;
    const { key, replyAddress, platformMessageId, idempotencyKey, signal } = request;
    const { channel } = replyAddressOf(key, replyAddress);
    const seen = own.refuse(idempotencyKey);
    if (platformMessageId === undefined) own.expect();
    const known = platformMessageId?.split(separator) ?? [...(await this.#search(request)).messages.values()];
    const uncertain = drafts.uncertainOf(idempotencyKey);
    for (const ts of new Set([...known, ...seen, ...(uncertain === undefined ? [] : [uncertain])])) {
      await removeIfThere(api, channel, ts, signal);
    }
  }

  async #post(piece: OutboundPiece, messages: readonly Shown[]): Promise<SentPiece> {
    const { channel, thread } = replyAddressOf(piece.key, piece.replyAddress);
    const deliveryId = piece.idempotencyKey;
    const arrived = this.#arrived.get(deliveryId)?.messages;
    const ids: string[] = [];
    for (const [part, shown] of messages.entries()) {
      const metadata = deliveryMetadata({ deliveryId, part, parts: messages.length });
      const message = { ...shown, metadata, ...(thread !== undefined && { thread_ts: thread }) };
      ids.push(arrived?.get(part) ?? (await this.#postOne(piece, part, channel, message)));
    }
    this.#arrived.delete(deliveryId);
    return { platformMessageId: ids.join(separator) };
  }

  async #postOne(piece: OutboundPiece, part: number, channel: string, message: Shown): Promise<string> {
    const { api, own } = this.#parts;
    own.begin(piece.idempotencyKey, part);
    try {
      return await api.post(channel, message, piece.signal);
    } catch (error) {
      if (error instanceof DeliveryError && error.isAmbiguous) own.expect();
      throw error;
    }
  }

  async #search(piece: Sought): Promise<Arrived> {
    const { api, clock } = this.#parts;
    const { channel, thread } = replyAddressOf(piece.key, piece.replyAddress);
    const messages = new Map<number, string>();
    let parts = 0;
    await searchMessages(api, { channel, thread, since: searchSince(clock), signal: piece.signal }, (message) => {
      const mark = readDeliveryMark(message.metadata);
      if (mark?.deliveryId !== piece.idempotencyKey) return false;
      messages.set(mark.part, message.ts);
      parts = mark.parts;
      return messages.size === parts;
    });
    return { messages: new Map([...messages].toSorted(([one], [other]) => one - other)), parts };
  }
}
