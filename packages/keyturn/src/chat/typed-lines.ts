import { type Interface, createInterface } from "node:readline";
import { Writable } from "node:stream";
import type { Terminal } from "../command-line/terminal.ts";
import type { ChatLines } from "./chat-lines.ts";
import type { PromptLine } from "./live-view.ts";

/** Back to the beginning of the line, and wipe it. */
const wipeLine = "\r\u001b[K";

/** The lines that a person types at a terminal, with a prompt that makes way for answers and keeps what was typed. */
export class TypedLines implements ChatLines, PromptLine {
  readonly isTyped = true;
  readonly #terminal: Terminal;
  readonly #onInterrupt: () => void;
  readonly #echo: Echo;
  #readline: Interface | undefined;
  #isHidden = true;

  /** @param onInterrupt called for Ctrl-C, which is a key here and no signal. */
  constructor(terminal: Terminal, onInterrupt: () => void) {
    this.#terminal = terminal;
    this.#onInterrupt = onInterrupt;
    this.#echo = new Echo(terminal);
  }

  async *read(): AsyncGenerator<string, void, undefined> {
    // Made when it is read: lines that come before anybody listens would be lost.
    this.#readline = createInterface({
      input: this.#terminal.input,
      output: this.#echo,
      terminal: true,
      prompt: "› ",
      historySize: 100,
    });
    this.#readline.on("SIGINT", this.#onInterrupt);
    this.show();
    for await (const line of this.#readline) {
      yield line;
      this.show();
    }
  }

  hide(): void {
    if (this.#isHidden) return;
    this.#isHidden = true;
    this.#terminal.write(wipeLine);
    this.#echo.isMuted = true;
  }

  show(): void {
    if (this.#readline === undefined) return;
    this.#isHidden = false;
    this.#echo.isMuted = false;
    this.#readline.prompt(true);
  }

  close(): void {
    this.hide();
    const readline = this.#readline;
    this.#readline = undefined;
    readline?.close();
  }
}

/** What is typed, as the terminal shows it; while an answer is being written it is kept, not shown. */
class Echo extends Writable {
  isMuted = true;
  readonly #terminal: Terminal;

  constructor(terminal: Terminal) {
    super();
    this.#terminal = terminal;
  }

  /** Readline wraps long lines by it. */
  get columns(): number | undefined {
    return this.#terminal.columns;
  }

  override _write(chunk: Buffer | string, _encoding: BufferEncoding, done: () => void): void {
    if (!this.isMuted) this.#terminal.write(chunk.toString());
    done();
  }
}
