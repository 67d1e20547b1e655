import type { ChannelStatus } from "../channel-status.ts";
import type { FenceValues } from "../errors.ts";
import type { DeliveryId, MessageId, RunId, ScheduleId, SessionId } from "../identifiers.ts";
import type { JsonValue } from "../json.ts";
import type { Actor } from "./actor.ts";
import type { DeliveryState } from "./outbox.ts";
import type { SessionKey } from "./session-key.ts";
import type { SessionSummary } from "./session.ts";

interface EventBase {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly sessionId: SessionId;
  readonly key: SessionKey;
  /** With the version, tells a listener whether it has newer news already. */
  readonly epoch: number;
  readonly version: number;
}

/** A message was accepted; its session may be new by it. */
export interface MessageAcceptEvent extends EventBase {
  readonly type: "message.accept";
  readonly messageId: MessageId;
  readonly session: SessionSummary;
  readonly isNewSession: boolean;
}

/** A message that waited was cancelled: it will not be answered. */
export interface MessageCancelEvent extends EventBase {
  readonly type: "message.cancel";
  readonly messageId: MessageId;
  readonly session: SessionSummary;
}

/** A person changed the text of a message that waited (`replaced`), or that is in the transcript (`stored`). */
export interface MessageEditEvent extends EventBase {
  readonly type: "message.edit";
  readonly messageId: MessageId;
  readonly change: "replaced" | "stored";
  readonly session: SessionSummary;
}

/** A person's message was deleted at its service, and is gone here too: whoever shows the transcript reads it again. */
export interface MessageWithdrawEvent extends EventBase {
  readonly type: "message.withdraw";
  readonly messageId: MessageId;
  readonly change: "dropped" | "stopped" | "removed";
  /** The run that had it. */
  readonly stoppedRunId: RunId | undefined;
  readonly session: SessionSummary;
}

/** An operator said something in the conversation, or wrote a note. */
export interface MessagePostEvent extends EventBase {
  readonly type: "message.post";
  readonly messageId: MessageId;
  readonly mode: "channel" | "note";
  readonly actor: Actor;
  readonly session: SessionSummary;
}

/** A session was made of an export. */
export interface SessionImportEvent extends EventBase {
  readonly type: "session.import";
  readonly session: SessionSummary;
  readonly actor: Actor;
}

/** Settings were changed. */
export interface SessionChangeEvent extends EventBase {
  readonly type: "session.change";
  readonly session: SessionSummary;
}

/** The newest answer was taken out, and is being written anew: whoever shows the transcript reads it again. */
export interface SessionRegenerateEvent extends EventBase {
  readonly type: "session.regenerate";
  readonly session: SessionSummary;
  readonly actor: Actor;
}

/** A reset or delete was undone: the session is as it was before, under a new epoch. */
export interface SessionRestoreEvent extends EventBase {
  readonly type: "session.restore";
  readonly session: SessionSummary;
  readonly actor: Actor;
}

/** A session was emptied or removed: whoever shows it forgets what it showed. */
export interface SessionRemoveEvent extends EventBase {
  readonly type: "session.reset" | "session.delete";
  readonly oldEpoch: number;
  readonly actor: Actor;
  readonly stoppedRunId: RunId | undefined;
}

/** A run began. */
export interface RunStartEvent extends EventBase {
  readonly type: "run.start";
  readonly runId: RunId;
  readonly messageIds: readonly MessageId[];
  readonly attempt: number;
}

/** A run wrote a further piece of its answer. Never stored. */
export interface RunDraftEvent extends EventBase {
  readonly type: "run.draft";
  readonly runId: RunId;
  /** Where the piece begins, in UTF-16 code units from the start of the answer: a gap shows that something was missed. */
  readonly offset: number;
  readonly text: string;
}

/** A run called a tool, or a tool call ended (then it has a duration). */
export interface RunToolEvent extends EventBase {
  readonly type: "run.tool";
  readonly runId: RunId;
  readonly callId: string;
  readonly name: string;
  /** What went in; undefined at its end. The transcript has it too, once the answer is stored. */
  readonly input: JsonValue | undefined;
  readonly durationMilliseconds: number | undefined;
  readonly isError: boolean;
}

/**
 * How a run ended: with an answer stored, by a stop, reset, delete or newer message, with an error that the person is
 * told, put back to run again, because its write came too late, or, of a muted session, at once and without an answer.
 */
export type RunEnd = "answered" | "stopped" | "failed" | "retrying" | "fenced" | "muted";

