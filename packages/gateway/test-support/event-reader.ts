import { type ClientRequest, type IncomingMessage, request } from "node:http";

/** One block of an event stream, field by field. */
export interface EventBlock {
  readonly comment: string | undefined;
  readonly id: string | undefined;
  readonly event: string | undefined;
  /** The data as JSON; undefined when the block has none. */
  readonly data: Readonly<Record<string, unknown>> | undefined;
  /** As it came. */
  readonly text: string;
}

/** Reads an event stream block by block, by hand: what the wire carries, not what a library makes of it. */
export class EventReader {
  readonly #request: ClientRequest;
  readonly #incoming: IncomingMessage;
  readonly #blocks: EventBlock[] = [];
  readonly #waiting: ((block: EventBlock | undefined) => void)[] = [];
  #text = "";
  #hasEnded = false;

  constructor(outgoing: ClientRequest, incoming: IncomingMessage) {
    this.#request = outgoing;
    this.#incoming = incoming;
    incoming.setEncoding("utf8");
    incoming.on("data", (text: string) => this.#take(text));
    incoming.on("close", () => this.#end());
    incoming.on("error", () => this.#end());
  }

  get status(): number {
    return this.#incoming.statusCode ?? 0;
  }

  get headers(): IncomingMessage["headers"] {
    return this.#incoming.headers;
  }

  /** The next block; undefined when the stream has ended. */
  next(): Promise<EventBlock | undefined> {
    const block = this.#blocks.shift();
    if (block !== undefined || this.#hasEnded) return Promise.resolve(block);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** The next event of a type; those before it are passed over. */
  async nextOf(type: string): Promise<EventBlock> {
    for (;;) {
      const block = await this.next();
      if (block === undefined) throw new Error(`The stream ended before a ${type} came.`);
      if (block.event === type) return block;
    }
  }

  /** The next events up to and with one of a type. */
  async nextUntil(type: string): Promise<readonly EventBlock[]> {
    const blocks: EventBlock[] = [];
    for (;;) {
      const block = await this.next();
      if (block === undefined) throw new Error(`The stream ended before a ${type} came.`);
      blocks.push(block);
      if (block.event === type) return blocks;
    }
  }

  /** Reads nothing more, as a client that hangs. */
  stopReading(): void {
    this.#incoming.pause();
  }

  /** Reads on. */
  readOn(): void {
    this.#incoming.resume();
  }

  /** Hangs up. */
  close(): void {
    this.#request.destroy();
  }

  #take(text: string): void {
    this.#text += text;
    for (let end = this.#text.indexOf("\n\n"); end !== -1; end = this.#text.indexOf("\n\n")) {
      const block = parseBlock(this.#text.slice(0, end));
      this.#text = this.#text.slice(end + 2);
      const waiting = this.#waiting.shift();
      if (waiting === undefined) this.#blocks.push(block);
      else waiting(block);
    }
  }

  #end(): void {
    this.#hasEnded = true;
    for (const waiting of this.#waiting.splice(0)) waiting(undefined);
  }
}

/** Opens an event stream. */
export function openEvents(url: string, path: string, headers: Readonly<Record<string, string>>): Promise<EventReader> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const outgoing = request({ hostname, port, path, agent: false, headers }, (incoming) =>
      resolve(new EventReader(outgoing, incoming)),
    );
    outgoing.on("error", reject);
    outgoing.end();
  });
}

function parseBlock(text: string): EventBlock {
  const lines = text.split("\n");
  const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const data = field("data");
  return {
    comment: field(""),
    id: field("id"),
    event: field("event"),
    data: data === undefined ? undefined : (JSON.parse(data) as Readonly<Record<string, unknown>>),
    text,
  };
}
