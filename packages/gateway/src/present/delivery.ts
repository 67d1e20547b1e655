import type { OutboxEntry, UndeliveredPiece } from "@keyturn/core";
import type { WireDelivery } from "../wire/delivery.ts";
import { presentKey } from "./session.ts";
import { presentTime } from "./timestamp.ts";

/** Enough to know which answer it is a piece of, in UTF-16 code units. */
const previewLength = 200;

/** A piece that waits for a person's decision, for the API. */
export function presentDelivery({ session, entry }: UndeliveredPiece): WireDelivery {
  const { id, kind, runId, piece, pieces, attempts, createdAt, error = "", text } = entry;
  return {
    id,
    etag: deliveryTag(session.epoch, entry),
    state: entry.state === "unconfirmed" ? "unconfirmed" : "failed",
    kind,
    session: { id: session.id, key: presentKey(session.key), title: session.settings.title ?? null },
    runId: runId ?? null,
    piece: piece + 1,
    pieces,
    attempts,
    createdAt: presentTime(createdAt),
    error,
    // A cut between the two halves of a character would leave a lone surrogate.
    preview: text.slice(0, previewLength).replace(/[\uD800-\uDBFF]$/, ""),
  };
}

/** The strong ETag of a piece: every send of it raises it. */
function deliveryTag(epoch: number, { attempts }: Pick<OutboxEntry, "attempts">): string {
  return `"${epoch}.${attempts}"`;
}
