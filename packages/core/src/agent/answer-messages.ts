import type { AssistantModelMessage, ToolModelMessage } from "ai";
import type { JsonValue } from "../json.ts";
import type { AnswerPart, AssistantEntry, ToolPart } from "../sessions/transcript.ts";
import { copyAsJson, toWellFormed } from "./json-copy.ts";

type AssistantPart = Exclude<AssistantModelMessage["content"], string>[number];
type ToolResult = Extract<ToolModelMessage["content"][number], { readonly type: "tool-result" }>;

/** A message that an earlier answer became. */
export type AnswerMessage =
  | { readonly role: "assistant"; readonly content: AssistantPart[] }
  | { readonly role: "tool"; readonly content: ToolResult[] };

const stoppedMark = "[This answer was stopped before it was finished.]";
const missingOutput = "The run ended before this tool gave a result.";

/**
 * An earlier answer as messages for a model: text and calls, then the results of the calls, then what was written after.
 * What a service could take offence at is put right, since it would refuse every later turn of the conversation:
 * calls without result, call ids that repeat, names that are none, inputs that are no object, broken characters.
 */
export function answerMessages(
  entry: Pick<AssistantEntry, "sequence" | "parts" | "isStopped">,
  hasTools: boolean,
): readonly AnswerMessage[] {
  const builder = new AnswerMessageBuilder(entry.sequence);
  for (const part of entry.parts) {
    if (part.type === "text" || hasTools) builder.add(part);
  }
  if (entry.isStopped === true) builder.add({ type: "text", text: stoppedMark });
  return builder.finish();
}

class AnswerMessageBuilder {
  readonly #messages: AnswerMessage[] = [];
  readonly #sequence: number;
  #content: AssistantPart[] = [];
  #results: ToolResult[] = [];
  #calls = 0;

  constructor(sequence: number) {
    this.#sequence = sequence;
  }

  add(part: AnswerPart): void {
    if (part.type === "tool") return this.#addCall(part);
    const text = toWellFormed(part.text).trim();
    if (text === "") return;
    // Text after a call was written with its result in view.
    if (this.#results.length > 0) this.#close();
    this.#content.push({ type: "text", text });
  }

  finish(): readonly AnswerMessage[] {
    this.#close();
    return this.#messages;
  }

  #addCall(part: ToolPart): void {
    const toolCallId = `call_${this.#sequence}_${this.#calls}`;
    const toolName = allowedName(part.name);
    this.#calls += 1;
    this.#content.push({ type: "tool-call", toolCallId, toolName, input: asObject(copyAsJson(part.input)) });
    this.#results.push({ type: "tool-result", toolCallId, toolName, output: outputOf(part) });
  }

  #close(): void {
    if (this.#content.length > 0) this.#messages.push({ role: "assistant", content: this.#content });
    if (this.#results.length > 0) this.#messages.push({ role: "tool", content: this.#results });
    this.#content = [];
    this.#results = [];
  }
}

/** A model may have called a tool by a name that no service accepts back. */
function allowedName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "_";
}

/** A call that was not valid JSON is kept as the text that it was; services accept objects only. */
function asObject(input: JsonValue): JsonValue {
  return typeof input === "object" && input !== null && !Array.isArray(input) ? input : { input };
}

function outputOf({ output, isError }: ToolPart): ToolResult["output"] {
  if (output === undefined) return { type: "error-text", value: missingOutput };
  const copy = copyAsJson(output);
  if (isError === true) return { type: "error-text", value: typeof copy === "string" ? copy : JSON.stringify(copy) };
  return typeof copy === "string" ? { type: "text", value: copy } : { type: "json", value: copy };
}
