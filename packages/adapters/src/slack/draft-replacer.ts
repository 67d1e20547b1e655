import { DeliveryError, type OutboundPiece } from "@keyturn/core";
import { type DraftBook, type DraftPlace, forgetOldest } from "@keyturn/core/channel-kit";
import { deliveryMetadata } from "./delivery-mark.ts";
import type { Shown } from "./piece-view.ts";
import { removeIfThere } from "./remove-if-there.ts";
import type { SlackApi } from "./slack-api.ts";
import { areBlocksRefused, isUnchangeable } from "./slack-failure.ts";

/** Most changes that are remembered whose outcome is not known. */
const mostUncertain = 100;

/** Puts answers in the place of what was shown while they were written, so that nothing moves. */
export class DraftReplacer {
  readonly #api: SlackApi;
  readonly #drafts: DraftBook;
  /** Messages that may have become a piece, by the piece's id: nobody else knows of them when it is taken back. */
  readonly #uncertain = new Map<string, string>();

  constructor(api: SlackApi, drafts: DraftBook) {
    this.#api = api;
    this.#drafts = drafts;
  }

  /** @returns the `ts` of the message that the piece is now; undefined when it is to be posted. @throws DeliveryError */
  async replace(piece: OutboundPiece, messages: readonly Shown[]): Promise<string | undefined> {
    const draft = this.#draftOf(piece);
    if (draft === undefined) return undefined;
    const ts = piece.kind === "answer" ? draft.messages[piece.piece] : undefined;
    const [shown, ...more] = messages;
    const isReplaced =
      ts !== undefined &&
      shown !== undefined &&
      more.length === 0 &&
      (await this.#change(draft.channel, ts, shown, piece));
    await this.settle(piece);
    return isReplaced ? ts : undefined;
  }

  /** The piece is there: with the last one nothing of the draft is left but the answer. @throws DeliveryError */
  async settle(piece: OutboundPiece): Promise<void> {
    const draft = this.#draftOf(piece);
    this.#uncertain.delete(piece.idempotencyKey);
    if (draft === undefined || piece.runId === undefined || piece.piece < piece.pieces - 1) return;
    const kept = piece.kind === "answer" ? piece.pieces : 0;
    for (const surplus of draft.messages.slice(kept)) {
      await removeIfThere(this.#api, draft.channel, surplus, piece.signal);
    }
    await this.#drafts.remove(piece.runId);
  }

  /** The message that may have become the piece, or may yet. */
  uncertainOf(deliveryId: string): string | undefined {
    return this.#uncertain.get(deliveryId);
  }

  #draftOf({ runId }: OutboundPiece): DraftPlace | undefined {
    return runId === undefined ? undefined : this.#drafts.find(runId);
  }

  /** False when the message is gone, or Slack does not let it be changed: then it is taken away and the answer posted. */
  async #change(channel: string, ts: string, shown: Shown, piece: OutboundPiece): Promise<boolean> {
    const metadata = deliveryMetadata({ deliveryId: piece.idempotencyKey, part: 0, parts: 1 });
    try {
      await this.#api.change(channel, ts, { ...shown, metadata }, piece.signal);
      return true;
    } catch (error) {
      if (error instanceof DeliveryError && error.isAmbiguous) {
        this.#uncertain.set(piece.idempotencyKey, ts);
        forgetOldest(this.#uncertain, mostUncertain);
      }
      if (!isUnchangeable(error) && !areBlocksRefused(error)) throw error;
      await removeIfThere(this.#api, channel, ts, piece.signal);
      return false;
    }
  }
}
