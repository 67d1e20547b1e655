import type { Clock, RunId } from "@keyturn/core";
import { Echoes, forgetOldest } from "@keyturn/core/channel-kit";
import { z } from "zod";
import { runOfButtons } from "./button-row.ts";
import { readDeliveryMark, readDraftMark } from "./delivery-mark.ts";
import { searchMessages } from "./message-search.ts";
import { removeIfThere } from "./remove-if-there.ts";
import type { SlackApi, SlackIdentity } from "./slack-api.ts";

/** How long a call is expected to be carried out after all, in milliseconds. */
const awaitMilliseconds = 600_000;

/** Most runs that are remembered whose draft may yet appear. */
const mostLostDrafts = 100;

const postSchema = z.object({
  ts: z.string().optional(),
  thread_ts: z.string().optional(),
  user: z.string().optional(),
  bot_id: z.string().optional(),
  metadata: z.unknown().optional(),
  blocks: z.array(z.unknown()).optional(),
});
/** A message that appeared, or one that changed: then it is in `message`. */
const eventSchema = postSchema.extend({ channel: z.string(), message: postSchema.optional() });

/** A message of the bot's own, as an event or the history tells of it. */
export interface OwnPost {
  readonly ts: string;
  /** The root of its thread. */
  readonly thread?: string | undefined;
  readonly metadata?: unknown;
  readonly blocks?: readonly unknown[] | undefined;
}

/** What is asked of Slack about posts. */
type PostsApi = Pick<SlackApi, "call" | "remove">;

/**
 * What Slack tells of the bot's own posts. A call whose answer never came may be carried out late: what was taken back
 * meanwhile goes as soon as it appears, and so does a second copy of what was sent again.
 */
export class OwnPosts {
  readonly #api: PostsApi;
  readonly #clock: Clock;
  readonly #echoes = new Echoes();
  /** Runs one of whose messages may yet appear, with those that are there. */
  readonly #lostDrafts = new Map<string, readonly string[]>();
  /** Until when a message may yet appear of which nobody knows, by the clock's monotonic time. */
  #awaitedUntil = 0;

  constructor(api: PostsApi, clock: Clock) {
    this.#api = api;
    this.#clock = clock;
  }

  /** The part of a piece is about to be posted, and no copy of it is there. */
  begin(deliveryId: string, part: number): void {
    this.#echoes.note(copyOf(deliveryId, part), "");
  }

  /** A message may appear, or appear again: nobody knows what became of its call. */
  expect(): void {
    this.#awaitedUntil = this.#clock.monotonic() + awaitMilliseconds;
  }

  /** The piece is to go, also what appears of it later. @returns the messages of it that have appeared */
  refuse(deliveryId: string): readonly string[] {
    this.#echoes.refuse(deliveryId);
    const seen: string[] = [];
    for (let ts = this.#copy(deliveryId, 0); ts !== undefined; ts = this.#copy(deliveryId, seen.length)) seen.push(ts);
    return seen;
  }

  /** What appears of the run's draft beside these messages is to go: nobody will change it any more. */
  refuseDraft(runId: RunId, kept: readonly string[]): void {
    this.#lostDrafts.set(runId, kept);
    forgetOldest(this.#lostDrafts, mostLostDrafts);
    this.expect();
  }

  /** One of the bot's own messages appeared or changed. @throws DeliveryError when it was to go and could not be deleted */
  async note(channel: string, post: OwnPost): Promise<void> {
    const isAwaited = this.#clock.monotonic() < this.#awaitedUntil;
    const known = post.metadata === undefined && isAwaited ? await this.#look(channel, post) : post;
    if (this.#isUnwanted(known)) await removeIfThere(this.#api, channel, post.ts);
  }

  /** Slack does not promise that events tell the metadata; the history does. */
  async #look(channel: string, post: OwnPost): Promise<OwnPost> {
    let found = post;
    const place = { channel, thread: post.thread, since: Number(post.ts) * 1_000 - 1_000 };
    await searchMessages(this.#api, place, (message) => {
      if (message.ts === post.ts) found = message;
      return message.ts === post.ts;
    });
    return found;
  }

  #isUnwanted({ ts, metadata, blocks }: OwnPost): boolean {
    const mark = readDeliveryMark(metadata);
    if (mark === undefined) {
      const kept = this.#lostDrafts.get(draftOf({ metadata, blocks }) ?? "");
      return kept !== undefined && !kept.includes(ts);
    }
    const { deliveryId, part } = mark;
    const first = this.#copy(deliveryId, part) ?? ts;
    this.#echoes.note(copyOf(deliveryId, part), first);
    return this.#echoes.note(deliveryId, ts) || first !== ts;
  }

  /** The message that was the first to appear. */
  #copy(deliveryId: string, part: number): string | undefined {
    const ts = this.#echoes.idOf(copyOf(deliveryId, part));
    return ts === "" ? undefined : ts;
  }
}

function copyOf(deliveryId: string, part: number): string {
  return `${deliveryId}/${part}`;
}

/** The message that an event tells of, when it is the bot's own. */
export function readOwnPost(
  event: unknown,
  { botUserId, botId }: Pick<SlackIdentity, "botUserId" | "botId">,
): (OwnPost & { readonly channel: string }) | undefined {
  const read = eventSchema.safeParse(event);
  if (!read.success) return undefined;
  const { channel, message, ...rest } = read.data;
  const post = message ?? rest;
  const isOwn = post.user === botUserId || (botId !== undefined && post.bot_id === botId);
  if (!isOwn || post.ts === undefined) return undefined;
  return { channel, ts: post.ts, thread: post.thread_ts, metadata: post.metadata, blocks: post.blocks };
}

/** The run whose draft a message is: posts carry that in their metadata, streams in their button. */
export function draftOf({ metadata, blocks = [] }: Pick<OwnPost, "metadata" | "blocks">): string | undefined {
  return readDraftMark(metadata) ?? runOfButtons("stop", blocks);
}
