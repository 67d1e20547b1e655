import { type OutboundPiece, DeliveryError, type RecallRequest, type SentPiece } from "@keyturn/core";
import type { DraftBook, Echoes } from "@keyturn/core/channel-kit";
import { MessageFlags, RESTJSONErrorCodes, type RawFile } from "discord.js";
import type { DiscordApi, NewMessage } from "./api.ts";
import { regenerateRow } from "./buttons.ts";
import { nonceOf } from "./nonce.ts";
import { replyAddressOf } from "./place.ts";
import { discordCodeOf, isGone } from "./rest-failure.ts";
import { messageLimit, piecesOf } from "./text/answer-plan.ts";
import type { ThreadOpener } from "./thread-opener.ts";

/** What a piece looks like on Discord. */
interface Shown {
  readonly message: NewMessage;
  readonly files: readonly RawFile[] | undefined;
}

/** Cuts an answer into messages; one that would be too many stays whole, and becomes a file when it is sent. */
export function splitAnswer(text: string): readonly string[] {
  const plan = piecesOf(text);
  return plan.kind === "pieces" ? plan.pieces : [text];
}

/** Sends pieces and takes them back. */
export class Sender {
  readonly #api: DiscordApi;
  readonly #threads: ThreadOpener;
  readonly #drafts: DraftBook;
  readonly #echoes: Echoes;

  constructor(parts: {
    readonly api: DiscordApi;
    readonly threads: ThreadOpener;
    readonly drafts: DraftBook;
    readonly echoes: Echoes;
  }) {
    this.#api = parts.api;
    this.#threads = parts.threads;
    this.#drafts = parts.drafts;
    this.#echoes = parts.echoes;
  }

  /** @throws DeliveryError */
  async send(piece: OutboundPiece): Promise<SentPiece> {
    const shown = show(piece);
    const { channelId, replyTo } = await this.#threads.find(replyAddressOf(piece.key, piece.replyAddress));
    const replaced = await this.#replaceDraft(piece, shown);
    if (replaced !== undefined) return { platformMessageId: replaced };
    const isReply = replyTo !== undefined && piece.piece === 0 && piece.kind !== "operator";
    const reference = isReply ? { message_reference: { message_id: replyTo, fail_if_not_exists: false } } : {};
    const message = { ...shown.message, ...reference };
    const post = () => this.#post(channelId, piece, message, shown.files);
    try {
      return { platformMessageId: await post() };
    } catch (error) {
      if (discordCodeOf(error) !== RESTJSONErrorCodes.InvalidActionOnArchivedThread) throw error;
      await this.#api.reopenThread(channelId);
      return { platformMessageId: await post() };
    }
  }

  /** Deletes what may be visible of a piece, and what may yet appear. @throws DeliveryError */
  async recall({ key, replyAddress, idempotencyKey, platformMessageId, signal }: RecallRequest): Promise<void> {
    const nonce = nonceOf(idempotencyKey);
    this.#echoes.refuse(nonce);
    const { channelId } = await this.#threads.find(replyAddressOf(key, replyAddress));
    // The same nonce gives the copy that is there. Where there is none, one appears and goes again, without a sound.
    const id =
      platformMessageId ??
      this.#echoes.idOf(nonce) ??
      (await this.#api.post(channelId, nonce, { content: "…", flags: MessageFlags.SuppressNotifications }, { signal }));
    try {
      await this.#api.remove(channelId, id);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }

  /** The first piece takes the draft's place, so that an answer does not move. @returns the message's id, if there was one. */
  async #replaceDraft(piece: OutboundPiece, { message, files }: Shown): Promise<string | undefined> {
    const { runId } = piece;
    if (runId === undefined || piece.piece !== 0) return undefined;
    const draft = this.#drafts.find(runId);
    const [draftMessage] = draft?.messages ?? [];
    if (draft === undefined || draftMessage === undefined) return undefined;
    // A file comes with a message of its own, and an error does not stand where the answer began.
    const isKept = files === undefined && piece.kind === "answer";
    const { content, components = [] } = message;
    try {
      if (isKept) await this.#api.change(draft.channel, draftMessage, { content, components }, piece.signal);
      else await this.#api.remove(draft.channel, draftMessage);
    } catch (error) {
      // One that may have been changed is changed again with the next try: nothing appears twice.
      if (!isGone(error)) throw error;
      await this.#drafts.remove(runId);
      return undefined;
    }
    await this.#drafts.remove(runId);
    return isKept ? draftMessage : undefined;
  }

  #post(
    channelId: string,
    { idempotencyKey, signal }: OutboundPiece,
    message: NewMessage,
    files: readonly RawFile[] | undefined,
  ): Promise<string> {
    // Looked at right before the write: what is too late is not sent.
    if (signal.aborted) throw new DeliveryError("It came too late to be sent.", { isRetryable: true });
    return this.#api.post(channelId, nonceOf(idempotencyKey), message, { files, signal });
  }
}

function show({ text, kind, piece, pieces, runId }: OutboundPiece): Shown {
  const isLast = piece === pieces - 1;
  const components = kind === "answer" && isLast && runId !== undefined ? [regenerateRow(runId)] : [];
  const plan = text.length > messageLimit ? piecesOf(text) : undefined;
  if (plan?.kind !== "file") return { message: { content: text, components }, files: undefined };
  const { name, content } = plan.file;
  return {
    message: { content: plan.lead, components },
    files: [{ name, data: Buffer.from(content), contentType: "text/markdown" }],
  };
}
