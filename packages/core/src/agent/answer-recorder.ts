import type { JsonValue } from "../json.ts";
import type { AnswerPart, TextPart, ToolPart } from "../sessions/transcript.ts";

type Writable<Part> = { -readonly [Name in keyof Part]: Part[Name] };

/** What came of a tool call. */
export interface ToolOutcome {
  readonly output: JsonValue;
  readonly isError: boolean;
  readonly durationMilliseconds: number;
}

/** Collects an answer's parts while they arrive: pieces of text joined, each tool call with its result, in order. */
export class AnswerRecorder {
  readonly #parts: (Writable<TextPart> | Writable<ToolPart>)[] = [];
  readonly #calls = new Map<string, Writable<ToolPart>>();

  /**
   * Adds a piece of text. Returns what has to be shown for it: the piece, after a paragraph's end where text from before
   * a tool call would run into it. The shown pieces together are exactly the text of the parts.
   */
  addText(piece: string): string {
    if (piece === "") return "";
    const last = this.#parts.at(-1);
    if (last?.type === "text") {
      last.text += piece;
      return piece;
    }
    const shown = separator(this.#textBefore(), piece) + piece;
    this.#parts.push({ type: "text", text: shown });
    return shown;
  }

  /** Adds a tool call. Returns the id that it has in this answer: some services number their calls anew in every step. */
  addCall(callId: string, name: string, input: JsonValue): string {
    const uniqueId = this.#calls.has(callId) ? `${callId}-${this.#calls.size}` : callId;
    const part: Writable<ToolPart> = { type: "tool", callId: uniqueId, name, input };
    this.#parts.push(part);
    this.#calls.set(uniqueId, part);
    this.#calls.set(callId, part);
    return uniqueId;
  }

  /** Adds what came of the newest call of this id; undefined when there is none. */
  addOutcome(callId: string, outcome: ToolOutcome): { readonly callId: string; readonly name: string } | undefined {
    const call = this.#calls.get(callId);
    return call && Object.assign(call, outcome);
  }

  /** Whether it holds text that a person could read. */
  get hasText(): boolean {
    return this.#parts.some((part) => part.type === "text" && part.text.trim() !== "");
  }

  /** The names of the tools that were called, each once. */
  get toolNames(): readonly string[] {
    return [...new Set(this.#parts.flatMap((part) => (part.type === "tool" ? [part.name] : [])))];
  }

  /** The parts so far. */
  get parts(): readonly AnswerPart[] {
    return this.#parts;
  }

  #textBefore(): string {
    return this.#parts.findLast((part) => part.type === "text")?.text ?? "";
  }
}

function separator(before: string, piece: string): string {
  return before === "" || /\s$/.test(before) || /^\s/.test(piece) ? "" : "\n\n";
}
