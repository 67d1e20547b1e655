import { type BotEvent, type ScheduleEvent, type SessionEvent, isSessionEvent } from "@keyturn/core";
import type {
  WireAdapterEvent,
  WireBotEvent,
  WireEventSubject,
  WireScheduleEvent,
  WireSessionEvent,
} from "../wire/event.ts";
import { presentAdapter } from "./adapter.ts";
import { presentKey, presentSession } from "./session.ts";
import { presentTime } from "./timestamp.ts";

/** A bot event for the event stream. */
export function presentEvent(event: BotEvent): WireSessionEvent | WireScheduleEvent | WireAdapterEvent | WireBotEvent {
  if (isSessionEvent(event)) return presentSessionEvent(event);
  if ("scheduleId" in event) return presentScheduleEvent(event);
  if (event.type === "config.change") {
    const { type, settings, version } = event;
    const { kind, id, surface } = event.actor;
    return { type, at: presentTime(event.at), settings, version, actor: { kind, id, surface } };
  }
  if (event.type === "plugin.change") {
    const { type, plugin, state } = event;
    return { type, at: presentTime(event.at), plugin, state };
  }
  if (event.type === "command.change") {
    const { type, command, change } = event;
    return { type, at: presentTime(event.at), command, change };
  }
  return { type: event.type, at: presentTime(event.at), adapter: presentAdapter(event.status) };
}

function presentSessionEvent(event: SessionEvent): WireSessionEvent {
  const subject = presentSubject(event);
  switch (event.type) {
    case "message.accept": {
      const { type, messageId, isNewSession } = event;
      return { type, ...subject, messageId, isNewSession, session: presentSession(event.session) };
    }
    case "message.cancel": {
      const { type, messageId } = event;
      return { type, ...subject, messageId, session: presentSession(event.session) };
    }
    case "message.edit": {
      const { type, messageId, change } = event;
      return { type, ...subject, messageId, change, session: presentSession(event.session) };
    }
    case "message.withdraw": {
      const { type, messageId, change, stoppedRunId } = event;
      const session = presentSession(event.session);
      return { type, ...subject, messageId, change, stoppedRunId: stoppedRunId ?? null, session };
    }
    case "message.post": {
      const { type, messageId, mode } = event;
      const { kind, id, surface } = event.actor;
      return {
        type,
        ...subject,
        messageId,
        mode,
        actor: { kind, id, surface },
        session: presentSession(event.session),
      };
    }
    case "session.import":
    case "session.regenerate":
    case "session.restore": {
      const { kind, id, surface } = event.actor;
      return { type: event.type, ...subject, actor: { kind, id, surface }, session: presentSession(event.session) };
    }
    case "session.change":
      return { type: event.type, ...subject, session: presentSession(event.session) };
    case "session.reset":
    case "session.delete": {
      const { type, oldEpoch, stoppedRunId } = event;
      const { kind, id, surface } = event.actor;
      return { type, ...subject, oldEpoch, actor: { kind, id, surface }, stoppedRunId: stoppedRunId ?? null };
    }
    case "run.start": {
      const { type, runId, messageIds, attempt } = event;
      return { type, ...subject, runId, messageIds, attempt };
    }
    case "run.draft": {
      const { type, runId, offset, text } = event;
      return { type, ...subject, runId, offset, text };
    }
    case "run.tool": {
      const { type, runId, callId, name, input = null, isError } = event;
      const durationMilliseconds = event.durationMilliseconds ?? null;
      return { type, ...subject, runId, callId, name, input, durationMilliseconds, isError };
    }
    case "run.finish": {
      const { type, runId, end, errorCode } = event;
      return { type, ...subject, runId, end, errorCode: errorCode ?? null };
    }
    case "delivery.change": {
      const { type, runId, deliveryId, state } = event;
      return { type, ...subject, runId: runId ?? null, deliveryId, state };
    }
    case "fence.refuse": {
      const { type, operation, expected, actual } = event;
      return { type, ...subject, operation, expected, actual: actual ?? null };
    }
  }
}

function presentSubject({ at, sessionId, key, epoch, version }: SessionEvent): WireEventSubject {
  return { at: presentTime(at), sessionId, key: presentKey(key), epoch, version };
}

function presentScheduleEvent(event: ScheduleEvent): WireScheduleEvent {
  const { at, scheduleId, key, sessionId } = event;
  const subject = { at: presentTime(at), scheduleId, key: presentKey(key), sessionId: sessionId ?? null };
  if (event.type === "schedule.change") return { type: event.type, ...subject, change: event.change };
  const { type, outcome, messageId, dueAt } = event;
  const due = dueAt === undefined ? null : presentTime(dueAt);
  return { type, ...subject, dueAt: due, outcome, messageId: messageId ?? null };
}
