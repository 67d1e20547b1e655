import type { DeliveryId, RunId } from "../identifiers.ts";

/**
 * Where a piece stands.
 * - `pending`: never tried; a reset cancels it;
 * - `sending`: tried at least once, outcome not known yet; a reset recalls it;
 * - `delivered`: the service has it;
 * - `unconfirmed`: tried, and whether the service has it cannot be found out; a person decides;
 * - `failed`: the service refused it for good, or too often; a person decides;
 * - `recall`: belongs to a conversation that is gone and may be visible: to be looked up and taken back.
 */
export type DeliveryState = "pending" | "sending" | "delivered" | "unconfirmed" | "failed" | "recall";

/** One piece of an answer, or of what an operator said, on its way to the channel. */
export interface OutboxEntry {
  /** Also the idempotency key of the piece: the same id is never visible twice. */
  readonly id: DeliveryId;
  /** The run that wrote it; undefined when an operator did. */
  readonly runId?: RunId | undefined;
  /** Number of the piece in its answer, from 0. */
  readonly piece: number;
  readonly pieces: number;
  readonly kind: "answer" | "error" | "operator";
  /** Empty once delivered or to be recalled: the text lives in the transcript alone. */
  readonly text: string;
  readonly state: DeliveryState;
  /** How many sends were begun; the fence of a delivery's own writes. */
  readonly attempts: number;
  /** How many of them were begun before a person had it sent again; undefined: nobody did. */
  readonly attemptsBeforeResend?: number | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** The service's id of the sent message, once known. */
  readonly platformMessageId?: string | undefined;
  /** Why the last try failed, without message text. */
  readonly error?: string | undefined;
}

/** Whether a piece waits for a person to decide on it: it failed, or nobody knows whether it arrived. */
export function isUndelivered({ state }: Pick<OutboxEntry, "state">): boolean {
  return state === "failed" || state === "unconfirmed";
}
