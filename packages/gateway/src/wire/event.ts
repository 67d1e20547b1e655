import type { JsonValue } from "@keyturn/core";
import type { WireAdapter } from "./adapter.ts";
import type { WireOperation } from "./operation.ts";
import type { WireRunEnd } from "./run.ts";
import type { WireSession, WireSessionKey } from "./session.ts";

/** What every event of a session says. Whoever has a newer epoch or version already drops it. */
export interface WireEventSubject {
  /** RFC 3339. */
  readonly at: string;
  readonly sessionId: string;
  readonly key: WireSessionKey;
  readonly epoch: number;
  /** 0 when it is not known. */
  readonly version: number;
}

/** Something that happened to a session; the same events as the core's. */
export type WireSessionEvent = WireEventSubject &
  (
    | {
        readonly type: "message.accept";
        readonly messageId: string;
        readonly isNewSession: boolean;
        readonly session: WireSession;
      }
    | { readonly type: "message.cancel"; readonly messageId: string; readonly session: WireSession }
    | {
        readonly type: "message.edit";
        readonly messageId: string;
        readonly change: "replaced" | "stored";
        readonly session: WireSession;
      }
    | {
        readonly type: "message.withdraw";
        readonly messageId: string;
        readonly change: "dropped" | "stopped" | "removed";
        readonly stoppedRunId: string | null;
        readonly session: WireSession;
      }
    | {
        readonly type: "message.post";
        readonly messageId: string;
        readonly mode: "channel" | "note";
        readonly actor: { readonly kind: string; readonly id: string; readonly surface: string };
        readonly session: WireSession;
      }
    | {
        readonly type: "session.restore" | "session.import" | "session.regenerate";
        readonly actor: { readonly kind: string; readonly id: string; readonly surface: string };
        readonly session: WireSession;
      }
    | { readonly type: "session.change"; readonly session: WireSession }
    | {
        readonly type: "session.reset" | "session.delete";
        readonly oldEpoch: number;
        readonly actor: { readonly kind: string; readonly id: string; readonly surface: string };
        readonly stoppedRunId: string | null;
      }
    | {
        readonly type: "run.start";
        readonly runId: string;
        readonly messageIds: readonly string[];
        readonly attempt: number;
      }
    | { readonly type: "run.draft"; readonly runId: string; readonly offset: number; readonly text: string }
    | {
        readonly type: "run.tool";
        readonly runId: string;
        readonly callId: string;
        readonly name: string;
        /** What went in; null at its end, which is told apart by its duration. */
        readonly input: JsonValue;
        /** Null while the tool works. */
        readonly durationMilliseconds: number | null;
        readonly isError: boolean;
      }
    | {
        readonly type: "run.finish";
        readonly runId: string;
        readonly end: WireRunEnd;
        readonly errorCode: string | null;
      }
    | {
        readonly type: "delivery.change";
        /** Null when an operator wrote it. */
        readonly runId: string | null;
        readonly deliveryId: string;
        /** `sending` when an operator had it sent again; `dismissed` when one wants no more of it. */
        readonly state: string;
      }
    | {
        readonly type: "fence.refuse";
        readonly operation: string;
        readonly expected: WireFence;
        readonly actual: WireFence | null;
      }
  );

/** What a refused write named, or what stood against it. */
export interface WireFence {
  readonly epoch: number;
  readonly fence: number;
}

/** A channel adapter came to stand otherwise. */
export interface WireAdapterEvent {
  readonly type: "adapter.change";
  /** RFC 3339. */
  readonly at: string;
  readonly adapter: WireAdapter;
}

/** What every event of a schedule says. */
export interface WireScheduleSubject {
  /** RFC 3339. */
  readonly at: string;
  readonly scheduleId: string;
  readonly key: WireSessionKey;
  /** Null while the schedule's conversation has no session. */
  readonly sessionId: string | null;
}

/** Something that happened to a schedule; the same events as the core's. */
export type WireScheduleEvent = WireScheduleSubject &
  (
    | { readonly type: "schedule.change"; readonly change: "created" | "changed" | "deleted" }
    | {
        readonly type: "schedule.run";
        /** RFC 3339; null for a run that somebody started by hand. */
        readonly dueAt: string | null;
        readonly outcome: "accepted" | "full" | "busy" | "failed";
        readonly messageId: string | null;
      }
  );

/** A piece of an answer for the web chat. */
export interface WireWebChatMessage {
  readonly type: "webchat.message";
  /** RFC 3339. */
  readonly at: string;
  /** Null for a command's answer in a conversation that has not begun. */
  readonly sessionId: string | null;
  readonly conversation: string;
  /** Null for a command's answer, and for what an operator said. */
  readonly runId: string | null;
  /** The same id is the same piece. */
  readonly deliveryId: string;
  readonly kind: "answer" | "error" | "command" | "operator";
  readonly text: string;
  /** Number of the piece in its answer, from 0. */
  readonly piece: number;
  readonly pieces: number;
}

/** A piece that the web chat is to take off the page: its conversation was reset or deleted while it was sent. */
export interface WireWebChatRecall {
  readonly type: "webchat.recall";
  /** RFC 3339. */
  readonly at: string;
  readonly sessionId: string;
  readonly conversation: string;
  readonly deliveryId: string;
}

/** How far an operation has come; while it runs, at most twice a second. */
export interface WireOperationChange {
  readonly type: "operation.change";
  /** RFC 3339. */
  readonly at: string;
  readonly operation: WireOperation;
}

/** The first event of every stream. */
export interface WireHello {
  readonly type: "hello";
  /** RFC 3339. */
  readonly at: string;
  /** A comment follows at least this often; a stream that is silent for much longer is dead. */
  readonly heartbeatMilliseconds: number;
}

/** Events were missed that are no longer kept: read again whatever is shown. */
export interface WireResync {
  readonly type: "resync";
  /** RFC 3339. */
  readonly at: string;
}

/** Something that happened to the bot itself. */
export type WireBotEvent =
  | {
      readonly type: "config.change";
      /** RFC 3339. */
      readonly at: string;
      /** The names of the settings that were changed, never their values. */
      readonly settings: readonly string[];
      /** What `If-Match` takes from now on, without its quotes. */
      readonly version: string;
      readonly actor: { readonly kind: string; readonly id: string; readonly surface: string };
    }
  | {
      readonly type: "plugin.change";
      /** RFC 3339. */
      readonly at: string;
      /** The plugin's name. */
      readonly plugin: string;
      readonly state: "running" | "failed" | "disabled";
    }
  | {
      readonly type: "command.change";
      /** RFC 3339. */
      readonly at: string;
      /** The command's name, without the slash. */
      readonly command: string;
      readonly change: "added" | "removed";
    };

/** Everything that the event stream carries. */
export type WireEvent =
  | WireHello
  | WireResync
  | WireSessionEvent
  | WireAdapterEvent
  | WireScheduleEvent
  | WireOperationChange
  | WireBotEvent
  | WireWebChatMessage
  | WireWebChatRecall;

/** The part of an event's type before the dot: what a reader may choose from. */
export const eventTopics = [
  "message",
  "session",
  "run",
  "delivery",
  "fence",
  "adapter",
  "schedule",
  "operation",
  "config",
  "plugin",
  "command",
  "webchat",
] as const;

/** One of `eventTopics`. */
export type EventTopic = (typeof eventTopics)[number];
