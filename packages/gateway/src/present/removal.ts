import type { DeleteResult, RegenerateResult, Removal, ResetResult, StopResult } from "@keyturn/core";
import type { WireDeletion, WireRegeneration, WireRemoval, WireReset, WireStop } from "../wire/removal.ts";
import { presentTime } from "./timestamp.ts";

/** What a delete came to, for the API. */
export function presentDeletion(result: DeleteResult): WireDeletion {
  switch (result.kind) {
    case "deleted":
      return { outcome: "deleted", ...presentRemoval(result.removal) };
    case "already-deleted": {
      const { id, epoch, deletedAt, undoUntil } = result.retired;
      const undo = presentUndo(undoUntil);
      return { outcome: "already-deleted", sessionId: id, epoch, deletedAt: presentTime(deletedAt), undoUntil: undo };
    }
    case "repeated":
      throw onlyForTypedCommands();
  }
}

/** What a reset came to, for the API. */
export function presentReset(result: ResetResult): WireReset {
  if (result.kind === "repeated") throw onlyForTypedCommands();
  return { outcome: "reset", ...presentRemoval(result.removal) };
}

/** What a stop came to, for the API. */
export function presentStop({ session, stoppedRunId }: StopResult): WireStop {
  return { sessionId: session.id, epoch: session.epoch, stoppedRunId: stoppedRunId ?? null };
}

/** What a regeneration came to, for the API. */
export function presentRegeneration({ kind, session }: RegenerateResult): WireRegeneration {
  return { outcome: kind, sessionId: session.id, epoch: session.epoch, version: session.version };
}

function presentRemoval(removal: Removal): WireRemoval {
  const { sessionId, oldEpoch, epoch, version, stoppedRunId } = removal;
  const { removedEntries, discardedMessages, cancelledDeliveries, recalledDeliveries } = removal;
  return {
    sessionId,
    oldEpoch,
    epoch,
    version,
    stoppedRunId: stoppedRunId ?? null,
    removedEntries,
    discardedMessages,
    cancelledDeliveries,
    recalledDeliveries,
    undoUntil: presentUndo(removal.undoUntil),
  };
}

function presentUndo(until: number | undefined): string | null {
  return until === undefined ? null : presentTime(until);
}

/** Only a command that somebody typed can come twice; the API names none. */
function onlyForTypedCommands(): Error {
  return new Error("A request was taken for a typed command that came twice.");
}
