import type { Clock } from "@keyturn/core";
import { z } from "zod";
import type { SlackApi } from "./slack-api.ts";

/** How far back a message of the bot's is looked for, in milliseconds: what is older is not sent again by anybody. */
const searchMilliseconds = 86_400_000;

/** Messages of one page, and most pages that are looked through; Slack, "conversations.replies". */
const pageLength = 200;
const mostPages = 10;

const history: z.ZodType<SlackHistory> = z.object({
  messages: z
    .array(z.object({ ts: z.string(), metadata: z.unknown().optional(), blocks: z.array(z.unknown()).optional() }))
    .default([]),
  response_metadata: z.object({ next_cursor: z.string().optional() }).optional(),
});

interface SlackHistory {
  readonly messages: readonly SlackHistoryMessage[];
  readonly response_metadata?: { readonly next_cursor?: string | undefined } | undefined;
}

/** A message of a channel's history. */
export interface SlackHistoryMessage {
  readonly ts: string;
  readonly metadata?: unknown;
  readonly blocks?: readonly unknown[] | undefined;
}

/** Where a message is looked for. */
export interface SearchPlace {
  readonly channel: string;
  readonly thread: string | undefined;
  /** How far back, in milliseconds since 1970. */
  readonly since: number;
  readonly signal?: AbortSignal | undefined;
}

/** From when on a message of the bot's is looked for, in milliseconds since 1970. */
export function searchSince(clock: Clock): number {
  return clock.now() - searchMilliseconds;
}

/**
 * Looks through what was said in a channel or thread, with the metadata, until there is enough.
 * @param visit is shown each message, and says whether it was the last one that is needed.
 * @throws DeliveryError
 */
export async function searchMessages(
  api: Pick<SlackApi, "call">,
  { channel, thread, since, signal }: SearchPlace,
  visit: (message: SlackHistoryMessage) => boolean,
): Promise<void> {
  const method = thread === undefined ? "conversations.history" : "conversations.replies";
  const oldest = (since / 1_000).toFixed(6);
  const place = { channel, ...(thread !== undefined && { ts: thread }), oldest };
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const args = { ...place, include_all_metadata: true, limit: pageLength, ...(cursor !== undefined && { cursor }) };
    const read = history.parse(await api.call(method, args, { lane: channel, signal }));
    if (read.messages.some(visit)) return;
    cursor = read.response_metadata?.next_cursor;
    if (cursor === undefined || cursor === "") return;
  }
}
