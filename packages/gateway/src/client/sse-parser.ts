/** One message of a stream of server-sent events. */
export interface SseMessage {
  readonly event: string;
  readonly data: string;
}

const lineEnd = /\r\n|\n|\r(?=[^\n])/;

/**
 * Reads a stream of server-sent events that comes in pieces of any length, as the HTML standard has it
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html).
 */
export class SseParser {
  #buffer = "";
  #event = "";
  #data: string[] = [];
  #id = "";
  #lastEventId: string | undefined;

  /** The id of the last block; blocks without data count too. */
  get lastEventId(): string | undefined {
    return this.#lastEventId;
  }

  /** The messages that are whole with this further piece. */
  push(text: string): readonly SseMessage[] {
    this.#buffer += text;
    const messages: SseMessage[] = [];
    for (let end = lineEnd.exec(this.#buffer); end !== null; end = lineEnd.exec(this.#buffer)) {
      const line = this.#buffer.slice(0, end.index);
      this.#buffer = this.#buffer.slice(end.index + end[0].length);
      const message = line === "" ? this.#dispatch() : this.#read(line);
      if (message !== undefined) messages.push(message);
    }
    return messages;
  }

  #read(line: string): undefined {
    const colon = line.indexOf(":");
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "data") this.#data.push(value);
    else if (field === "event") this.#event = value;
    else if (field === "id" && !value.includes("\0")) this.#id = value;
  }

  #dispatch(): SseMessage | undefined {
    if (this.#id !== "") this.#lastEventId = this.#id;
    const message = { event: this.#event === "" ? "message" : this.#event, data: this.#data.join("\n") };
    const hasData = this.#data.length > 0;
    this.#event = "";
    this.#data = [];
    return hasData ? message : undefined;
  }
}
