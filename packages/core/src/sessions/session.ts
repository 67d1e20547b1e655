import type { MessageId, RunId, SessionId } from "../identifiers.ts";
import type { JsonValue } from "../json.ts";
import type { Actor } from "./actor.ts";
import type { SessionKey } from "./session-key.ts";
import type { Person } from "./transcript.ts";

/** What operators set on a session. A reset keeps it. */
export interface SessionSettings {
  /** 1 to 200 characters. */
  readonly title?: string | undefined;
  /** `provider/model`, in place of the bot's default. */
  readonly model?: string | undefined;
  /** Kept in sight by whoever looks after conversations. */
  readonly isPinned?: boolean | undefined;
  /** Messages are accepted and kept, and no run answers them: a person has taken over. */
  readonly isMuted?: boolean | undefined;
}

/** What the model services counted over all runs of the session's current epoch. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly runs: number;
}

/** The turn that is claimed right now. */
export interface TurnInFlight {
  readonly runId: RunId;
  readonly messageIds: readonly MessageId[];
  /** Milliseconds since 1970. */
  readonly since: number;
  /** Present when its messages go to the transcript without an answer. */
  readonly isMuted?: true | undefined;
}

/** What lists show of a session: read from the index, never from a transcript. */
export interface SessionSummary {
  readonly id: SessionId;
  readonly key: SessionKey;
  readonly epoch: number;
  /** Raised by every write; with the epoch it is the session's ETag. */
  readonly version: number;
  readonly fence: number;
  readonly settings: SessionSettings;
  /** Whoever's message began the session. */
  readonly owner: Person;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Transcript entries of the current epoch. */
  readonly entries: number;
  /** Accepted messages that no run has taken yet. */
  readonly waiting: number;
  readonly running: TurnInFlight | undefined;
  /** Ids of those whose messages the run in flight answers, or else the newest turn; absent in summaries of older releases. */
  readonly askerIds?: readonly string[] | undefined;
  /** Pieces on their way, unconfirmed and failed, each counted. */
  readonly deliveries: { readonly open: number; readonly unconfirmed: number; readonly failed: number };
  readonly usage: Usage;
  /** The first 120 characters of the newest entry that a person or the agent wrote. */
  readonly preview: string;
  /** Whatever the adapter needs to answer in this conversation. */
  readonly replyAddress?: JsonValue | undefined;
  /** Until when the newest reset can be undone, in milliseconds since 1970; undefined when there is none to undo. */
  readonly undoUntil?: number | undefined;
  /** The reset that this epoch began with; undefined when none did, and of resets by older releases. */
  readonly lastReset?: SessionReset | undefined;
}

/** A reset, as whoever reads the session later is told of it. */
export interface SessionReset {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly by: ResetAuthor;
  /** How many transcript entries it took away. */
  readonly entries: number;
}

/** Who reset a session, and from where. */
export interface ResetAuthor extends Pick<Actor, "kind" | "id" | "surface"> {
  /** What people call them: an operator's label, or the name that they wrote under in the conversation. */
  readonly name?: string | undefined;
}

/** Which state of a session somebody saw: each write makes another one. Over HTTP it is the ETag. */
export interface SessionVersion {
  readonly epoch: number;
  readonly version: number;
}

/** A deleted session that can be brought back, as far as lists of them show it. */
export interface RemovedSession {
  readonly id: SessionId;
  readonly key: SessionKey;
  /** The epoch that its delete made: names the delete when it is undone. */
  readonly epoch: number;
  readonly title: string | undefined;
  readonly owner: Person;
  /** How many transcript entries would come back. */
  readonly entries: number;
  /** Milliseconds since 1970. */
  readonly deletedAt: number;
  /** Until when it can be brought back, in milliseconds since 1970. */
  readonly undoUntil: number;
}

/** A session that is known to have been deleted; its id is never used again. */
export interface RetiredSession {
  readonly id: SessionId;
  readonly epoch: number;
  /** Milliseconds since 1970. */
  readonly deletedAt: number;
  /** Until when the delete can be undone, in milliseconds since 1970; undefined when it cannot. */
  readonly undoUntil?: number | undefined;
}
