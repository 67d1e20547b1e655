import type {
  Channel,
  ChannelReport,
  ChannelVitals,
  Draft,
  DraftRequest,
  OutboundPiece,
  PluginContext,
  RecallRequest,
  SentPiece,
} from "@keyturn/core";
import { type BotEvent, DeliveryError, isRunId, waitAtMost } from "@keyturn/core";
import { DraftBook, type DraftPlace, Echoes, EditPacer, PendingWork } from "@keyturn/core/channel-kit";
import { type Client, type ClientOptions, Events, type Message } from "discord.js";
import { DiscordApi } from "./api.ts";
import { catchUp } from "./catch-up.ts";
import { DiscordConnection } from "./connection.ts";
import type { DiscordOptions } from "./discord-options.ts";
import { DiscordDraft } from "./draft.ts";
import { guarded } from "./guarded.ts";
import { Inbound } from "./inbound.ts";
import { Interactions } from "./interactions.ts";
import { nonceOf } from "./nonce.ts";
import { type DiscordConversation, replyAddressOf } from "./place.ts";
import { registerCommands } from "./register-commands.ts";
import { isGone } from "./rest-failure.ts";
import { SeenMessages } from "./seen-messages.ts";
import { Sender, splitAnswer } from "./sender.ts";
import { ThreadOpener } from "./thread-opener.ts";

/**
 * How long a stop waits for messages that are being taken in, and the end for drafts that are being marked, in milliseconds.
 * Messages that take longer count as missed, and are fetched after the next start.
 */
const settleMilliseconds = 1_000;

/** One life of the channel, from a start to a stop. */
interface Life {
  readonly stopping: AbortController;
  readonly connection: DiscordConnection;
  readonly inbound: Inbound;
  readonly seen: SeenMessages;
  /** Shards that have a new session, and whose channels were not looked through yet for what was missed. */
  readonly freshShards: Set<number>;
}

/** The way out to Discord; undefined until a client has logged in. */
interface Out {
  readonly api: DiscordApi;
  readonly sender: Sender;
  readonly threads: ThreadOpener;
  readonly client: Client;
}

/** Discord, as a channel of the core. */
export class DiscordChannel implements Channel {
  readonly name: string;
  readonly assurance = "idempotent";
  readonly #context: PluginContext;
  readonly #options: DiscordOptions;
  readonly #clientOptions: Partial<ClientOptions>;
  readonly #echoes = new Echoes();
  readonly #drafts: DraftBook;
  readonly #pacer: EditPacer;
  readonly #draftEnds = new PendingWork();
  readonly #over = new AbortController();
  #life: Life | undefined;
  /** Outlives the life: what was answered before a stop is sent after it. */
  #out: Out | undefined;

  constructor(context: PluginContext, options: DiscordOptions, clientOptions: Partial<ClientOptions>) {
    this.name = options.name;
    this.#context = context;
    this.#options = options;
    this.#clientOptions = clientOptions;
    this.#drafts = new DraftBook(context.storage, context.log);
    this.#pacer = new EditPacer(context.clock);
  }

  split(text: string): readonly string[] {
    return splitAnswer(text);
  }

  vitals(): ChannelVitals {
    return this.#life?.connection.vitals ?? {};
  }

  async send(piece: OutboundPiece): Promise<SentPiece> {
    try {
      return await this.#wayOut().sender.send(piece);
    } catch (error) {
      const { sessionId, runId } = piece;
      const reason = error instanceof DeliveryError ? error.message : "";
      this.#context.log.warn({ channel: this.name, err: error, sessionId, runId }, `It could not be said. ${reason}`);
      throw error;
    }
  }

  recall(request: RecallRequest): Promise<void> {
    return this.#wayOut().sender.recall(request);
  }

