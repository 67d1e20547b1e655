import { type ChannelReport, type ChannelVitals, type PluginContext, waitAtMost } from "@keyturn/core";
import type { Echoes } from "@keyturn/core/channel-kit";
import { type Client, type ClientOptions, Events, type Message } from "discord.js";
import { catchUp } from "./catch-up.ts";
import { DiscordConnection } from "./connection.ts";
import type { DiscordOptions } from "./discord-options.ts";
import { guarded } from "./guarded.ts";
import { Inbound } from "./inbound.ts";
import { Interactions } from "./interactions.ts";
import { registerCommands } from "./register-commands.ts";
import { SeenMessages } from "./seen-messages.ts";
import type { WayOut } from "./way-out.ts";

/**
 * How long a stop waits for messages that are being taken in, in milliseconds. Messages that take longer count as missed,
 * and are fetched after the next start.
 */
const settleMilliseconds = 1_000;

/** The parts that a life is made of. */
export interface DiscordLifeParts {
  readonly context: PluginContext;
  readonly options: DiscordOptions;
  readonly clientOptions: Partial<ClientOptions>;
  /** Aborts when nothing may be asked of Discord any more. */
  readonly over: AbortSignal;
  readonly echoes: Echoes;
  /** Makes a client that has logged in the way out. */
  readonly openOut: (client: Client) => WayOut;
  /** The way out as it is; undefined until a client has logged in. */
  readonly out: () => WayOut | undefined;
}

/** The channel from a start to a stop: what comes in, and what was missed before. */
export class DiscordLife {
  readonly #parts: DiscordLifeParts;
  readonly #stopping = new AbortController();
  readonly #connection: DiscordConnection;
  readonly #inbound: Inbound;
  readonly #interactions: Interactions;
  readonly #seen: SeenMessages;
  /** Shards that have a new session, and whose channels were not looked through yet for what was missed. */
  readonly #freshShards = new Set<number>();

  constructor(parts: DiscordLifeParts) {
    const { context, options, clientOptions, over, out } = parts;
    const { clock, log, storage } = context;
    const shared = { context, options, clock, log, stopping: this.#stopping.signal };
    this.#parts = parts;
    this.#seen = new SeenMessages({ storage, clock, log });
    this.#inbound = new Inbound({
      ...shared,
      seen: this.#seen,
      tell: async (conversation, message, text) => out()?.tell(conversation, message, text),
      discardDraft: async (runId) => out()?.discardDraft(runId),
    });
    this.#interactions = new Interactions(shared);
    const listen = (client: Client) => this.#listen(client);
    this.#connection = new DiscordConnection({ options, clientOptions, clock, log, over, listen });
  }

  get vitals(): ChannelVitals {
    return this.#connection.vitals;
  }

  /** @throws ConfigurationError when the token, the intents or the shards are wrong; what may pass otherwise. */
  async start(report: (news: ChannelReport) => void): Promise<void> {
    await this.#seen.load();
    const client = await this.#connection.start(report);
    this.#stopping.signal.throwIfAborted();
    const out = this.#parts.openOut(client);
    this.#connection.announce();
    const caughtUp = this.#catchUp(client, [...this.#freshShards]);
    await out.clearDrafts();
    this.#stopping.signal.throwIfAborted();
    await this.registerCommands(client);
    await caughtUp;
  }

  /** Takes nothing more in, and waits a little for what is under way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#connection.stop();
    await waitAtMost(this.#parts.context.clock, settleMilliseconds, this.#inbound.settled());
    await this.#seen.keep();
  }

  /** A run is over. */
  finish(runId: string): Promise<void> {
    return this.#inbound.finish(runId);
  }

  /** Commands that cannot be registered are no reason to be away: typed ones work. */
  async registerCommands({ rest, application }: Client): Promise<void> {
    const { context, options } = this.#parts;
    const { log } = context;
    const { commandGuilds, name: channel } = options;
    if (application === null) return;
    const commands = context.commands();
    for (const guildId of commandGuilds.length === 0 ? [undefined] : commandGuilds) {
      try {
        if (await registerCommands(rest, application.id, guildId, commands)) {
          log.info({ channel, commands: commands.length, guildId }, "Discord's list of commands is new.");
        }
      } catch (error) {
        log.warn({ channel, err: error, guildId }, "The commands could not be registered with Discord.");
      }
    }
  }

  #listen(client: Client): void {
    const { log } = this.#parts.context;
    this.#inbound.listen(client);
    this.#interactions.listen(client);
    client.on(
      Events.MessageCreate,
      guarded(log, "an echo", (message) => this.#hearEcho(message)),
    );
    // A new session replays nothing. Before anything newer is taken in it is seen to what was missed; one that breaks off
    // before its guilds are there may be taken up again.
    client.on(Events.Raw, ({ t }: { readonly t?: unknown }, shardId: number) => {
      if (t !== "READY") return;
      this.#freshShards.add(shardId);
      this.#inbound.hold();
    });
    const catchUpShard = guarded(log, "catching up", async (shardId: number) => {
      if (this.#freshShards.has(shardId)) await this.#catchUp(client, [shardId]);
    });
    client.on(Events.ShardReady, catchUpShard);
    client.on(Events.ShardResume, catchUpShard);
  }

  /** After each new session: one that was resumed has replayed what was missed. */
  async #catchUp(client: Client, shardIds: readonly number[]): Promise<void> {
    const { context, options, out } = this.#parts;
    if (this.#stopping.signal.aborted || out()?.client !== client) return;
    const { clock, log } = context;
    const { signal: stopping } = this.#stopping;
    const caughtUp = catchUp(client, { inbound: this.#inbound, seen: this.#seen, options, clock, log, stopping });
    for (const shardId of shardIds) this.#freshShards.delete(shardId);
    if (this.#freshShards.size === 0) this.#inbound.release();
    await caughtUp;
  }

  /** A message of the bot's own appeared; one that was taken back before goes again. */
  async #hearEcho({ author, client, nonce, channelId, id }: Message): Promise<void> {
    if (author.id !== client.user.id || typeof nonce !== "string") return;
    const { echoes, out } = this.#parts;
    if (echoes.note(nonce, id)) await out()?.remove(channelId, id);
  }
}
