import { styleText } from "node:util";
import { printable } from "../command-line/printable.ts";
import type { AnswerPiece, ConversationView } from "./conversation-view.ts";

/** The line that a person writes in; it makes way for what is shown. */
export interface PromptLine {
  hide(): void;
  show(): void;
}

/** What the view writes to. */
export interface LiveOutput {
  write(text: string): void;
  readonly hasColor: boolean;
}

/** Shows answers word by word while they are written. */
export class LiveView implements ConversationView {
  readonly #output: LiveOutput;
  readonly #prompt: PromptLine;
  /** The run whose answer stands on the screen without an end yet, and what of it is there. */
  #open: { readonly runId: string; text: string } | undefined;
  /** Runs of which something was missed: their answer is shown when it is whole. */
  readonly #missed = new Set<string>();

  constructor(output: LiveOutput, prompt: PromptLine) {
    this.#output = output;
    this.#prompt = prompt;
  }

  draft(runId: string, offset: number, text: string): void {
    if (this.#missed.has(runId)) return;
    const shown = this.#open?.runId === runId ? this.#open.text : "";
    if (offset > shown.length) {
      this.#missed.add(runId);
      return;
    }
    // What was sent twice, after the connection broke, is shown once.
    this.#extend(runId, shown, text.slice(shown.length - offset));
  }

  piece({ runId, text, kind, isLast }: AnswerPiece): void {
    const shown = this.#open?.runId === runId ? this.#open.text : "";
    if (kind === "error") {
      this.#close();
      this.#line("red", text);
    } else if (text.startsWith(shown)) {
      this.#extend(runId, shown, text.slice(shown.length));
    } else if (shown.startsWith(text)) {
      // The answer comes in several pieces, and the draft showed what this one holds. What follows goes on from here.
      if (this.#open !== undefined) this.#open.text = shown.slice(text.length);
    } else {
      this.#close();
      this.#extend(runId, "", text);
    }
    if (!isLast) return;
    this.#missed.delete(runId);
    this.#close();
  }

  breakOff(runId: string, isTriedAgain: boolean): void {
    this.#missed.delete(runId);
    this.#close();
    this.#line("gray", isTriedAgain ? "(The model had trouble; trying again.)" : "(stopped)");
  }

  recall(): void {
    this.#close();
    this.#line("gray", "(An answer was taken back: its conversation was reset or deleted.)");
  }

  note(text: string, isProblem: boolean): void {
    this.#close();
    this.#line(isProblem ? "red" : "gray", text);
  }

  #extend(runId: string, shown: string, text: string): void {
    if (this.#open?.runId !== runId) {
      this.#close();
      this.#prompt.hide();
    }
    this.#open = { runId, text: shown + text };
    this.#output.write(printable(text));
  }

  #close(): void {
    if (this.#open === undefined) return;
    this.#open = undefined;
    this.#output.write("\n");
    this.#prompt.show();
  }

  #line(style: "gray" | "red", text: string): void {
    const line = printable(text);
    this.#prompt.hide();
    this.#output.write(`${this.#output.hasColor ? styleText(style, line, { validateStream: false }) : line}\n`);
    this.#prompt.show();
  }
}
