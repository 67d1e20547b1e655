import type { ChannelVitals } from "../channel-status.ts";
import type { DeliveryId, RunId, SessionId } from "../identifiers.ts";
import type { JsonValue } from "../json.ts";
import type { NamedRegistry } from "../named-registry.ts";
import type { OverlapMode } from "../sessions/inbox.ts";
import type { SessionKey } from "../sessions/session-key.ts";

/** Where something is to be said. */
export interface Destination {
  readonly key: SessionKey;
  /** What the adapter gave with the message: the thread or channel to answer in. */
  readonly replyAddress: JsonValue | undefined;
}

/** One piece of an answer, to be sent. */
export interface OutboundPiece extends Destination {
  /** Undefined for an answer to a command in a conversation that has not begun. */
  readonly sessionId: SessionId | undefined;
  /** The session's epoch when the piece was written; undefined for answers to commands. */
  readonly epoch: number | undefined;
  /** The run that wrote it; its draft, if one is open, is what this replaces. Undefined where no run wrote it. */
  readonly runId: RunId | undefined;
  /** The same id is the same piece: a service that takes an idempotency key gets this one. */
  readonly idempotencyKey: string;
  readonly text: string;
  /** Number of the piece in its answer, from 0. */
  readonly piece: number;
  readonly pieces: number;
  /** `operator`: an operator's words, to be said as the bot's own. */
  readonly kind: "answer" | "error" | "command" | "operator";
  /** Aborts when the sender's time is up; look at it right before the write to the service. */
  readonly signal: AbortSignal;
}

/** What became of a sent piece. */
export interface SentPiece {
  /** The service's id of the message, where it has one. */
  readonly platformMessageId?: string | undefined;
}

/** A piece that may be visible and belongs to a conversation that is gone. */
export interface RecallRequest extends Destination {
  readonly sessionId: SessionId;
  readonly idempotencyKey: DeliveryId;
  readonly platformMessageId: string | undefined;
  readonly signal: AbortSignal;
}

/** What a draft is opened for. */
export interface DraftRequest extends Destination {
  readonly sessionId: SessionId;
  readonly runId: RunId;
}

/**
 * How a draft came to its end. `answered` means that the final pieces follow through `send`, `retrying` that another run
 * will begin anew.
 */
export type DraftEnd = "answered" | "stopped" | "failed" | "retrying";

/** The text of an answer while it is being written. */
export interface Draft {
  /** Shows the whole text so far. Called again only after it settled, always with the newest text. A rejection ends nothing. */
  update(text: string): Promise<void>;
  /** Show nothing more: the run was aborted, or is at its end. Called at once; a draft that paces itself gives up what it plans. */
  silence?(): void;
  /** The last call to the draft; nothing of the run follows it when it was stopped. */
  end(end: DraftEnd): Promise<void>;
}

/**
 * What a service can tell of a piece whose sending broke off.
 * - `idempotent`: sending again with the same key shows one message;
 * - `searchable`: `find` tells whether it arrived;
 * - `none`: nothing; such a piece becomes `unconfirmed`.
 */
export type DeliveryAssurance = "idempotent" | "searchable" | "none";

/** What a channel tells of itself while it is on. */
export interface ChannelReport {
  readonly state: "connected" | "reconnecting" | "failed" | "misconfigured";
  /** What happened and what to do, for operators: without secrets. */
  readonly reason?: string | undefined;
}

/**
 * A chat service, as the core sees it. No call is made while a lock is held. Calls that fail reject, best with a
 * `DeliveryError`; a rejection of another kind counts as final unless it came before anything was sent.
 */
export interface Channel {
  /** The adapter's name: the `adapter` of its session keys. */
  readonly name: string;
  readonly assurance: DeliveryAssurance;
  /** What happens when messages overlap here. Default: the bot's setting. */
  readonly overlap?: OverlapMode | undefined;
  /** Cuts an answer into pieces that the service takes; pure. Default: one piece. */
  split?(text: string): readonly string[];
  /** @throws DeliveryError */
  send(piece: OutboundPiece): Promise<SentPiece>;
  /** Looks a piece up by its key; undefined when it did not arrive. Needed where the assurance is `searchable`. */
  find?(piece: OutboundPiece): Promise<SentPiece | undefined>;
  /** Takes a piece back, if it is there. */
  recall?(request: RecallRequest): Promise<void>;
  /** Shows that an answer is being written. */
  openDraft?(request: DraftRequest): Draft;
  /**
   * Begins to take messages in. Resolves when it does, and counts as connected then. What happens later is the channel's
   * own to mend, and to tell through `report`; a `failed` report starts it anew after a pause, unless it mends itself before.
   * @throws ConfigurationError when it cannot work until its settings are changed; after any other error it is tried again.
   * Operators read the message of Keyturn's own errors, so that it must hold no secret; of others they read the code alone.
   */
  start?(report: (news: ChannelReport) => void): Promise<void>;
  /**
   * Takes no further message, and ends what it has open. May come while `start` is under way, and once more when that start
   * ends after all.
   */
  stop?(): Promise<void>;
  /** What it measures of its connection. Called whenever somebody looks: quick, and without calls to the service. */
  vitals?(): ChannelVitals;
  /**
   * Answers what its service sends over HTTP, where a gateway hands it on; only called while the channel is connected. The
   * body's bytes are as they came: the channel checks the sender's signature, and refuses what has none.
   */
  webhook?(request: Request): Promise<Response>;
}

/** The channels that are on. */
export type ChannelRegistry = NamedRegistry<Channel>;
