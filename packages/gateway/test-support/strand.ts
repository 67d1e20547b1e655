import type { DeliveryId, SessionId } from "@keyturn/core";
import type { OpenGateway } from "./open-gateway.ts";

/** A piece that waits for a person's decision. */
export interface StrandedPiece {
  readonly sessionId: SessionId;
  readonly deliveryId: DeliveryId;
  /** Of its newest state. */
  readonly etag: string;
  /** Of its routes, without the verb. */
  readonly path: string;
}

let pieces = 0;

/** Has a message answered, in a conversation of its own, with a piece that the service did not take. */
export async function strand(
  { bot }: Pick<OpenGateway, "bot">,
  kind: "failed" | "unconfirmed" = "failed",
  place: string = "stranded",
): Promise<StrandedPiece> {
  const { sessions } = bot;
  pieces += 1;
  const key = { adapter: "webchat", account: "local", place };
  const message = { key, platformMessageId: `stranded ${pieces}`, sender: { id: "ada", name: "Ada" }, text: "Well?" };
  const claim = { isCollecting: false, historyLimit: 9 };
  const accepted = await sessions.accept(message, { mode: "queue", capacity: 9, claim });
  const turn = accepted.kind === "accepted" ? accepted.turn : undefined;
  if (turn === undefined) throw new Error(`The message was ${accepted.kind}, and its turn could not be taken.`);
  const { runId, fence } = turn;
  const deliveryId: DeliveryId = `d_${String(pieces).padStart(22, "0")}`;
  const at = Date.UTC(2030, 0, 1);
  const text = "The answer that nobody saw.";
  const piece = { id: deliveryId, runId, piece: 0, pieces: 1, kind: "answer", text, state: "pending" } as const;
  await sessions.commitTurn(fence, {
    entries: [{ role: "assistant", runId, at, parts: [{ type: "text", text }] }],
    outbox: [{ ...piece, attempts: 0, createdAt: at }],
    usage: { inputTokens: 0, outputTokens: 0, runs: 1 },
    at,
  });
  const delivery = await sessions.claimDelivery(fence);
  if (delivery === undefined) throw new Error("There was nothing to deliver.");
  await sessions.settleDelivery(delivery, { kind, error: "Forbidden (HTTP 403)." });
  const { sessionId, epoch } = fence;
  return { sessionId, deliveryId, etag: `"${epoch}.1"`, path: `/sessions/${sessionId}/deliveries/${deliveryId}` };
}
