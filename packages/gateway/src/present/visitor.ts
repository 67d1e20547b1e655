import type { InboxEntry, SessionEvent, TranscriptEntry } from "@keyturn/core";
import type { WireVisitorEntry, WireVisitorMessage } from "../wire/visitor.ts";
import type { WireVisitorEvent } from "../wire/visitor-event.ts";
import { presentTime } from "./timestamp.ts";

/**
 * An entry as its visitor may see it; undefined when it is not for them: notes, what operators ask the agent, and how an
 * answer came about. That something failed they are told, and not what.
 */
export function presentVisitorEntry(entry: TranscriptEntry, visitorId: string): WireVisitorEntry | undefined {
  const place = { sequence: entry.sequence, at: presentTime(entry.at), isStopped: false };
  switch (entry.role) {
    case "user":
      if (entry.sender.id !== visitorId) return undefined;
      return { ...place, from: "visitor", id: entry.messageId, text: entry.text };
    case "assistant": {
      const text = entry.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
      return { ...place, from: "bot", id: entry.runId, text, isStopped: entry.isStopped === true };
    }
    case "operator":
      return { ...place, from: "bot", id: entry.messageId, text: entry.text };
    case "notice":
      return { ...place, from: "notice", id: null, text: "" };
    case "note":
      return undefined;
  }
}

/** A message that waits, as its visitor may see it; undefined when somebody else wrote it. */
export function presentVisitorMessage(message: InboxEntry, visitorId: string): WireVisitorMessage | undefined {
  if (message.sender.id !== visitorId) return undefined;
  return { id: message.id, at: presentTime(message.acceptedAt), text: message.text };
}

/** What a visitor is told of something that happened to their conversation; undefined for what is not for them. */
export function presentVisitorEvent(event: SessionEvent): WireVisitorEvent | undefined {
  const subject = { at: presentTime(event.at), epoch: event.epoch };
  switch (event.type) {
    case "run.start":
      return { type: "chat.start", ...subject, runId: event.runId };
    case "run.draft":
      return { type: "chat.draft", ...subject, runId: event.runId, offset: event.offset, text: event.text };
    case "run.finish":
      return { type: "chat.end", ...subject, runId: event.runId };
    case "session.reset":
    case "session.delete":
      return { type: "chat.clear", ...subject };
    case "message.post":
      return event.mode === "note" ? undefined : { type: "chat.change", ...subject };
    case "message.accept":
    case "message.cancel":
    case "message.edit":
    case "message.withdraw":
    case "session.restore":
    case "session.import":
    case "session.regenerate":
      return { type: "chat.change", ...subject };
    case "session.change":
    case "run.tool":
    case "delivery.change":
    case "fence.refuse":
      return undefined;
  }
}
