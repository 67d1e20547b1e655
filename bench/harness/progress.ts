/** Between two lines of progress where lines cannot be written over, in milliseconds. */
const restMilliseconds = 5_000;

/** Tells whoever waits what is being done: on a terminal in one line that changes, elsewhere in a line now and then. */
export class Progress {
  readonly #output: NodeJS.WriteStream;
  #lastLine = Number.NEGATIVE_INFINITY;
  #isLineOpen = false;

  constructor(output: NodeJS.WriteStream) {
    this.#output = output;
  }

  /** Something of which there is much. */
  tell(text: string): void {
    if (this.#output.isTTY) {
      this.#output.write(`\r\u001B[K    ${text}`);
      this.#isLineOpen = true;
      return;
    }
    if (performance.now() - this.#lastLine < restMilliseconds) return;
    this.announce(`    ${text}`);
  }

  /** Something that must be seen. */
  announce(text: string): void {
    this.clear();
    this.#output.write(`${text}\n`);
    this.#lastLine = performance.now();
  }

  /** Makes room for what is printed next. */
  clear(): void {
    if (this.#isLineOpen) this.#output.write("\r\u001B[K");
    this.#isLineOpen = false;
  }
}
