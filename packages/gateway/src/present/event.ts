import type { BotEvent } from "@keyturn/core";
import type { WireEventSubject, WireSessionEvent } from "../wire/event.ts";
import { presentKey, presentSession } from "./session.ts";
import { presentTime } from "./timestamp.ts";

/** A bot event for the event stream. */
export function presentEvent(event: BotEvent): WireSessionEvent {
  const subject = presentSubject(event);
  switch (event.type) {
    case "message.accept": {
      const { type, messageId, isNewSession } = event;
      return { ...subject, type, messageId, isNewSession, session: presentSession(event.session) };
    }
    case "session.change":
      return { ...subject, type: event.type, session: presentSession(event.session) };
    case "session.reset":
    case "session.delete": {
      const { type, oldEpoch, stoppedRunId } = event;
      const { kind, id, surface } = event.actor;
      return { ...subject, type, oldEpoch, actor: { kind, id, surface }, stoppedRunId: stoppedRunId ?? null };
    }
    case "run.start": {
      const { type, runId, messageIds, attempt } = event;
      return { ...subject, type, runId, messageIds, attempt };
    }
    case "run.draft": {
      const { type, runId, offset, text } = event;
      return { ...subject, type, runId, offset, text };
    }
    case "run.tool": {
      const { type, runId, callId, name, isError } = event;
      const durationMilliseconds = event.durationMilliseconds ?? null;
      return { ...subject, type, runId, callId, name, durationMilliseconds, isError };
    }
    case "run.finish": {
      const { type, runId, end, errorCode } = event;
      return { ...subject, type, runId, end, errorCode: errorCode ?? null };
    }
    case "delivery.change": {
      const { type, runId, deliveryId, state } = event;
      return { ...subject, type, runId, deliveryId, state };
    }
    case "fence.refuse": {
      const { type, operation, expected, actual } = event;
      return { ...subject, type, operation, expected, actual: actual ?? null };
    }
  }
}

function presentSubject({ at, sessionId, key, epoch, version }: BotEvent): WireEventSubject {
  return { at: presentTime(at), sessionId, key: presentKey(key), epoch, version };
}
