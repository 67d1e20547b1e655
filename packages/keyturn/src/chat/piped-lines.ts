import { type Interface, createInterface } from "node:readline";
import type { Terminal } from "../command-line/terminal.ts";
import type { ChatLines } from "./chat-lines.ts";

/** The lines of a pipe or file. */
export class PipedLines implements ChatLines {
  readonly isTyped = false;
  readonly #terminal: Terminal;
  #readline: Interface | undefined;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  read(): AsyncIterable<string> {
    // Made when it is read: lines that come before anybody listens would be lost.
    this.#readline = createInterface({ input: this.#terminal.input, terminal: false });
    return this.#readline;
  }

  close(): void {
    this.#readline?.close();
  }
}
