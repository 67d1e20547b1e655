import { printable } from "../command-line/printable.ts";
import type { Terminal } from "../command-line/terminal.ts";
import type { AnswerPiece, ConversationView } from "./conversation-view.ts";

/** Shows answers when they are finished, one after the other: for pipes, where nobody watches. */
export class PlainView implements ConversationView {
  readonly #terminal: Terminal;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  draft(): void {
    // The whole answer follows.
  }

  piece({ text, kind }: AnswerPiece): void {
    if (kind === "error") this.#terminal.printError(printable(text));
    else this.#terminal.print(printable(text));
  }

  breakOff(_runId: string, isTriedAgain: boolean): void {
    if (!isTriedAgain) this.#terminal.printError("The answer was stopped.");
  }

  recall(): void {
    this.#terminal.printError("An answer was taken back: its conversation was reset or deleted.");
  }

  note(text: string, isProblem: boolean): void {
    if (isProblem) this.#terminal.printError(printable(text));
    else this.#terminal.print(printable(text));
  }
}