/** A run ended. */
export interface RunFinishEvent extends EventBase {
  readonly type: "run.finish";
  readonly runId: RunId;
  readonly end: RunEnd;
  /** The code of the error, where there was one. */
  readonly errorCode: string | undefined;
}

/** A piece of an answer, or of what an operator said, moved on. */
export interface DeliveryChangeEvent extends EventBase {
  readonly type: "delivery.change";
  /** Undefined when an operator wrote it. */
  readonly runId: RunId | undefined;
  readonly deliveryId: DeliveryId;
  /** `sending` when an operator had it sent again. */
  readonly state: DeliveryState | "recalled" | "dismissed";
}

/** A write was refused because its session had moved on: the fence at work. */
export interface FenceRefuseEvent extends EventBase {
  readonly type: "fence.refuse";
  readonly operation: string;
  readonly expected: FenceValues;
  readonly actual: FenceValues | undefined;
}

interface ScheduleEventBase {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly scheduleId: ScheduleId;
  /** The schedule's conversation. */
  readonly key: SessionKey;
  /** The session that the conversation has at that moment; undefined when it has none. */
  readonly sessionId: SessionId | undefined;
}

/** A schedule was made, changed or deleted: whoever shows it reads it again. */
export interface ScheduleChangeEvent extends ScheduleEventBase {
  readonly type: "schedule.change";
  readonly change: "created" | "changed" | "deleted";
}

/** A schedule handed a message in, or could not. */
export interface ScheduleRunEvent extends ScheduleEventBase {
  readonly type: "schedule.run";
  /** The time that it was due, in milliseconds since 1970; undefined for a run that somebody started by hand. */
  readonly dueAt: number | undefined;
  readonly outcome: "accepted" | "full" | "busy" | "failed";
  readonly messageId: MessageId | undefined;
}

/** Everything that happens to schedules. */
export type ScheduleEvent = ScheduleChangeEvent | ScheduleRunEvent;

/** Settings were changed: whoever shows them reads them again. Holds no value. */
export interface ConfigChangeEvent {
  readonly type: "config.change";
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The names of what was changed, such as `runner.retries`. */
  readonly settings: readonly string[];
  readonly version: string;
  readonly actor: Actor;
}

/** A plugin was turned on or off, or could not be. */
export interface PluginChangeEvent {
  readonly type: "plugin.change";
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The plugin's name. */
  readonly plugin: string;
  readonly state: "running" | "failed" | "disabled";
}

/** A command came or went: adapters tell their service which there are. */
export interface CommandChangeEvent {
  readonly type: "command.change";
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The command's name. */
  readonly command: string;
  readonly change: "added" | "removed";
}

/** Everything that happens to sessions. Events of drafts and tools apart, no event holds message text beyond a summary's preview. */
export type SessionEvent =
  | MessageAcceptEvent
  | MessageCancelEvent
  | MessageEditEvent
  | MessageWithdrawEvent
  | MessagePostEvent
  | SessionChangeEvent
  | SessionRemoveEvent
  | SessionRestoreEvent
  | SessionRegenerateEvent
  | SessionImportEvent
  | RunStartEvent
  | RunDraftEvent
  | RunToolEvent
  | RunFinishEvent
  | DeliveryChangeEvent
  | FenceRefuseEvent;

/** A channel came to stand otherwise. */
export interface AdapterChangeEvent {
  readonly type: "adapter.change";
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly status: ChannelStatus;
}

/** Everything that a bot tells. */
export type BotEvent =
  | SessionEvent
  | ScheduleEvent
  | AdapterChangeEvent
  | ConfigChangeEvent
  | PluginChangeEvent
  | CommandChangeEvent;

/** Whether an event is about a session. */
export function isSessionEvent(event: BotEvent): event is SessionEvent {
  return "epoch" in event;
}

/** Is told of events, in order. A throw is reported and reaches nobody else. */
export type EventListener = (event: BotEvent) => void;

/** Hands events to listeners, at once and in order; never called while a lock is held. */
export class EventBus {
  readonly #listeners = new Set<EventListener>();
  readonly #reportError: (error: unknown) => void;

  /** @param reportError is told of what a listener threw; must not throw. */
  constructor(reportError: (error: unknown) => void) {
    this.#reportError = reportError;
  }

  /** Whether anybody listens: lets a caller save the making of an event. */
  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  /** Adds a listener; the returned function removes it. */
  subscribe(listener: EventListener): () => void {
    // A wrapper of its own, so that the same function subscribed twice is told twice and removed once.
    const entry: EventListener = (event) => listener(event);
    this.#listeners.add(entry);
    return () => this.#listeners.delete(entry);
  }

  emit(event: BotEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#reportError(error);
      }
    }
  }
}
