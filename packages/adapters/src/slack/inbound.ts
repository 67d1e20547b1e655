import { type InboundMessage, InvalidInputError, type Logger, type PluginContext } from "@keyturn/core";
import { BotHops, HeldEdits } from "@keyturn/core/channel-kit";
import type { FetchedFiles } from "./files.ts";
import { isCommand, looksLikeCommand } from "./looks-like-command.ts";
import type { People } from "./people.ts";
import { type SlackConversation, type SlackPlace, addressToJson, conversationOf, isDirect } from "./place.ts";
import { RecentPosts } from "./recent-posts.ts";
import type { SlackIdentity } from "./slack-api.ts";
import { type SlackChange, type SlackDeletion, type SlackMessage } from "./slack-message.ts";
import type { SlackOptions } from "./slack-options.ts";
import { TakenMessages } from "./taken-messages.ts";
import type { ThreadContext } from "./thread-context.ts";
import { readSlackText } from "./text/read-slack-text.ts";
import { withoutPrefix } from "./typed-prefix.ts";

/**
 * Longest wait for what a person may do, in milliseconds. With the waits for names and for a thread's words a message is
 * acknowledged within Slack's three seconds, whatever Slack's API does.
 */
const rightsMilliseconds = 1_000;

/** The parts that the way in is made of. */
export interface InboundParts {
  readonly context: Pick<PluginContext, "receive" | "edit" | "withdraw" | "control" | "commands">;
  readonly options: SlackOptions;
  readonly identity: SlackIdentity;
  readonly people: People;
  readonly log: Logger;
  readonly threads: Pick<ThreadContext, "before" | "quotedWith">;
  readonly fetchFiles: (message: SlackMessage) => Promise<FetchedFiles>;
  /** Tells a person what became of their message, behind the acknowledgement. */
  readonly tell: (conversation: SlackConversation, message: SlackMessage, text: string) => void;
  /** A message was withdrawn while a run had it: its draft is to go. */
  readonly discardDraft: (runId: string) => Promise<void>;
}

/** What a message says, for the agent. */
type Said = Pick<InboundMessage, "text" | "isDirect"> & { readonly isAddressed: boolean };

/** Takes in what people write, change and delete. */
export class Inbound {
  readonly #parts: InboundParts;
  readonly #recent = new RecentPosts();
  readonly #edits = new HeldEdits();
  readonly #taken = new TakenMessages();
  readonly #hops: BotHops;

  constructor(parts: InboundParts) {
    this.#parts = parts;
    this.#hops = new BotHops(parts.options.botHops);
  }

