import {
  type ChannelReport,
  type ChannelVitals,
  type Clock,
  ConfigurationError,
  type Logger,
  type Timer,
  pause,
  waitAtMost,
} from "@keyturn/core";
import { type Client, type ClientOptions, Events } from "discord.js";
import { type MadeClient, makeClient } from "./client.ts";
import type { DiscordOptions } from "./discord-options.ts";
import { invalidToken, isDisallowedIntents, isInvalidToken } from "./fatal-close.ts";
import { ShardStates } from "./shard-states.ts";

/** Longest time from the login until every shard is ready, in milliseconds: discord.js itself waits 15 s for guilds. */
const loginMilliseconds = 60_000;

/** Longest time for a client to end by itself, in milliseconds; then its sockets are cut. */
const endMilliseconds = 2_000;

/** How often the connection is looked at, in milliseconds. */
const watchMilliseconds = 30_000;

/**
 * How long nothing may be heard of Discord, in milliseconds: its heartbeats come every 41 s; and how long the library may
 * try to connect again by itself.
 */
const silenceMilliseconds = 150_000;

const withoutContent =
  'Messages that do not mention the bot cannot be read: "Message Content Intent" is off on the page "Bot" of the developer portal.';

/** The parts that a connection is made of. */
export interface ConnectionParts {
  readonly options: DiscordOptions;
  readonly clientOptions: Partial<ClientOptions>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Aborts when nothing may be asked of Discord any more. */
  readonly over: AbortSignal;
  /** Told of each client before it logs in, to listen to it. What it hears before the connection stands is to be kept. */
  readonly listen: (client: Client) => void;
}

