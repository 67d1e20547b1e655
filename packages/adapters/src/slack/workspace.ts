import {
  type Draft,
  type DraftRequest,
  type Logger,
  type OutboundPiece,
  type PluginContext,
  type RecallRequest,
  type SentPiece,
  isRunId,
} from "@keyturn/core";
import { ChannelLines, DraftBook, type PendingWork } from "@keyturn/core/channel-kit";
import { BoltFront, type Incoming } from "./bolt-front.ts";
import { Buttons } from "./buttons.ts";
import { SlashCommands } from "./commands.ts";
import { Complaints } from "./complaints.ts";
import { DraftBeginner } from "./draft-beginner.ts";
import { DraftOpener } from "./draft-opener.ts";
import { fetchFiles } from "./files.ts";
import { Inbound } from "./inbound.ts";
import { listenTo } from "./listeners.ts";
import type { Bolt } from "./load-bolt.ts";
import { DraftReplacer } from "./draft-replacer.ts";
import { OwnPosts } from "./own-posts.ts";
import { People } from "./people.ts";
import type { SharedOrigin } from "./origin.ts";
import { type SlackConversation, conversationOf } from "./place.ts";
import { prefixedStorage } from "./prefixed-storage.ts";
import { takeReactionsOff } from "./question-reaction.ts";
import { Sender } from "./sender.ts";
import type { SlackIdentity } from "./slack-api.ts";
import type { SlackMessage } from "./slack-message.ts";
import type { SlackOptions } from "./slack-options.ts";
import { ThreadContext } from "./thread-context.ts";
import { type WorkspaceAccess, clientOptionsOf } from "./workspace-access.ts";

/** The parts that a workspace is made of. */
export interface WorkspaceParts {
  readonly context: PluginContext;
  readonly options: SlackOptions;
  readonly bolt: Bolt;
  readonly identity: SlackIdentity;
  readonly access: WorkspaceAccess;
  readonly drafts: DraftBook;
  /** What a stop waits for. */
  readonly pending: PendingWork;
}

/**
 * The bot in one workspace: what comes in from there and what goes out to there. Nothing in it is shared with another
 * workspace: neither people's names and the bot's own, nor lanes, rates and drafts. Ids of two workspaces may be the same.
 */
export class Workspace {
  readonly identity: SlackIdentity;
  readonly access: WorkspaceAccess;
  readonly #sender: Sender;
  readonly #complaints: Complaints;
  readonly #own: OwnPosts;
  readonly #beginner: DraftBeginner;
  readonly #reactions: DraftBook;
  readonly #parts: WorkspaceParts;
  readonly #log: Logger;
  readonly #drafts: DraftOpener;
  readonly #lines = new ChannelLines();
  readonly #people: People;
  readonly #inbound: Inbound;
  /** Made when something comes: of many workspaces most are quiet. */
  #front: BoltFront | undefined;

