import { type InboundMessage, InvalidInputError, type Logger, type PluginContext } from "@keyturn/core";
import { HeldEdits } from "@keyturn/core/channel-kit";
import type { FetchedFiles } from "./files.ts";
import { isCommand, looksLikeCommand } from "./looks-like-command.ts";
import type { People } from "./people.ts";
import { type SlackConversation, type SlackPlace, addressToJson, conversationOf, isDirect } from "./place.ts";
import { RecentPosts } from "./recent-posts.ts";
import { RefusedMessages } from "./refused-messages.ts";
import type { SlackIdentity } from "./slack-api.ts";
import { type SlackChange, type SlackDeletion, type SlackMessage } from "./slack-message.ts";
import type { SlackOptions } from "./slack-options.ts";
import type { ThreadContext } from "./thread-context.ts";
import { readSlackText } from "./text/read-slack-text.ts";

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
  readonly #refused = new RefusedMessages();

  constructor(parts: InboundParts) {
    this.#parts = parts;
  }

  /**
   * Takes a message in. Resolves when it is stored, or is none of the bot's.
   * @param isMention whether Slack itself says that the bot is mentioned.
   * @throws StoreError when it could not be stored: Slack is to send it again.
   */
  async take(message: SlackMessage, isMention: boolean): Promise<void> {
    const { context, people, log } = this.#parts;
    const { user } = message;
    const place = this.#placeOf(message);
    if (user === undefined || place === undefined || this.#isBots(message)) return;
    // Clients that did not hear of their success post again, with the same id of their own.
    if (this.#recent.isRepetition(place, message)) return;
    const conversation = conversationOf(place, this.#parts.options);
    const said = await this.#read(message, place);
    if (!isMention && !said.isAddressed && !(await this.#isOwnThread(place, conversation))) return;
    const rights = looksLikeCommand(said, context.commands()) ? await people.rightsOf(user) : [];
    const quote = isCommand(said, context.commands()) ? "" : await this.#quoteFor(place, conversation);
    try {
      await context.receive({
        key: conversation.key,
        platformMessageId: message.ts,
        sender: { id: user, name: await people.nameOf(user) },
        ...(await this.#contentOf(said, message, quote)),
        replyAddress: addressToJson(conversation.replyAddress),
        rights,
        ...(said.isDirect && { isDirect: said.isDirect }),
      });
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      if (!this.#refused.isNew(message)) return;
      log.info({ channel: message.channel, messageId: message.ts }, "A message could not be taken.");
      this.#parts.tell(conversation, message, error.message);
    }
  }

  /** A person changed the text of a message; previews and replies change messages too, and no text. @throws StoreError */
  async change({ message, previousText }: SlackChange): Promise<void> {
    const { context, people, options } = this.#parts;
    const place = this.#placeOf(message);
    const { user } = message;
    if (user === undefined || place === undefined || this.#isBots(message)) return;
    if (message.edited === undefined || previousText === message.text) return;
    const { key } = conversationOf(place, options);
    const said = await this.#read(message, place);
    const words = this.#wordsOf(said, message.files.map(namedFile));
    const text = withQuote(this.#parts.threads.quotedWith(place), words);
    const sender = { id: user, name: await people.nameOf(user) };
    await this.#edits.make(() => context.edit({ key, platformMessageId: message.ts, text, sender }));
  }

  /** A message was deleted. @throws StoreError */
  async withdraw({ ts, channel, channelType, message }: SlackDeletion): Promise<void> {
    const { context, options } = this.#parts;
    if (message !== undefined && this.#isBots(message)) return;
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
    const { channel, channel_type, ts, thread_ts, user = "" } = message;
    const place = {
      teamId: identity.teamId,
      channelId: channel,
      isDirect: isDirect(channel, { type: channel_type }),
      // A root that has replies names itself.
      threadTs: thread_ts === ts ? undefined : thread_ts,
      messageTs: ts,
      userId: user,
    };
    const isServed = place.isDirect || options.channels === undefined || options.channels.includes(channel);
    return isServed ? place : undefined;
  }

  /** Bots are not answered, this one least of all: two would talk for ever. */
  #isBots({ bot_id, user }: SlackMessage): boolean {
    return bot_id !== undefined || user === this.#parts.identity.botUserId;
  }

  async #read({ text }: SlackMessage, place: SlackPlace): Promise<Said> {
    const { identity, people, options } = this.#parts;
    const { botUserId, botName } = identity;
    const names = await people.namesIn(text);
    const read = readSlackText(text, botUserId, {
      user: (id) => (id === botUserId ? botName : names.get(id)),
      channel: () => undefined,
      userGroup: () => undefined,
    });
    const startsWithBot = new RegExp(`^\\s*<@${botUserId}[>|]`).test(text);
    return {
      text: read.text,
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

function withQuote(quote: string, words: string): string {
  return quote === "" ? words : `${quote}\n\n${words}`;
}

function namedFile({ name }: { readonly name?: string | null | undefined }): string {
  return `[attachment: ${name ?? "a file"}]`;
}