  openDraft({ key, replyAddress, runId }: DraftRequest): Draft {
    const { clock, log } = this.#context;
    const { api, threads } = this.#wayOut();
    const parts = { api, book: this.#drafts, pacer: this.#pacer, ends: this.#draftEnds, clock, log };
    return new DiscordDraft(parts, runId, () => threads.find(replyAddressOf(key, replyAddress)));
  }

  async start(report: (news: ChannelReport) => void): Promise<void> {
    const life = this.#begin();
    const { connection, seen, stopping } = life;
    this.#life = life;
    await seen.load();
    const client = await connection.start(report);
    stopping.signal.throwIfAborted();
    await this.#settleIn(life, client);
  }

  async stop(): Promise<void> {
    const life = this.#life;
    this.#life = undefined;
    if (life === undefined) return;
    life.stopping.abort();
    await life.connection.stop();
    await waitAtMost(this.#context.clock, settleMilliseconds, life.inbound.settled());
    await life.seen.keep();
  }

  /** Asks nothing of Discord any more: the plugin is at its end. Drafts of runs that were aborted for it are marked before. */
  async close(): Promise<void> {
    await waitAtMost(this.#context.clock, settleMilliseconds, this.#draftEnds.settled());
    this.#over.abort(new Error("The bot was told to stop."));
  }

  /** A run has ended, or the list of commands has changed. */
  async hear(event: BotEvent): Promise<void> {
    if (event.type === "run.finish") await this.#life?.inbound.finish(event.runId);
    const client = this.#life === undefined ? undefined : this.#out?.client;
    if (event.type === "command.change" && client !== undefined) await this.#registerCommands(client);
  }

  #begin(): Life {
    const { clock, log, storage } = this.#context;
    const stopping = new AbortController();
    const seen = new SeenMessages({ storage, clock, log });
    const parts = { context: this.#context, options: this.#options, clock, log, stopping: stopping.signal };
    const freshShards = new Set<number>();
    const inbound = new Inbound({
      ...parts,
      seen,
      tell: (conversation, message, text) => this.#tell(conversation, message, text),
      discardDraft: (runId) => this.#discardDraft(runId),
    });
    const interactions = new Interactions(parts);
    const listen = (client: Client) => {
      inbound.listen(client);
      interactions.listen(client);
      client.on(
        Events.MessageCreate,
        guarded(log, "an echo", (message) => this.#echo(message)),
      );
      // A new session replays nothing. Before anything newer is taken in it is seen to what was missed; one that breaks off
      // before its guilds are there may be taken up again.
      client.on(Events.Raw, ({ t }: { readonly t?: unknown }, shardId: number) => {
        if (t !== "READY") return;
        freshShards.add(shardId);
        inbound.hold();
      });
      const catchUpShard = guarded(log, "catching up", async (shardId: number) => {
        if (freshShards.has(shardId)) await this.#catchUp(client, [shardId]);
      });
      client.on(Events.ShardReady, catchUpShard);
      client.on(Events.ShardResume, catchUpShard);
    };
    const connection = new DiscordConnection({
      options: this.#options,
      clientOptions: this.#clientOptions,
      clock,
      log,
      over: this.#over.signal,
      listen,
    });
    return { stopping, connection, inbound, seen, freshShards };
  }

  async #settleIn(life: Life, client: Client): Promise<void> {
    const { log } = this.#context;
    const api = new DiscordApi(client.rest);
    const threads = new ThreadOpener(api, log);
    const sender = new Sender({ api, threads, drafts: this.#drafts, echoes: this.#echoes });
    this.#out = { api, sender, threads, client };
    life.connection.announce();
    const caughtUp = this.#catchUp(client, [...life.freshShards]);
    await this.#drafts.clear((place) => this.#takeAway(place));
    life.stopping.signal.throwIfAborted();
    await this.#registerCommands(client);
    await caughtUp;
  }

  /** Commands that cannot be registered are no reason to be away: typed ones work. */
  async #registerCommands({ rest, application }: Client): Promise<void> {
    const { log } = this.#context;
    const { commandGuilds } = this.#options;
    if (application === null) return;
    const commands = this.#context.commands();
    for (const guildId of commandGuilds.length === 0 ? [undefined] : commandGuilds) {
      try {
        if (await registerCommands(rest, application.id, guildId, commands)) {
          log.info({ channel: this.name, commands: commands.length, guildId }, "Discord's list of commands is new.");
        }
      } catch (error) {
        log.warn({ channel: this.name, err: error, guildId }, "The commands could not be registered with Discord.");
      }
    }
  }

  /** After each new session: one that was resumed has replayed what was missed. */
  async #catchUp(client: Client, shardIds: readonly number[]): Promise<void> {
    const life = this.#life;
    if (life === undefined || this.#out?.client !== client) return;
    const { clock, log } = this.#context;
    const { inbound, seen, stopping, freshShards } = life;
    const caughtUp = catchUp(client, { inbound, seen, options: this.#options, clock, log, stopping: stopping.signal });
    for (const shardId of shardIds) freshShards.delete(shardId);
    if (freshShards.size === 0) inbound.release();
    await caughtUp;
  }

  /** A message of the bot's own appeared; one that was taken back before goes again. */
  async #echo({ author, client, nonce, channelId, id }: Message): Promise<void> {
    if (author.id !== client.user.id || typeof nonce !== "string") return;
    if (this.#echoes.note(nonce, id)) await this.#remove(channelId, id);
  }

  async #discardDraft(runId: string): Promise<void> {
    if (!isRunId(runId)) return;
    const place = await this.#drafts.take(runId);
    if (place !== undefined) await this.#takeAway(place);
  }

  async #takeAway({ channel, messages }: DraftPlace): Promise<void> {
    for (const message of messages) await this.#remove(channel, message);
  }

  async #remove(channelId: string, messageId: string): Promise<void> {
    try {
      await this.#out?.api.remove(channelId, messageId);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }

  async #tell({ replyAddress }: DiscordConversation, message: Message, content: string): Promise<void> {
    const { channel, question } = replyAddress;
    const reference =
      question === undefined ? {} : { message_reference: { message_id: question, fail_if_not_exists: false } };
    await this.#out?.api.post(channel, nonceOf(`refused/${message.id}`), { content, ...reference });
  }

  #wayOut(): Out {
    if (this.#out !== undefined) return this.#out;
    throw new DeliveryError("Discord is not connected.", { isRetryable: true });
  }
}