  constructor(parts: WorkspaceParts) {
    const { context, options, identity, access, drafts } = parts;
    const { clock, log } = context;
    const { api, budget } = access;
    this.#parts = parts;
    this.#log = log;
    this.identity = identity;
    this.access = access;
    const { teamId } = identity;
    this.#own = new OwnPosts(api, clock);
    this.#beginner = new DraftBeginner({ api, book: drafts, own: this.#own, clock });
    this.#reactions = new DraftBook(prefixedStorage(context.storage, `${teamId}/`), log, "reaction");
    const { replies, streaming } = options;
    this.#sender = new Sender({ api, drafts: new DraftReplacer(api, drafts), own: this.#own, clock, replies });
    this.#complaints = new Complaints({ api, clock, log });
    this.#drafts = new DraftOpener({
      api,
      book: drafts,
      beginner: this.#beginner,
      reactions: this.#reactions,
      budget,
      clock,
      log,
      teamId,
      streaming,
    });
    const people = new People(teamId, api, clock, log);
    this.#inbound = this.#openInbound(people);
    this.#people = people;
  }

  /** Until when Slack has asked to wait, in milliseconds since 1970; undefined when it has not. */
  get limitedUntil(): number | undefined {
    return this.#parts.access.lanes.limitedUntil;
  }

  /** @throws DeliveryError; where only somebody in Slack can help, the person who asked is told. */
  async send(piece: OutboundPiece): Promise<SentPiece> {
    try {
      return await this.#sender.send(piece);
    } catch (error) {
      void this.#parts.pending.add(this.#complaints.tell(piece, error));
      throw error;
    }
  }

  /** @throws DeliveryError */
  find(piece: OutboundPiece): Promise<SentPiece | undefined> {
    return this.#sender.find(piece);
  }

  /** @throws DeliveryError */
  recall(request: RecallRequest): Promise<void> {
    return this.#sender.recall(request);
  }

  openDraft(request: DraftRequest): Draft {
    return this.#drafts.open(request);
  }

  /** Whether a conversation of the bot's is in that thread of a channel. @throws StoreError */
  async talksIn({ channelId, rootTs, userId }: SharedOrigin): Promise<boolean> {
    const { context, options, identity } = this.#parts;
    const place = { teamId: identity.teamId, channelId, isDirect: false, threadTs: rootTs, messageTs: rootTs, userId };
    return (await context.control.find(conversationOf(place, options).key)) !== undefined;
  }

  /** Takes in what Slack sent from there; it is acknowledged when it is stored. @throws what keeps it from being stored */
  process(incoming: Incoming): Promise<void> {
    this.#front ??= this.#openFront();
    return this.#front.process(incoming);
  }

  /** Takes away what a crash left half-written there. */
  async clear(): Promise<void> {
    await this.#parts.drafts.clear((place, runId) => this.#beginner.takeAway(place, runId));
    await this.#reactions.clear((place) => takeReactionsOff(this.#parts.access.api, place));
  }

  /** A run is over. */
  async release(runId: string): Promise<void> {
    await this.#inbound.release(runId);
  }

  /** Resolves when nothing that came in is under way. */
  async settled(): Promise<void> {
    await this.#lines.settled();
  }

  #openInbound(people: People): Inbound {
    const { context, options, identity, access, pending } = this.#parts;
    const { log, clock } = context;
    return new Inbound({
      context,
      options,
      identity,
      people,
      log,
      threads: new ThreadContext({ api: access.api, identity, people, clock, log }),
      fetchFiles: (message) => fetchFiles(message, { tokens: access.tokens, apiUrl: options.apiUrl, log }),
      tell: (conversation, message, text) => void pending.add(this.#tell(conversation, message, text)),
      discardDraft: (runId) => this.#discardDraft(runId),
    });
  }

  #openFront(): BoltFront {
    const { context, options, bolt, identity, pending } = this.#parts;
    const people = this.#people;
    const shared = { context, options, identity, people, log: this.#log };
    const listeners = {
      inbound: this.#inbound,
      identity,
      own: this.#own,
      commands: new SlashCommands(shared),
      buttons: new Buttons(shared),
      lines: this.#lines,
      log: this.#log,
      undertake: (work: () => Promise<void>, complaint: string) =>
        pending.add(work().catch((error: unknown) => this.#log.error({ err: error }, complaint))),
    };
    const clientOptions = clientOptionsOf(bolt, options.apiUrl);
    return new BoltFront({ bolt, identity, clientOptions, log: this.#log, listen: (app) => listenTo(app, listeners) });
  }

  async #tell({ replyAddress }: SlackConversation, message: SlackMessage, text: string): Promise<void> {
    const { channel, thread } = replyAddress;
    try {
      await this.#parts.access.api.post(channel, { text, ...(thread !== undefined && { thread_ts: thread }) });
    } catch (error) {
      this.#log.warn({ err: error, messageId: message.ts }, "A person could not be told.");
    }
  }

  async #discardDraft(runId: string): Promise<void> {
    if (!isRunId(runId)) return;
    const place = await this.#parts.drafts.take(runId);
    if (place !== undefined) await this.#beginner.takeAway(place, runId);
  }
}
