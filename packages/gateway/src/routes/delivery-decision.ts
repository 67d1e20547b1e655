import type { DecisionResult, DeliveryId, PieceVersion, SessionSummary } from "@keyturn/core";
import { z } from "zod";
import { Problem } from "../problems/problem.ts";

/** Fifteen digits are always a number without loss. A proxy may have made the tag weak. */
const tagPattern = /^(?:W\/)?"(\d{1,15})\.(\d{1,15})"$/;

/** The `If-Match` of a request about a piece: the state that was seen, or `*` for whichever it is in. */
export const piecePreconditionSchema: z.ZodType<PieceVersion | "*"> = z
  .string()
  .meta({ description: "The `etag` of the piece as it was seen, or * for any.", examples: ['"3.5"'] })
  .transform((text, context): PieceVersion | "*" => {
    if (text === "*") return text;
    const [, epoch, attempts] = tagPattern.exec(text) ?? [];
    if (epoch !== undefined && attempts !== undefined) return { epoch: Number(epoch), attempts: Number(attempts) };
    context.addIssue('is not the etag of a delivery, such as "3.5", nor *');
    return z.NEVER;
  });

/**
 * Which state of a piece a request is meant for; undefined when any will do.
 * @throws Problem `PRECONDITION_REQUIRED` when it does not say.
 */
export function requirePieceVersion(precondition: PieceVersion | "*" | undefined): PieceVersion | undefined {
  if (precondition !== undefined) return precondition === "*" ? undefined : precondition;
  const detail =
    "Say which state of the piece you saw, so that it is not sent twice for two requests: send its etag as If-Match.";
  throw new Problem("PRECONDITION_REQUIRED", detail);
}

/**
 * The session after a decision that was carried out.
 * @throws Problem `DELIVERY_NOT_FOUND`, `DELIVERY_CHANGED` when it was not.
 */
export function requireDecided({ kind, session }: DecisionResult, deliveryId: DeliveryId): SessionSummary {
  if (kind === "decided") return session;
  if (kind === "unknown") {
    const detail =
      `${deliveryId} does not wait for a decision in ${session.id}: ` +
      "it was delivered or dismissed, or its conversation was reset. Read the list again.";
    throw new Problem("DELIVERY_NOT_FOUND", detail);
  }
  const detail =
    `${deliveryId} is being sent, or was since you saw it: somebody was faster. ` +
    "Nothing was done. Read the list again, and decide on what it says now.";
  throw new Problem("DELIVERY_CHANGED", detail);
}
