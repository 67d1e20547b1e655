import { SystemClock } from "@keyturn/core";
import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import type { DiscordServerOptions } from "./discord-server-options.ts";
import { Faults } from "./faults/faults.ts";
import { Gateway } from "./gateway/gateway.ts";
import { InteractionBook } from "./interactions/interaction-book.ts";
import type { WaitOptions } from "../notices.ts";
import type { Violation } from "./rest/api-description.ts";
import { FileStore } from "./rest/file-store.ts";
import { RateLimits } from "./rest/rate-limits.ts";
import type { RecordedRequest } from "./rest/recorded-request.ts";
import { RestServer } from "./rest/rest-server.ts";
import { World } from "./world/world.ts";
import { Scenery } from "./scenery.ts";

/**
 * A Discord of your own on loopback: gateway and REST API on one port, which the real discord.js and other clients
 * connect to. People's actions are methods, everything that bots do can be looked at, and faults are one call each.
 *
 * ```ts
 * const server = await DiscordServer.start();
 * const bot = server.addBot();
 * const client = new Client({ intents, rest: { api: server.url } });
 * await client.login(bot.token);
 * ```
 */
export class DiscordServer extends Scenery {
  /** What goes wrong on demand. */
  readonly faults: Faults;
  /** Sockets, logins and resumes. */
  readonly gateway: Gateway;
  readonly #server: Server;
  readonly #rest: RestServer;
  readonly #files: FileStore;
  readonly #failures: unknown[] = [];

  /** Starts a server on any free port of 127.0.0.1. */
  static async start(options: DiscordServerOptions = {}): Promise<DiscordServer> {
    const server = new DiscordServer(options);
    await server.#listen();
    return server;
  }

  private constructor(options: DiscordServerOptions) {
    const world = new World(options.clock ?? new SystemClock());
    const interactions = new InteractionBook(world);
    const files = new FileStore(world.clock, world.snowflakes);
    super({ world, interactions, files });
    this.#files = files;
    this.gateway = new Gateway(world, options);
    this.faults = new Faults(world, this.gateway);
    const server = createServer((incoming, response) => {
      this.#receive(incoming, response).catch((error: unknown) => {
        // A client that breaks off while it sends is no fault of ours.
        if (!incoming.destroyed || incoming.complete) this.#failures.push(error);
        if (response.headersSent) return;
        response.writeHead(500, { "Content-Type": "text/plain" }).end(error instanceof Error ? error.stack : "");
      });
    });
    this.#server = server;
    this.gateway.attach(server);
    const scene = {
      world,
      interactions,
      files,
      gateway: this.gateway,
      get gatewayUrl() {
        return `${files.origin.replace("http", "ws")}/gateway`;
      },
    };
    const limits = new RateLimits(world.clock, options.rateLimits ?? {});
    this.#rest = new RestServer({ scene, limits, faults: this.faults, validate: options.validate ?? true });
  }

  /** What clients are given as the API's address: `rest.api` of discord.js. The version is added by the client. */
  get url(): string {
    return `${this.#files.origin}/api`;
  }

  /** Every request to the REST API, in order. */
  get requests(): readonly RecordedRequest[] {
    return this.#rest.requests;
  }

  /** What was not as Discord's description says; a test should find it empty. */
  get violations(): readonly Violation[] {
    return this.#rest.violations;
  }

  /**
   * Resolves with the first value other than `undefined` and `false` that `look` gives. It looks now, and again each time
   * something happens on the server: a request, an answer, an event, a frame, a socket. What only the client knows, such as
   * what its listeners heard, is not seen from here.
   * @throws what `look` throws; an Error that lists what happened last when the time is over.
   */
  waitFor<Value>(look: () => Value | undefined | false, options?: WaitOptions): Promise<Value> {
    return this.world.notices.waitFor(look, options);
  }

  /**
   * Ends the server and every connection, answers that hang included.
   * @throws Error when one of its own answers was not as Discord describes it, AggregateError when a request made it
   * fail: faults of the testkit.
   */
  async close(): Promise<void> {
    this.gateway.close();
    if (this.#server.listening) {
      const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
      this.#server.closeAllConnections();
      await closed;
    }
    if (this.#failures.length > 0) throw new AggregateError(this.#failures, "Requests made the Discord server fail.");
    const wrong = this.violations.filter(({ kind }) => kind === "answer");
    if (wrong.length > 0) throw new Error(`Answers were not as described: ${JSON.stringify(wrong, undefined, 2)}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(0, "127.0.0.1", resolve);
    });
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("The Discord server does not listen.");
    this.#files.origin = `http://127.0.0.1:${address.port}`;
    this.gateway.sessionBook.resumeUrl = `ws://127.0.0.1:${address.port}/resume`;
  }

  async #receive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? "/", this.#files.origin);
    const api = /^\/api(?:\/v\d+)?(\/.*)$/.exec(url.pathname);
    if (api !== null) return this.#rest.take(incoming, response, url, decodePath(api[1] ?? "/"));
    const file = this.#files.find(url);
    if (file === undefined) response.writeHead(404).end("This content is no longer available.");
    else response.writeHead(200, { "Content-Type": file.contentType || "application/octet-stream" }).end(file.bytes);
  }
}

/** Clients write `@original` and emojis percent-encoded. */
function decodePath(path: string): string {
  try {
    return path.split("/").map(decodeURIComponent).join("/");
  } catch {
    return path;
  }
}
