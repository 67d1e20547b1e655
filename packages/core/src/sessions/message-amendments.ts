import type { MessageId, RunId } from "../identifiers.ts";
import type { AcceptedMark } from "./inbox.ts";
import type { SessionKey, SessionKeyText } from "./session-key.ts";
import type { SessionSummary } from "./session.ts";
import type { Person } from "./transcript.ts";

/** A message whose person changed its text at its chat service, as a channel adapter hands it in. */
export interface MessageEdit {
  /** The key that the message was handed in with. */
  readonly key: SessionKey;
  /** The service's id of the message. */
  readonly platformMessageId: string;
  /** The whole new text: 1 to 100,000 characters (UTF-16 code units). */
  readonly text: string;
  /** Whoever changed it: where given, only a message of this person is changed. */
  readonly sender?: Person | undefined;
}

/** A message that was deleted at its chat service, as a channel adapter hands it in. */
export interface MessageWithdrawal {
  /** The key that the message was handed in with, or would have been. */
  readonly key: SessionKey;
  /** The service's id of the message. */
  readonly platformMessageId: string;
}

/**
 * What an edit came to. All but `running` and `unknown` are durable.
 * - `replaced`: it waited; the new text is what will be answered;
 * - `running`: a run has it and nothing changed; the channel may offer to stop that run and to ask anew;
 * - `stored`: it is in the transcript, with the new text from now on; no new answer comes;
 * - `unchanged`: it has that text already;
 * - `unknown`: it was never accepted, belongs to a conversation that is over, or is too old to be recognised.
 */
export type EditOutcome =
  | {
      readonly kind: "replaced" | "stored" | "unchanged";
      readonly messageId: MessageId;
      readonly session: SessionSummary;
    }
  | {
      readonly kind: "running";
      readonly messageId: MessageId;
      readonly runId: RunId;
      readonly session: SessionSummary;
    }
  | { readonly kind: "unknown" };

/**
 * What a withdrawal came to. All are durable; a message that was withdrawn is never accepted again.
 * - `dropped`: it waited, and no run will take it;
 * - `stopped`: a run had it and is over; others of the same turn wait again;
 * - `removed`: it left the transcript, and, when its turn had no other message, the answer with it;
 * - `unknown`: it is in no conversation. Should it still come, it is not accepted.
 */
export type WithdrawOutcome =
  | { readonly kind: "dropped" | "removed"; readonly messageId: MessageId; readonly session: SessionSummary }
  | {
      readonly kind: "stopped";
      readonly messageId: MessageId;
      readonly runId: RunId;
      readonly session: SessionSummary;
    }
  | { readonly kind: "unknown" };

/** What the store is told of an edit. */
export interface EditRequest {
  readonly keyText: SessionKeyText;
  /** Of the mark that the message left when it was accepted. */
  readonly deduplicationKey: string;
  readonly text: string;
  /** Only a message of this person is changed; undefined: whoever's. */
  readonly senderId: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What the store is told of a withdrawal. */
export interface WithdrawRequest {
  readonly keyText: SessionKeyText;
  /** Kept when the message left none, so that it is not accepted should it still come. */
  readonly mark: AcceptedMark;
}
