/** One event of a stream. */
export interface StreamEvent {
  readonly id: string | undefined;
  readonly data: string;
}

/** Makes events of the text of an event stream, however it is cut into pieces. Comments are passed over. */
export class SseLines {
  #rest = "";
  #id: string | undefined;
  #data: string[] = [];

  /** The events that a further piece completes. */
  push(text: string): readonly StreamEvent[] {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    return lines.flatMap((line) => this.#take(line.replace(/\r$/, "")));
  }

  #take(line: string): readonly StreamEvent[] {
    if (line === "") {
      const event = { id: this.#id, data: this.#data.join("\n") };
      this.#data = [];
      return event.data === "" ? [] : [event];
    }
    const [field = "", ...rest] = line.split(":");
    const value = rest.join(":").replace(/^ /, "");
    if (field === "id") this.#id = value;
    if (field === "data") this.#data.push(value);
    return [];
  }
}
