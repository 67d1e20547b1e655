import { z } from "zod";
import type { EventBlock, EventReader } from "../../../packages/gateway/test-support/event-reader.ts";

const eventForm = z.looseObject({
  sessionId: z.string().optional(),
  epoch: z.number().optional(),
  oldEpoch: z.number().optional(),
  messageId: z.string().optional(),
  conversation: z.string().optional(),
  deliveryId: z.string().optional(),
  operation: z.string().optional(),
  text: z.string().optional(),
});

/** An event as the storm's witness saw it. */
export interface SeenEvent extends z.infer<typeof eventForm> {
  readonly type: string;
  readonly id: string;
}

/** Reads a stream until something is said in a conversation. */
export async function witness(reader: EventReader, lastConversation: string): Promise<readonly SeenEvent[]> {
  const seen: SeenEvent[] = [];
  for (;;) {
    const block = await reader.next();
    if (block === undefined) throw new Error(`The stream ended after ${seen.length} events.`);
    const event = parse(block);
    if (event === undefined) continue;
    seen.push(event);
    if (event.type === "webchat.message" && event.conversation === lastConversation) return seen;
  }
}

function parse({ event, id, data }: EventBlock): SeenEvent | undefined {
  if (event === undefined || event === "hello" || data === undefined) return undefined;
  return { ...eventForm.parse(data), type: event, id: id ?? "" };
}
