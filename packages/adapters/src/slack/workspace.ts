import type { Logger, PluginContext } from "@keyturn/core";
import { ChannelLines, type DraftBook, type PendingWork } from "@keyturn/core/channel-kit";
import { BoltFront, type Incoming } from "./bolt-front.ts";
import { Buttons } from "./buttons.ts";
import { SlashCommands } from "./commands.ts";
import { fetchFiles } from "./files.ts";
import { Inbound } from "./inbound.ts";
import { listenTo } from "./listeners.ts";
import type { Bolt } from "./load-bolt.ts";
import { People } from "./people.ts";
import type { SharedOrigin } from "./origin.ts";
import { conversationOf } from "./place.ts";
import type { SlackIdentity } from "./slack-api.ts";
import type { SlackOptions } from "./slack-options.ts";
import { ThreadContext } from "./thread-context.ts";
import { WayOut } from "./way-out.ts";
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
  readonly out: WayOut;
  readonly #parts: WorkspaceParts;
  readonly #log: Logger;
  readonly #lines = new ChannelLines();
  readonly #people: People;
  readonly #inbound: Inbound;
  /** Made when something comes: of many workspaces most are quiet. */
  #front: BoltFront | undefined;

  constructor(parts: WorkspaceParts) {
    const { context, options, identity, access, drafts, pending } = parts;
    const { clock, log } = context;
    const { api } = access;
    this.#parts = parts;
    this.#log = log;
    this.identity = identity;
    this.access = access;
    const { teamId } = identity;
    this.out = new WayOut({ context, options, teamId, access, drafts, pending });
    const people = new People(teamId, api, clock, log);
    this.#inbound = this.#openInbound(people);
    this.#people = people;
  }

  /** Until when Slack has asked to wait, in milliseconds since 1970; undefined when it has not. */
  get limitedUntil(): number | undefined {
    return this.#parts.access.lanes.limitedUntil;
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

  /** A run is over. */
  async release(runId: string): Promise<void> {
    await this.#inbound.release(runId);
  }

  /** Resolves when nothing that came in is under way. */
  async settled(): Promise<void> {
    await this.#lines.settled();
  }

  #openInbound(people: People): Inbound {
    const { context, options, identity, access } = this.#parts;
    const { log, clock } = context;
    return new Inbound({
      context,
      options,
      identity,
      people,
      log,
      threads: new ThreadContext({ api: access.api, identity, people, clock, log }),
      fetchFiles: (message) => fetchFiles(message, { tokens: access.tokens, apiUrl: options.apiUrl, log }),
      tell: (conversation, message, text) => this.out.tell(conversation, message, text),
      discardDraft: (runId) => this.out.discardDraft(runId),
    });
  }

  #openFront(): BoltFront {
    const { context, options, bolt, identity, pending } = this.#parts;
    const people = this.#people;
    const shared = { context, options, identity, people, log: this.#log };
    const listeners = {
      inbound: this.#inbound,
      identity,
      own: this.out.own,
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
}