/** One bot's connection to Discord's gateway, from a start to a stop. */
export class DiscordConnection {
  readonly #parts: ConnectionParts;
  #made: MadeClient | undefined;
  #states: ShardStates | undefined;
  #watch: Timer | undefined;
  readonly #stopping = new AbortController();
  #lastEventAt: number | undefined;
  #readyAt: number | undefined;
  #limitedUntil: number | undefined;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
  }

  get client(): Client | undefined {
    return this.#made?.client;
  }

  get vitals(): ChannelVitals {
    const ping = this.#made?.client.ws.ping ?? -1;
    const now = this.#parts.clock.now();
    return {
      lastEventAt: this.#lastEventAt,
      pingMilliseconds: ping < 0 ? undefined : ping,
      limitedUntil: this.#limitedUntil !== undefined && this.#limitedUntil > now ? this.#limitedUntil : undefined,
    };
  }

  /**
   * Logs in, and resolves when every shard is ready. Without the intent for message content it goes on without that.
   * @throws ConfigurationError when the token or the intents are wrong; others may pass.
   */
  async start(report: (news: ChannelReport) => void): Promise<Client> {
    const { options, log } = this.#parts;
    try {
      return await this.#logIn(options.messageContent, report, undefined);
    } catch (error) {
      if (!isDisallowedIntents(error) || !options.messageContent) throw error;
    }
    log.warn({ channel: options.name }, withoutContent);
    return this.#logIn(false, report, withoutContent);
  }

  /** Tells how it stands: for when what was started can be used. */
  announce(): void {
    this.#states?.tell();
  }

  /** Ends the client for sure: nothing is heard after it resolves. What is left to be sent still can be, until it is over. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error("The channel was told to stop."));
    this.#watch?.cancel();
    await this.#end();
  }

  async #logIn(hasContent: boolean, tell: (news: ChannelReport) => void, note: string | undefined): Promise<Client> {
    await this.#end();
    const report = this.#logged(tell);
    const { options, clientOptions, clock, log, listen, over } = this.#parts;
    const onTrouble = (error: unknown) =>
      log.warn({ channel: options.name, err: error }, "Discord's client stumbled over something that came in.");
    this.#made = makeClient({ options, hasContent, extra: clientOptions, onTrouble, over });
    const { client } = this.#made;
    // Without a listener an error of the library would end the process.
    client.on(Events.Error, (error) =>
      log.error({ channel: options.name, err: error }, "Discord's client has trouble."),
    );
    client.on(Events.ShardError, (error) => log.debug({ channel: options.name, err: error }, "A shard has trouble."));
    client.on(Events.Raw, () => this.#hear());
    const states = new ShardStates({ client, hasContent, report, note });
    const limit = (milliseconds: number) => {
      this.#limitedUntil = Math.max(this.#limitedUntil ?? 0, clock.now() + milliseconds);
    };
    client.rest.on("rateLimited", ({ retryAfter }) => limit(retryAfter));
    // Of a limit that does not come from Discord itself, but from what stands before it, the library says nothing.
    client.rest.on("response", ({ data }, { status, headers }) => {
      const seconds = Number(headers.get("Retry-After"));
      if (status === 429 && seconds > 0) limit(seconds * 1_000);
      // The gateway may go on for a while with a token that was revoked.
      if (status === 401 && data.auth !== false) states.condemn(invalidToken);
    });
    listen(client);
    const ready = new Promise<void>((resolve) => client.once(Events.ClientReady, () => resolve()));
    const loggedIn = Promise.all([ready, client.login(options.token)]);
    const patience = new AbortController();
    const late = pause(clock, loginMilliseconds, AbortSignal.any([patience.signal, this.#stopping.signal]));
    try {
      await Promise.race([loggedIn, late]);
    } catch (error) {
      throw toKnownError(error, states.advice);
    } finally {
      patience.abort();
    }
    this.#stopping.signal.throwIfAborted();
    if (!states.areReady) throw new Error(`Discord's gateway did not answer within ${loginMilliseconds / 1_000} s.`);
    this.#states = states;
    this.#hear();
    this.#watchOver(states, report);
    return client;
  }

  #hear(): void {
    this.#lastEventAt = this.#parts.clock.now();
  }

  /** Writes each change of the state down as well. */
  #logged(report: (news: ChannelReport) => void): (news: ChannelReport) => void {
    const { options, log } = this.#parts;
    let last: ChannelReport["state"] | undefined;
    return (news) => {
      const { state, reason } = news;
      const fields = { channel: options.name, state, reason };
      if (state === last) log.debug(fields, "Discord: a shard has changed.");
      else if (state === "connected") log.info(fields, "Discord is connected.");
      else if (state === "reconnecting") log.warn(fields, "The connection to Discord is lost; it is made anew.");
      else log.error(fields, `Discord is not connected: ${reason}`);
      last = state;
      report(news);
    };
  }

  /**
   * A connection that is silent for long is dead, whatever the library says of it, and one that does not come back for long
   * may never do: the channel is started anew.
   */
  #watchOver(states: ShardStates, report: (news: ChannelReport) => void): void {
    const { clock } = this.#parts;
    this.#watch = clock.startTimer(watchMilliseconds, () => {
      if (this.#stopping.signal.aborted) return;
      if (this.#hasHeartbeat()) this.#hear();
      const now = clock.now();
      if (states.areReady || states.advice !== undefined) this.#readyAt = now;
      const silence = now - Math.min(this.#lastEventAt ?? now, this.#readyAt ?? now);
      if (silence > silenceMilliseconds && states.advice === undefined) {
        const what = states.areReady ? "Nothing was heard of Discord" : "Discord's gateway was away";
        report({ state: "failed", reason: `${what} for ${Math.round(silence / 1_000)} s.` });
      }
      this.#watchOver(states, report);
    });
  }

  /** Whether every shard got an answer to a heartbeat since the last look. */
  #hasHeartbeat(): boolean {
    const since = Date.now() - silenceMilliseconds;
    const shards = [...(this.#made?.client.ws.shards.values() ?? [])];
    return shards.length > 0 && shards.every(({ lastPingTimestamp }) => lastPingTimestamp > since);
  }

  async #end(): Promise<void> {
    const made = this.#made;
    if (made === undefined) return;
    this.#made = undefined;
    made.client.removeAllListeners();
    // What still comes in on its way out is nobody's.
    made.client.on(Events.Error, () => undefined);
    made.shards()?.forbidConnecting();
    const ended = made.client.destroy().catch((error: unknown) => {
      this.#parts.log.debug({ err: error }, "Discord's client did not end in order.");
    });
    await waitAtMost(this.#parts.clock, endMilliseconds, ended);
    made.shards()?.cutConnections();
    // The client has put its token away, and answers are still to be sent that were asked for in time.
    made.client.rest.setToken(this.#parts.options.token);
  }
}

/** Says what is to be done where only the operator can do something. @param advice what the shards say. */
function toKnownError(error: unknown, advice: string | undefined): unknown {
  const known = isInvalidToken(error) ? invalidToken : advice;
  return known === undefined ? error : new ConfigurationError(known, error);
}
