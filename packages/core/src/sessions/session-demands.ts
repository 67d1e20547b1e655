import type { RunId } from "../identifiers.ts";
import type { Actor } from "./actor.ts";
import type { InboundMessage, OverlapMode } from "./inbox.ts";
import type { DeliveryClaim, EntriesPage, Removal } from "./session-store.ts";
import type { RetiredSession, SessionSummary, SessionVersion } from "./session.ts";

/** How a message is accepted. */
export interface AcceptOptions {
  readonly mode: OverlapMode;
  /** How many messages may wait in one conversation. */
  readonly capacity: number;
  /** Takes the message's turn in the same step when nothing else waits or runs; the caller then executes it. */
  readonly claim?: ClaimOptions | undefined;
}

/** How a turn is claimed. */
export interface ClaimOptions {
  readonly isCollecting: boolean;
  readonly historyLimit: number;
}

/** Who asks for a stop, reset or delete, and why. */
export interface Demand {
  readonly actor: Actor;
  /** In the actor's words, for the audit log; at most 500 characters. */
  readonly reason: string;
  /** The typed command that asked: when its service sends it again, nothing happens. */
  readonly command?: InboundMessage | undefined;
  /** Gives up waiting for the lock. */
  readonly signal?: AbortSignal | undefined;
  /** The state that the actor saw: in any other, nothing is done. */
  readonly expected?: SessionVersion | undefined;
  /** Keeps nothing to be undone: what is removed is gone at once. */
  readonly isPurging?: boolean | undefined;
}

/** What a reset came to; `repeated` when the same typed command had been carried out before. */
export type ResetResult = { readonly kind: "reset"; readonly removal: Removal } | { readonly kind: "repeated" };

/** What a delete came to; deleting twice is no error. */
export type DeleteResult =
  | { readonly kind: "deleted"; readonly removal: Removal }
  | { readonly kind: "already-deleted"; readonly retired: RetiredSession }
  | { readonly kind: "repeated" };

/** What a stop came to: which run it ended, if any was in flight. */
export interface StopResult {
  readonly session: SessionSummary;
  readonly stoppedRunId: RunId | undefined;
}

/**
 * What a cancel came to. `taken`: a run took the message, so stop that. `unknown`: it does not wait here; it never did, or
 * was answered, cancelled or removed.
 */
export interface CancelResult {
  readonly kind: "cancelled" | "taken" | "unknown";
  readonly session: SessionSummary;
}

/** A session after a write, and the delivery that the write began, if it was asked to. */
export interface WrittenSession {
  readonly session: SessionSummary;
  readonly delivery?: DeliveryClaim | undefined;
}

/** A transcript as it was at one version. */
export interface SessionExport {
  readonly session: SessionSummary;
  readonly entries: EntriesPage["entries"];
}
