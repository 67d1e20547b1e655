import { type RunId, isRunId } from "@keyturn/core";
import { z } from "zod";

/** Names of the metadata by which posts are known again: parts of pieces, and drafts of runs. */
const deliveryType = "keyturn_delivery";
const draftType = "keyturn_draft";

const deliverySchema = z.object({
  event_type: z.literal(deliveryType),
  event_payload: z.object({ delivery_id: z.string(), part: z.number(), parts: z.number() }),
});
const draftSchema = z.object({
  event_type: z.literal(draftType),
  event_payload: z.object({ run_id: z.string().refine(isRunId) }),
});

/** Which part of which piece a message is, counted from 0. */
export interface DeliveryMark {
  readonly deliveryId: string;
  readonly part: number;
  readonly parts: number;
}

/** A message's metadata that says which part of a piece it is. */
export function deliveryMetadata({ deliveryId, part, parts }: DeliveryMark): object {
  return { event_type: deliveryType, event_payload: { delivery_id: deliveryId, part, parts } };
}

/** A message's metadata that says whose draft it is. */
export function draftMetadata(runId: RunId): object {
  return { event_type: draftType, event_payload: { run_id: runId } };
}

/** The part that a message is; undefined when it is none. */
export function readDeliveryMark(metadata: unknown): DeliveryMark | undefined {
  const read = deliverySchema.safeParse(metadata);
  if (!read.success) return undefined;
  const { delivery_id, part, parts } = read.data.event_payload;
  return { deliveryId: delivery_id, part, parts };
}

/** The run whose draft a message is, by its metadata; undefined when it is none. */
export function readDraftMark(metadata: unknown): string | undefined {
  return draftSchema.safeParse(metadata).data?.event_payload.run_id;
}
