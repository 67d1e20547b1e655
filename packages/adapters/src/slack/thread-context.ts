import { type Clock, type Logger, pause } from "@keyturn/core";
import { forgetOldest } from "@keyturn/core/channel-kit";
import { z } from "zod";
import type { People } from "./people.ts";
import type { SlackPlace } from "./place.ts";
import type { SlackApi, SlackIdentity } from "./slack-api.ts";
import { readSlackText } from "./text/read-slack-text.ts";

/** Most messages that are quoted, the root and the newest ones; most of each and of all, in UTF-16 code units. */
const mostMessages = 20;
const longestMessage = 500;
const longestContext = 4_000;

/** Messages of one page; Slack, "conversations.replies". A thread of more than two pages is quoted from its beginning. */
const pageLength = 200;
const mostPages = 2;

/** Longest wait, in milliseconds: Slack wants the question acknowledged within three seconds. */
const patienceMilliseconds = 1_500;

/** Most questions that are remembered with what was quoted, for when their words are changed. */
const mostRemembered = 500;

const unread = "(What was said in this thread before could not be read.)";

const messageSchema = z.object({
  ts: z.string(),
  user: z.string().optional(),
  text: z.string().default(""),
});
const repliesSchema = z.object({
  messages: z.array(messageSchema.optional().catch(undefined)).default([]),
  response_metadata: z.object({ next_cursor: z.string().optional() }).optional(),
});

type Quoted = z.infer<typeof messageSchema>;

/** The parts that threads are read with. */
export interface ThreadContextParts {
  readonly api: Pick<SlackApi, "call">;
  readonly identity: SlackIdentity;
  readonly people: People;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Reads what was said in a thread before somebody turned to the bot there. */
export class ThreadContext {
  readonly #parts: ThreadContextParts;
  readonly #quotes = new Map<string, string>();

  constructor(parts: ThreadContextParts) {
    this.#parts = parts;
  }

  /**
   * What was said before this message, as quotes. Empty where nothing was, and where the bot has spoken before: it knows
   * what it is to know, and what was deleted is not read again. Says so when Slack does not tell, and in time.
   */
  async before(place: SlackPlace): Promise<string> {
    const { clock, log } = this.#parts;
    const { threadTs, channelId, messageTs } = place;
    if (threadTs === undefined || messageTs === undefined || place.isDirect) return "";
    const patience = new AbortController();
    const late = pause(clock, patienceMilliseconds, patience.signal).then(() => {
      throw new Error(`Slack did not answer within ${patienceMilliseconds / 1_000} s.`);
    });
    late.catch(() => undefined);
    try {
      const quote = await Promise.race([this.#read(channelId, threadTs, messageTs), late]);
      if (quote !== "") this.#quotes.set(`${channelId} ${messageTs}`, quote);
      forgetOldest(this.#quotes, mostRemembered);
      return quote;
    } catch (error) {
      log.warn({ err: error, channel: channelId }, "What was said in a thread before could not be read.");
      return unread;
    } finally {
      patience.abort();
    }
  }

  /** What was quoted with a message; empty when nothing was. */
  quotedWith({ channelId, messageTs }: SlackPlace): string {
    return this.#quotes.get(`${channelId} ${messageTs}`) ?? "";
  }

  async #read(channel: string, threadTs: string, before: string): Promise<string> {
    const { identity } = this.#parts;
    const said = (await this.#replies(channel, threadTs, before)).filter(({ ts }) => ts < before);
    const isOwn = ({ user }: Quoted) => user === identity.botUserId;
    if (said.some(isOwn)) return "";
    const [root, ...replies] = said;
    if (root === undefined) return "";
    const lines = await Promise.all([root, ...replies.slice(1 - mostMessages)].map((message) => this.#lineOf(message)));
    const quote = lines.join("\n").slice(0, longestContext).toWellFormed();
    return quote === "" ? "" : `In this thread before:\n${quote}`;
  }

  async #replies(channel: string, ts: string, latest: string): Promise<readonly Quoted[]> {
    const messages: Quoted[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < mostPages; page += 1) {
      const args = { channel, ts, latest, limit: pageLength, ...(cursor !== undefined && { cursor }) };
      const read = repliesSchema.parse(await this.#parts.api.call("conversations.replies", args, { lane: channel }));
      messages.push(...read.messages.filter((message) => message !== undefined));
      cursor = read.response_metadata?.next_cursor;
      if (cursor === undefined || cursor === "") break;
    }
    return messages;
  }

  async #lineOf({ user, text }: Quoted): Promise<string> {
    const { people, identity } = this.#parts;
    const names = await people.namesIn(text);
    const nobody = { channel: () => undefined, userGroup: () => undefined };
    const read = readSlackText(text, identity.botUserId, { user: (id) => names.get(id), ...nobody });
    const name = user === undefined ? "A bot" : await people.nameOf(user);
    const words = read.text === "" ? "(no text)" : read.text.slice(0, longestMessage).toWellFormed();
    return `> ${name}: ${words.replaceAll("\n", "\n> ")}`;
  }
}
