import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { type CountedTokens, ChatCompletionChunks } from "./chat-completion-chunks.ts";

/** A message of the conversation, as a model is sent it. */
export interface ModelRequestMessage {
  readonly role: string;
  /** Its text; empty for a message that only calls tools. */
  readonly text: string;
}

/** What a request asked for. */
export interface ModelRequestContent {
  readonly headers: IncomingHttpHeaders;
  readonly model: string;
  readonly messages: readonly ModelRequestMessage[];
  /** Names of the tools that were offered. */
  readonly tools: readonly string[];
}

/** A call of the model that a test answers by hand: nothing goes back until the test says so. */
export class ModelRequest implements ModelRequestContent {
  readonly headers: IncomingHttpHeaders;
  readonly model: string;
  readonly messages: readonly ModelRequestMessage[];
  readonly tools: readonly string[];
  /** Resolves when the connection is over: the caller went away, or the answer is finished. */
  readonly closed: Promise<void>;
  readonly #response: ServerResponse;
  readonly #chunks: ChatCompletionChunks;
  #isAbandoned = false;

  constructor(number: number, content: ModelRequestContent, response: ServerResponse) {
    this.headers = content.headers;
    this.model = content.model;
    this.messages = content.messages;
    this.tools = content.tools;
    this.#response = response;
    this.#chunks = new ChatCompletionChunks(`chat-${number}`, content.model);
    this.closed = new Promise((resolve) => {
      response.once("close", () => {
        this.#isAbandoned = !response.writableFinished;
        resolve();
      });
    });
  }

  /** The newest text of a person. */
  get lastUserText(): string {
    return this.messages.findLast(({ role }) => role === "user")?.text ?? "";
  }

  /** Whether the caller went away before the answer was finished: what an aborted run looks like from here. */
  get isClosed(): boolean {
    return this.#isAbandoned;
  }

  /** Streams a piece of the answer. Resolves when it is on its way, and does nothing once the caller is gone. */
  write(text: string): Promise<void> {
    return this.#send(this.#chunks.text(text));
  }

  /** Asks for a tool; `finish` then ends this step, and the result comes with the next request. */
  callTool(name: string, input: unknown): Promise<void> {
    return this.#send(this.#chunks.toolCall(name, input));
  }

  /** Ends the answer, after a last piece if one is given. */
  async finish(text?: string, usage: CountedTokens = { inputTokens: 10, outputTokens: 5 }): Promise<void> {
    if (text !== undefined) await this.write(text);
    await this.#send(this.#chunks.end(usage));
    await this.#end();
  }

  /** Answers with an HTTP error in place of an answer; only before the first piece. */
  async fail(
    status: number,
    message = "The scripted service fails.",
    headers: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    this.#response.writeHead(status, { "content-type": "application/json", ...headers });
    this.#response.write(JSON.stringify({ error: { message, type: "scripted" } }));
    await this.#end();
  }

  /** Breaks the connection off, as a service that crashes does. */
  breakOff(): void {
    this.#response.destroy();
  }

  async #end(): Promise<void> {
    if (this.#response.destroyed) return;
    this.#response.end();
    await this.closed;
  }

  async #send(chunk: string): Promise<void> {
    if (this.#response.destroyed || this.#response.writableEnded) return;
    if (!this.#response.headersSent) this.#response.writeHead(200, { "content-type": "text/event-stream" });
    await new Promise<void>((resolve) => {
      // The callback of a write is told of a lost connection too: a late answer is no error of the test.
      this.#response.write(chunk, () => resolve());
    });
  }
}