  /**
   * Takes a message in. Resolves when it is stored, or is none of the bot's.
   * @param isMention whether Slack itself says that the bot is mentioned.
   * @throws StoreError when it could not be stored: Slack is to send it again.
   */
  async take(message: SlackMessage, isMention: boolean): Promise<void> {
    const { context, log } = this.#parts;
    const author = authorOf(message);
    const place = this.#placeOf(message);
    if (author === undefined || place === undefined || this.#isIgnored(message)) return;
    if (this.#taken.has(message)) return;
    // Clients that did not hear of their success post again, with the same id of their own.
    if (this.#recent.isRepetition(place, message)) return;
    const conversation = conversationOf(place, this.#parts.options);
    const said = await this.#read(message, place);
    if (!isMention && !said.isAddressed && !(await this.#isOwnThread(place, conversation))) return;
    if (!this.#hops.allows(rowOf(place), { messageId: message.ts, isBot: isBots(message) })) return;
    const isTyped = isCommand(said, context.commands());
    const [who, quote] = await Promise.all([
      this.#askWho(author, said),
      isTyped ? "" : this.#quoteFor(place, conversation),
    ]);
    try {
      await context.receive({
        key: conversation.key,
        platformMessageId: message.ts,
        ...who,
        ...(await this.#contentOf(said, message, quote)),
        replyAddress: addressToJson(conversation.replyAddress),
        ...(said.isDirect && { isDirect: said.isDirect }),
      });
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      log.info({ channel: message.channel, messageId: message.ts }, "A message could not be taken.");
      this.#parts.tell(conversation, message, error.message);
    }
    this.#taken.note(message);
  }

  /** A person changed the text of a message; previews and replies change messages too, and no text. @throws StoreError */
  async change({ message, previousText }: SlackChange): Promise<void> {
    const { context, people, options } = this.#parts;
    const place = this.#placeOf(message);
    const author = authorOf(message);
    if (author === undefined || place === undefined || this.#isIgnored(message)) return;
    if (message.edited === undefined || previousText === message.text) return;
    const { key } = conversationOf(place, options);
    const said = await this.#read(message, place);
    const words = this.#wordsOf(said, message.files.map(namedFile));
    const text = withQuote(this.#parts.threads.quotedWith(place), words);
    const sender = { id: author, name: await people.nameOf(author) };
    await this.#edits.make(() => context.edit({ key, platformMessageId: message.ts, text, sender }));
  }

  /** A message was deleted. @throws StoreError */
  async withdraw({ ts, channel, channelType, message }: SlackDeletion): Promise<void> {
    const { context, options } = this.#parts;
    if (message !== undefined && this.#isIgnored(message)) return;
    const unknown: SlackMessage = { channel, channel_type: channelType, ts, text: "", files: [] };
    const place = this.#placeOf(message ?? unknown);
    if (place === undefined) return;
    const { key } = conversationOf({ ...place, messageTs: ts }, options);
    const outcome = await context.withdraw({ key, platformMessageId: ts });
    if (outcome.kind === "stopped") await this.#parts.discardDraft(outcome.runId);
  }

  /** A run is over: what was changed of its messages meanwhile is written down. */
  release(runId: string): Promise<void> {
    return this.#edits.finish(runId);
  }

  #placeOf(message: SlackMessage): SlackPlace | undefined {
    const { identity, options } = this.#parts;
    const { channel, channel_type, ts, thread_ts } = message;
    const place = {
      teamId: identity.teamId,
      channelId: channel,
      isDirect: isDirect(channel, { type: channel_type }),
      // A root that has replies names itself.
      threadTs: thread_ts === ts ? undefined : thread_ts,
      messageTs: ts,
      userId: authorOf(message) ?? "",
    };
    const isServed = place.isDirect || options.channels === undefined || options.channels.includes(channel);
    return isServed ? place : undefined;
  }

  /** This bot is never answered, and others where the settings name them. */
  #isIgnored(message: SlackMessage): boolean {
    const { identity, options } = this.#parts;
    const { user = "", bot_id = "" } = message;
    if (user === identity.botUserId || (bot_id !== "" && bot_id === identity.botId)) return true;
    return isBots(message) && !options.bots.includes(user) && !options.bots.includes(bot_id);
  }

  /** Who it is, and what they may do where that may matter. */
  async #askWho(id: string, said: Said): Promise<Pick<InboundMessage, "sender" | "rights">> {
    const { context, people } = this.#parts;
    // A person who was asked for has a name, so that comes second.
    const rights = looksLikeCommand(said, context.commands()) ? await people.rightsOf(id, rightsMilliseconds) : [];
    return { sender: { id, name: await people.nameOf(id) }, rights };
  }

  async #read({ text }: SlackMessage, place: SlackPlace): Promise<Said> {
    const { identity, people, options, context } = this.#parts;
    const { botUserId, botName } = identity;
    const names = await people.namesIn(text);
    const read = readSlackText(text, botUserId, {
      user: (id) => (id === botUserId ? botName : names.get(id)),
      channel: () => undefined,
      userGroup: () => undefined,
    });
    const startsWithBot = new RegExp(`^\\s*<@${botUserId}[>|]`).test(text);
    return {
      text: withoutPrefix(read.text, options.slashCommand, context.commands()),
      isAddressed: place.isDirect || read.isAddressed || options.listen === "all",
      ...((startsWithBot || place.channelId.startsWith("D")) && { isDirect: true }),
    };
  }

  /** Whoever turns to the bot in the midst of a thread means what was said there, too. */
  async #quoteFor(place: SlackPlace, { key }: SlackConversation): Promise<string> {
    if (place.threadTs === undefined || (await this.#parts.context.control.find(key)) !== undefined) return "";
    return this.#parts.threads.before(place);
  }

  /** The words and the files. */
  async #contentOf(
    said: Said,
    message: SlackMessage,
    quote: string,
  ): Promise<Pick<InboundMessage, "text" | "attachments">> {
    const { files, unread } = await this.#parts.fetchFiles(message);
    const text = [withQuote(quote, this.#wordsOf(said, files.map(namedFile))), ...unread].join("\n");
    return { text, attachments: files };
  }

  /** A run needs words: for files alone their names do, and a bare mention says something too. */
  #wordsOf({ text }: Said, fileNames: readonly string[]): string {
    if (text !== "") return text;
    return fileNames.length > 0 ? fileNames.join("\n") : `@${this.#parts.identity.botName}`;
  }

  /** In a thread that a conversation of the bot's is in, nobody has to name it. */
  async #isOwnThread({ threadTs }: SlackPlace, { key }: SlackConversation): Promise<boolean> {
    return threadTs !== undefined && (await this.#parts.context.control.find(key)) !== undefined;
  }
}

/** Whoever wrote it; bots may have no user of their own. */
function authorOf({ user, bot_id }: SlackMessage): string | undefined {
  return user ?? bot_id;
}

function isBots({ bot_id, subtype }: SlackMessage): boolean {
  return bot_id !== undefined || subtype === "bot_message";
}

/** Where bots may talk with each other for ever: people who talk elsewhere do not end that. */
function rowOf({ channelId, threadTs }: SlackPlace): string {
  return threadTs === undefined ? channelId : `${channelId} ${threadTs}`;
}

function withQuote(quote: string, words: string): string {
  return quote === "" ? words : `${quote}\n\n${words}`;
}

function namedFile({ name }: { readonly name?: string | null | undefined }): string {
  return `[attachment: ${name ?? "a file"}]`;
}
