import type { MessageId } from "../identifiers.ts";
import type { JsonValue } from "../json.ts";
import type { Right } from "./actor.ts";
import type { Attachment, InboundAttachment } from "./attachment.ts";
import type { SessionKey } from "./session-key.ts";
import type { Person } from "./transcript.ts";

/**
 * What happens when a message meets a turn that is waiting or running in its conversation.
 * - `queue`: one turn each, in order;
 * - `collect`: all that waits becomes one turn;
 * - `interrupt`: the run is stopped, then the new message runs;
 * - `reject`: the sender is told to wait, nothing is accepted.
 */
export type OverlapMode = "queue" | "collect" | "interrupt" | "reject";

/** A message as a channel adapter hands it in. */
export interface InboundMessage {
  readonly key: SessionKey;
  /** The service's id of the message, unique in its place: the same id twice is the same message. */
  readonly platformMessageId: string;
  readonly sender: Person;
  /** 1 to 100,000 characters (UTF-16 code units). */
  readonly text: string;
  /**
   * Files that came with it, in their order: at most 10, of 8 MiB each and 20 MiB together. The text stays required: where
   * a person sent files alone, the adapter writes one, such as their names.
   * @default []
   */
  readonly attachments?: readonly InboundAttachment[] | undefined;
  /** Whatever the adapter needs to answer here; kept with the session, so later turns land in the same place. */
  readonly replyAddress?: JsonValue | undefined;
  /** What the service says of the sender in the key's place, by the message's own data. Not stored. @default [] */
  readonly rights?: readonly Right[] | undefined;
  /** The message addresses the bot alone: a direct message, or one that began with the bot's name. Not stored. */
  readonly isDirect?: true | undefined;
}

/** Longest text of one message, in UTF-16 code units: above every chat service's own limit (Slack's 40,000 is the largest). */
export const maximumTextLength = 100_000;

/** An accepted message that is not answered yet. Done ones leave; their mark for deduplication stays (default 24 h). */
export interface InboxEntry {
  readonly id: MessageId;
  readonly deduplicationKey: string;
  readonly state: "received" | "running";
  /** How many runs have begun with it. */
  readonly attempts: number;
  /** Milliseconds since 1970. */
  readonly acceptedAt: number;
  readonly sender: Person;
  readonly text: string;
  /** What came with it; absent when there was nothing. */
  readonly attachments?: readonly Attachment[] | undefined;
  /** Present when it came before the session was unmuted: it goes to the transcript, and no run answers it. */
  readonly isMuted?: true | undefined;
}

/** That a message was accepted, for as long as its service may send it again. */
export interface AcceptedMark {
  readonly deduplicationKey: string;
  readonly messageId: MessageId;
  /** Milliseconds since 1970. */
  readonly acceptedAt: number;
}
