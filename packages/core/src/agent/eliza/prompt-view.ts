import type { ModelPrompt, PromptMessage } from "../language-model.ts";

/** What the offline partner sees of a prompt. */
export interface PromptView {
  /** What people wrote, in order, without the names before it. */
  readonly messages: readonly string[];
  /** Whether an answer in words was given before. */
  readonly hasAnswered: boolean;
  /** The results that the prompt ends with, when it ends with some. */
  readonly toolResults: Extract<PromptMessage, { readonly role: "tool" }> | undefined;
  /** How many calls of tools there were before. */
  readonly calls: number;
}

/** Reads a prompt. */
export function viewPrompt(prompt: ModelPrompt): PromptView {
  const last = prompt.at(-1);
  const answers = prompt.flatMap((message) => (message.role === "assistant" ? message.content : []));
  return {
    messages: withoutNames(prompt.flatMap(userText)),
    hasAnswered: answers.some((part) => part.type === "text"),
    toolResults: last?.role === "tool" ? last : undefined,
    calls: answers.filter((part) => part.type === "tool-call").length,
  };
}

function userText(message: PromptMessage): readonly string[] {
  if (message.role !== "user") return [];
  return [message.content.map((part) => (part.type === "text" ? part.text : "")).join("\n")];
}

const namePrefix = /^([^:\n]{1,80}): /;

/** Where several people write, each message begins with a name: at least two different ones, and none without. */
function withoutNames(messages: readonly string[]): readonly string[] {
  const names = messages.map((message) => namePrefix.exec(message)?.[1]);
  const isGroup = !names.includes(undefined) && new Set(names).size > 1;
  return isGroup ? messages.map((message) => message.replace(namePrefix, "")) : messages;
}
