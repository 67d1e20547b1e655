import {
  type ChannelReport,
  type ChannelVitals,
  type Clock,
  ConfigurationError,
  type Logger,
  pause,
} from "@keyturn/core";
import { type Client, type ClientOptions, Events } from "discord.js";
import { type MadeClient, makeClient } from "./client.ts";
import { ConnectionWatch } from "./connection-watch.ts";
import type { DiscordOptions } from "./discord-options.ts";
import { endClient } from "./end-client.ts";
import { invalidToken, isDisallowedIntents, isInvalidToken } from "./fatal-close.ts";
import { loggedReport } from "./logged-report.ts";
import { ShardStates } from "./shard-states.ts";

/** Longest time from the login until every shard is ready, in milliseconds: discord.js itself waits 15 s for guilds. */
const loginMilliseconds = 60_000;

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
  readonly #watch: ConnectionWatch;
  readonly #stopping = new AbortController();
  #limitedUntil: number | undefined;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    this.#watch = new ConnectionWatch(parts.clock);
  }

  get client(): Client | undefined {
    return this.#made?.client;
  }

  get vitals(): ChannelVitals {
    const ping = this.#made?.client.ws.ping ?? -1;
    const now = this.#parts.clock.now();
    return {
      lastEventAt: this.#watch.lastEventAt,
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
    this.#watch.end();
    await this.#end();
  }

  async #logIn(hasContent: boolean, tell: (news: ChannelReport) => void, note: string | undefined): Promise<Client> {
    await this.#end();
    const { options, clientOptions, clock, log, listen, over } = this.#parts;
    const report = loggedReport(options.name, log, tell);
    const onTrouble = (error: unknown) =>
      log.warn({ channel: options.name, err: error }, "Discord's client stumbled over something that came in.");
    this.#made = makeClient({ options, hasContent, extra: clientOptions, onTrouble, over });
    const { client } = this.#made;
    // Without a listener an error of the library would end the process.
    client.on(Events.Error, (error) =>
      log.error({ channel: options.name, err: error }, "Discord's client has trouble."),
    );
    client.on(Events.ShardError, (error) => log.debug({ channel: options.name, err: error }, "A shard has trouble."));
    client.on(Events.Raw, () => this.#watch.hear());
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
    this.#watch.hear();
    this.#watch.begin(() => this.#made, states, report);
    return client;
  }

  async #end(): Promise<void> {
    const made = this.#made;
    if (made === undefined) return;
    this.#made = undefined;
    const { options, clock, log } = this.#parts;
    await endClient(made, { token: options.token, clock, log });
  }
}

/** Says what is to be done where only the operator can do something. @param advice what the shards say. */
function toKnownError(error: unknown, advice: string | undefined): unknown {
  const known = isInvalidToken(error) ? invalidToken : advice;
  return known === undefined ? error : new ConfigurationError(known, error);
}
