import { type Bot, isSessionEvent } from "@keyturn/core";
import { presentVisitorEvent } from "../present/visitor.ts";
import { visitorOf } from "../visitors/visitor-conversation.ts";
import type { EventHub } from "./event-hub.ts";

/** Tells each visitor what happens to their own conversation, and nothing else; the returned function ends it. */
export function connectVisitorEvents(hub: EventHub, bot: Pick<Bot, "subscribe">): () => void {
  return bot.subscribe((event) => {
    if (!isSessionEvent(event)) return;
    const visitorId = visitorOf(event.key);
    if (visitorId === undefined) return;
    const told = presentVisitorEvent(event);
    if (told !== undefined) hub.publish(told, visitorId);
  });
}
