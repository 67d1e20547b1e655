import { type Clock, DeliveryError, type OutboundPiece, type RecallRequest, type SentPiece } from "@keyturn/core";
import type { DraftBook } from "@keyturn/core/channel-kit";
import { buttonRow } from "./buttons.ts";
import { replyAddressOf } from "./place.ts";
import type { SlackApi } from "./slack-api.ts";
import { slackErrorOf } from "./slack-failure.ts";
import type { SlackOptions } from "./slack-options.ts";
import { markdownMessagesOf, textPiecesOf } from "./text/answer-pieces.ts";

/** Names the metadata by which a piece is found again. */
const eventType = "keyturn_delivery";

/** How far back a piece is looked for, in milliseconds: what is older is not resent by anybody. */
const searchMilliseconds = 86_400_000;

/** What Slack answers to blocks that it does not take. */
const refusedBlocks: ReadonlySet<string> = new Set([
  "invalid_blocks",
  "invalid_blocks_format",
  "msg_blocks_too_long",
  "msg_too_long",
]);

/** What Slack answers when a message cannot be changed any more, or is gone. */
const unchangeable: ReadonlySet<string> = new Set([
  "message_not_found",
  "edit_window_closed",
  "cant_update_message",
  "cant_delete_message",
  "streaming_state_conflict",
]);

/** A message without its place. */
type Shown = Readonly<Record<string, unknown>>;

/** The parts that a sender is made of. */
export interface SenderParts {
  readonly api: SlackApi;
  readonly drafts: DraftBook;
  readonly clock: Clock;
  readonly replies: SlackOptions["replies"];
}

/** Cuts an answer into pieces of one message each. */
export function splitAnswer(text: string, replies: SlackOptions["replies"]): readonly string[] {
  const pieces = replies === "text" ? textPiecesOf(text) : markdownMessagesOf(text).map(({ markdown }) => markdown);
  return pieces.length === 0 ? [text] : pieces;
}

/** Sends pieces, looks for them, and takes them back. */
export class Sender {
  readonly #parts: SenderParts;

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  /** @throws DeliveryError */
  async send(piece: OutboundPiece): Promise<SentPiece> {
    const replaced = await this.#replaceDraft(piece);
    if (replaced !== undefined) return { platformMessageId: replaced };
    try {
      return await this.#post(piece, this.#show(piece));
    } catch (error) {
      if (!refusedBlocks.has(slackErrorOf(error) ?? "")) throw error;
      return this.#post(piece, asText(piece.text));
    }
  }

  /** @throws DeliveryError */
  async find(
    piece: Pick<OutboundPiece, "key" | "replyAddress" | "idempotencyKey" | "signal">,
  ): Promise<SentPiece | undefined> {
    const { api, clock } = this.#parts;
    const { channel, thread } = replyAddressOf(piece.key, piece.replyAddress);
    const since = clock.now() - searchMilliseconds;
    const found = await api.findMessage({ channel, thread, since, signal: piece.signal }, ({ metadata }) => {
      return metadata?.event_type === eventType && metadata.event_payload["delivery_id"] === piece.idempotencyKey;
    });
    return found && { platformMessageId: found.ts };
  }

  /** @throws DeliveryError */
  async recall(request: RecallRequest): Promise<void> {
    const { key, replyAddress, platformMessageId, signal } = request;
    const { channel } = replyAddressOf(key, replyAddress);
    const ts = platformMessageId ?? (await this.find(request))?.platformMessageId;
    if (ts !== undefined) await removeIfThere(this.#parts.api, channel, ts, signal);
  }

  async #post(piece: OutboundPiece, messages: readonly Shown[]): Promise<SentPiece> {
    const { channel, thread } = replyAddressOf(piece.key, piece.replyAddress);
    let ts: string | undefined;
    for (const shown of messages) {
      const message = { ...shown, metadata: metadataOf(piece), ...(thread !== undefined && { thread_ts: thread }) };
      ts = await this.#parts.api.post(channel, message, piece.signal);
    }
    return { platformMessageId: ts };
  }

  /** Answers take the place of what was shown while they were written, so that nothing moves. @returns the message's `ts`. */
  async #replaceDraft(piece: OutboundPiece): Promise<string | undefined> {
    const { api, drafts } = this.#parts;
    const { runId } = piece;
    const draft = runId === undefined ? undefined : drafts.find(runId);
    if (runId === undefined || draft === undefined) return undefined;
    const isLast = piece.piece === piece.pieces - 1;
    const ts = piece.kind === "answer" ? draft.messages[piece.piece] : undefined;
    const [shown, ...more] = this.#show(piece);
    const isReplaced =
      ts !== undefined &&
      shown !== undefined &&
      more.length === 0 &&
      (await this.#change(draft.channel, ts, shown, piece));
    if (isLast) {
      const kept = piece.kind === "answer" ? piece.pieces : 0;
      for (const surplus of draft.messages.slice(kept)) await removeIfThere(api, draft.channel, surplus, piece.signal);
      await drafts.remove(runId);
    }
    return isReplaced ? ts : undefined;
  }

  /** False when the message is gone, or Slack does not let it be changed: then it is taken away and the answer posted. */
  async #change(channel: string, ts: string, shown: Shown, piece: OutboundPiece): Promise<boolean> {
    const { api } = this.#parts;
    try {
      await api.change(channel, ts, { ...shown, metadata: metadataOf(piece) }, piece.signal);
      return true;
    } catch (error) {
      const code = slackErrorOf(error) ?? "";
      if (!unchangeable.has(code) && !refusedBlocks.has(code)) throw error;
      await removeIfThere(api, channel, ts, piece.signal);
      return false;
    }
  }

  #show({ text, kind, key, runId, piece, pieces }: OutboundPiece): readonly Shown[] {
    const isAnswer = kind === "answer" && piece === pieces - 1 && runId !== undefined;
    const buttons = isAnswer ? [buttonRow("regenerate", key, runId)] : [];
    const isPlain = this.#parts.replies === "text" || kind === "command" || kind === "error";
    const messages = isPlain ? [] : markdownMessagesOf(text);
    if (messages.length === 0) return asText(text);
    return messages.map(({ markdown, text: fallback }, index) => ({
      text: fallback,
      blocks: [{ type: "markdown", text: markdown }, ...(index === messages.length - 1 ? buttons : [])],
    }));
  }
}

function asText(text: string): readonly Shown[] {
  const pieces = textPiecesOf(text);
  return (pieces.length === 0 ? ["…"] : pieces).map((piece) => ({ text: piece, mrkdwn: true }));
}

function metadataOf({ idempotencyKey }: OutboundPiece): object {
  return { event_type: eventType, event_payload: { delivery_id: idempotencyKey } };
}

/** Deletes a message of the bot's; fine when it is gone. @throws DeliveryError */
export async function removeIfThere(api: SlackApi, channel: string, ts: string, signal?: AbortSignal): Promise<void> {
  try {
    await api.remove(channel, ts, signal);
  } catch (error) {
    if (!(error instanceof DeliveryError) || slackErrorOf(error) !== "message_not_found") throw error;
  }
}
