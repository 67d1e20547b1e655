import type { ModelMessage } from "ai";
import type { ClaimedTurn } from "../sessions/session-store.ts";
import type { Person, TranscriptEntry } from "../sessions/transcript.ts";
import { type AnswerMessage, answerMessages } from "./answer-messages.ts";
import { toWellFormed } from "./json-copy.ts";
import { SpeakerLabels } from "./speaker-labels.ts";

/** What of a conversation the model is shown. */
export interface HistoryOptions {
  /** Size of history and turn's messages together, in tokens. The turn's messages are kept whatever their size. */
  readonly historyTokens: number;
  /** False leaves tool calls of earlier turns out: services refuse a history with calls when no tool is offered. */
  readonly hasTools: boolean;
}

/** A conversation in the shape that models take. */
export interface ModelConversation {
  readonly messages: ModelMessage[];
  /** Whether more than one person writes; each message then begins with its sender's name. */
  readonly isGroup: boolean;
}

/** Stands for a person's message where an operator spoke first. */
const silentOpening = "[Nobody had written anything yet.]";

/** Characters of a token, for estimates: "~4 chars in English" (OpenAI, "What are tokens and how to count them?"). */
export const charactersPerToken = 4;

/**
 * The conversation up to and with the messages to answer. It begins with a person's message, holds whole turns only,
 * drops the oldest first where they exceed the budget, and gives every tool call a result.
 */
export function composeConversation(
  turn: Pick<ClaimedTurn, "history" | "messages">,
  options: HistoryOptions,
): ModelConversation {
  const labels = new SpeakerLabels(sendersOf(turn));
  const current = turn.messages.map((message) => toUserMessage(labels, message));
  const budget = options.historyTokens * charactersPerToken - sizeOf(current);
  const earlier = groupByTurn(turn.history).map((entries) =>
    entries.flatMap((entry) => toMessages(labels, entry, options.hasTools)),
  );
  const messages = [...newestWithin(earlier, budget).flat(), ...current];
  return { messages: joinNeighbours(beginWithPerson(messages)), isGroup: labels.isGroup };
}

type HistoryMessage = { readonly role: "user"; readonly content: string } | AnswerMessage;

function sendersOf({ history, messages }: Pick<ClaimedTurn, "history" | "messages">): readonly Person[] {
  const earlier = history.flatMap((entry) => (entry.role === "user" ? [entry.sender] : []));
  return [...earlier, ...messages.map((message) => message.sender)];
}

function toUserMessage(
  labels: SpeakerLabels,
  { sender, text }: { readonly sender: Person; readonly text: string },
): HistoryMessage {
  return { role: "user", content: toWellFormed(labels.label(sender, text)) };
}

function toMessages(labels: SpeakerLabels, entry: Spoken, hasTools: boolean): readonly HistoryMessage[] {
  switch (entry.role) {
    case "user":
      return [toUserMessage(labels, entry)];
    case "operator":
      return answerMessages({ sequence: entry.sequence, parts: [{ type: "text", text: entry.text }] }, hasTools);
    case "assistant":
      return answerMessages(entry, hasTools);
  }
}

type Spoken = Exclude<TranscriptEntry, { readonly role: "notice" | "note" }>;

/**
 * A turn begins with a person's message that follows an answer. Answers before the first such message belong to none; an
 * operator may have spoken first, and what they said is kept.
 */
function groupByTurn(history: readonly TranscriptEntry[]): readonly (readonly Spoken[])[] {
  const turns: Spoken[][] = [];
  let previous: Spoken["role"] | undefined;
  for (const entry of history) {
    if (entry.role === "notice" || entry.role === "note") continue;
    const isOpening = entry.role === "operator" && turns.length === 0;
    if (isOpening || (entry.role === "user" && previous !== "user")) turns.push([]);
    turns.at(-1)?.push(entry);
    previous = entry.role;
  }
  return turns;
}

function newestWithin(
  turns: readonly (readonly HistoryMessage[])[],
  budget: number,
): readonly (readonly HistoryMessage[])[] {
  let rest = budget;
  let first = turns.length;
  for (let index = turns.length - 1; index >= 0; index -= 1) {
    rest -= sizeOf(turns[index] ?? []);
    if (rest < 0) break;
    first = index;
  }
  return turns.slice(first);
}

function sizeOf(messages: readonly HistoryMessage[]): number {
  return messages.reduce((size, { content }) => size + lengthOf(content), 0);
}

function lengthOf(content: HistoryMessage["content"]): number {
  return typeof content === "string" ? content.length : JSON.stringify(content).length;
}

/** An operator may have spoken before anybody wrote; services want a person's message first. */
function beginWithPerson(messages: readonly HistoryMessage[]): readonly HistoryMessage[] {
  return messages[0]?.role === "assistant" ? [{ role: "user", content: silentOpening }, ...messages] : messages;
}

/** Messages of one side that follow each other become one: templates of many local models insist that sides alternate. */
function joinNeighbours(messages: readonly HistoryMessage[]): HistoryMessage[] {
  const joined: HistoryMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (last?.role === "user" && message.role === "user") {
      joined[joined.length - 1] = { role: "user", content: `${last.content}\n\n${message.content}` };
    } else if (last?.role === "assistant" && message.role === "assistant") {
      joined[joined.length - 1] = { role: "assistant", content: joinAnswers(last.content, message.content) };
    } else {
      joined.push(message);
    }
  }
  return joined;
}

type AnswerContent = Extract<AnswerMessage, { readonly role: "assistant" }>["content"];

/** Texts that meet become one, an empty line apart: services put the parts of one message together as they are. */
function joinAnswers(first: AnswerContent, second: AnswerContent): AnswerContent {
  const last = first.at(-1);
  const next = second[0];
  if (last?.type !== "text" || next?.type !== "text") return [...first, ...second];
  return [...first.slice(0, -1), { type: "text", text: `${last.text}\n\n${next.text}` }, ...second.slice(1)];
}
