import type { OutboundPiece } from "../channel/channel.ts";
import type { DeliveryId, RunId, SessionId } from "../identifiers.ts";
import type { JsonValue } from "../json.ts";
import type { LateSignal } from "../late-signal.ts";
import type { SessionKey } from "../sessions/session-key.ts";
import type { DeliveryClaim } from "../sessions/session-store.ts";

/** A claimed piece, as its channel sees it. A class, so that the signal is only made when the channel looks at it. */
export class ClaimedPiece implements OutboundPiece {
  readonly sessionId: SessionId;
  readonly epoch: number;
  readonly key: SessionKey;
  readonly replyAddress: JsonValue | undefined;
  readonly runId: RunId | undefined;
  readonly idempotencyKey: DeliveryId;
  readonly text: string;
  readonly piece: number;
  readonly pieces: number;
  readonly kind: "answer" | "error" | "operator";
  readonly #deadline: LateSignal;

  constructor({ sessionId, epoch, key, replyAddress, entry }: DeliveryClaim, deadline: LateSignal) {
    this.sessionId = sessionId;
    this.epoch = epoch;
    this.key = key;
    this.replyAddress = replyAddress;
    this.runId = entry.runId;
    this.idempotencyKey = entry.id;
    this.text = entry.text;
    this.piece = entry.piece;
    this.pieces = entry.pieces;
    this.kind = entry.kind;
    this.#deadline = deadline;
  }

  get signal(): AbortSignal {
    return this.#deadline.signal;
  }
}
