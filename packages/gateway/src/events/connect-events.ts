import type { GatewayParts } from "../gateway-parts.ts";
import { presentEvent } from "../present/event.ts";
import { presentTime } from "../present/timestamp.ts";
import type { EventHub } from "./event-hub.ts";

/** Publishes what the bot and the web chat tell; the returned function ends it. */
export function connectEvents(hub: EventHub, { bot, clock, operations, webChat }: GatewayParts): () => void {
  const forgetBot = bot.subscribe((event) => hub.publish(presentEvent(event)));
  const forgetOperations = operations.subscribe((operation) => {
    hub.publish({ type: "operation.change", at: presentTime(clock.now()), operation });
  });
  const forgetWebChat = webChat?.subscribe((event) => {
    const at = presentTime(clock.now());
    if (event.type === "webchat.recall") hub.publish({ ...event, at });
    else hub.publish({ ...event, at, sessionId: event.sessionId ?? null, runId: event.runId ?? null });
  });
  return () => {
    forgetBot();
    forgetOperations();
    forgetWebChat?.();
  };
}
