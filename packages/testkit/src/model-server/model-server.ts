import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ModelRequest } from "./model-request.ts";
import { readChatRequest } from "./read-chat-request.ts";

/** How a model server answers. */
export interface ModelServerOptions {
  /**
   * Answers requests that no test waits for with this text, at once. Without it every request waits for `nextRequest`,
   * and hangs until the test answers it.
   */
  readonly answer?: ((request: ModelRequest) => string) | undefined;
}

/** A model service on loopback that speaks OpenAI's chat protocol, and as slow as a test wants. */
export class ModelServer {
  /** Every request so far, in order. */
  readonly requests: ModelRequest[] = [];
  readonly #server: Server;
  readonly #answer: ModelServerOptions["answer"];
  readonly #unclaimed: ModelRequest[] = [];
  readonly #waiting: ((request: ModelRequest) => void)[] = [];

  /** For `startModelServer`. */
  constructor(options: ModelServerOptions) {
    this.#answer = options.answer;
    this.#server = createServer((incoming, response) => {
      this.#receive(incoming, response).catch((error: unknown) => {
        response.writeHead(400).end(String(error));
      });
    });
  }

  /** What a provider is given as its base URL. */
  get url(): string {
    return `http://127.0.0.1:${addressOf(this.#server).port}/v1`;
  }

  /** The next request that no earlier call gave; waits for it. */
  nextRequest(): Promise<ModelRequest> {
    const request = this.#unclaimed.shift();
    if (request !== undefined) return Promise.resolve(request);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Starts to listen, on any free port of 127.0.0.1. For `startModelServer`. */
  async listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(0, "127.0.0.1", resolve);
    });
  }

  /** Ends the server and every answer that is still open. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #receive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    if (incoming.method !== "POST" || incoming.url !== "/v1/chat/completions") {
      response.writeHead(404).end();
      return;
    }
    const request = new ModelRequest(this.requests.length + 1, await readChatRequest(incoming), response);
    this.requests.push(request);
    const waiting = this.#waiting.shift();
    if (waiting !== undefined) waiting(request);
    else if (this.#answer !== undefined) await request.finish(this.#answer(request));
    else this.#unclaimed.push(request);
  }
}

/** Starts a model server. */
export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const server = new ModelServer(options);
  await server.listen();
  return server;
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The model server does not listen.");
  return address;
}
