import type { FilePart, ModelMessage } from "ai";
import type { Attachment } from "../sessions/attachment.ts";
import type { ClaimedTurn } from "../sessions/session-store.ts";
import type { ConversationSummary } from "../sessions/summary.ts";
import { type Person, type TranscriptEntry, textOfParts } from "../sessions/transcript.ts";
import { type AnswerMessage, answerMessages } from "./answer-messages.ts";
import type { ShownFile, ShownFiles } from "./attached-files.ts";
import { attachmentLine } from "./attachment-line.ts";
import { toWellFormed } from "./json-copy.ts";
import { SpeakerLabels } from "./speaker-labels.ts";

/** What of a conversation the model is shown. */
export interface HistoryOptions {
  /** Size of history and turn's messages together, in tokens. The turn's messages are kept whatever their size. */
  readonly historyTokens: number;
  /** False leaves tool calls of earlier turns out: services refuse a history with calls when no tool is offered. */
  readonly hasTools: boolean;
  /** What is shown of attachments beside the lines that name them. @default nothing */
  readonly files?: ShownFiles | undefined;
}

/** A conversation in the shape that models take. */
export interface ModelConversation {
  readonly messages: ModelMessage[];
  /** Whether more than one person writes; each message then begins with its sender's name. */
  readonly isGroup: boolean;
}

const summaryTitle = "[Summary of the earlier conversation:]";

/** Stands for a person's message where an operator spoke first. */
const silentOpening = "[Nobody had written anything yet.]";

/** What an image costs at most with Anthropic ("Vision"), in tokens; other services are near it. Of a PDF it is the price of a page. */
const tokensPerFile = 1_600;

/** Characters of a token, for estimates: "~4 chars in English" (OpenAI, "What are tokens and how to count them?"). */
export const charactersPerToken = 4;

/**
 * The conversation up to and with the messages to answer. It begins with a person's message, holds whole turns only,
 * drops the oldest first where they exceed the budget, and gives every tool call a result.
 */
export function composeConversation(
  turn: Pick<ClaimedTurn, "history" | "messages" | "summary">,
  options: HistoryOptions,
): ModelConversation {
  const labels = new SpeakerLabels(sendersOf(turn));
  const current = turn.messages.map((message) => toUserMessage(labels, message, options.files?.get(message.id)));
  const opening = summaryMessages(turn.summary);
  const budget = options.historyTokens * charactersPerToken - sizeOf(current) - sizeOf(opening);
  const earlier = groupByTurn(uncovered(turn)).map((entries) =>
    entries.flatMap((entry) => toMessages(labels, entry, options)),
  );
  const messages = [...opening, ...newestWithin(earlier, budget).flat(), ...current];
  return { messages: joinNeighbours(beginWithPerson(messages)).map(toModelMessage), isGroup: labels.isGroup };
}

/** What of the history the summary does not stand for. */
function uncovered({ history, summary }: Pick<ClaimedTurn, "history" | "summary">): readonly TranscriptEntry[] {
  return summary === undefined ? history : history.filter(({ sequence }) => sequence >= summary.upTo);
}

function summaryMessages(summary: ConversationSummary | undefined): readonly HistoryMessage[] {
  if (summary === undefined) return [];
  return [{ role: "user", content: toWellFormed(`${summaryTitle}\n${summary.text}`) }];
}

/** The oldest part of a conversation, to be summarised. */
export interface OlderPart {
  /** As lines, who said what; the newest of them where they exceed the budget. */
  readonly text: string;
  readonly upTo: number;
  /** How many entries it covers, beside those that a summary before it covered. */
  readonly entries: number;
}

/**
 * What is to be summarised before the turn: all but the newest turns within half the budget, once the whole exceeds it, or
 * the window of entries is full and would leave some out; undefined while neither is so.
 * @param isForced all but the newest turn, whatever fits.
 */
export function olderPart(
  turn: Pick<ClaimedTurn, "history" | "messages" | "summary">,
  options: HistoryOptions & { readonly historyLimit: number },
  isForced = false,
): OlderPart | undefined {
  const labels = new SpeakerLabels(sendersOf(turn));
  const current = turn.messages.map((message) => toUserMessage(labels, message, options.files?.get(message.id)));
  const budget = options.historyTokens * charactersPerToken - sizeOf(current) - sizeOf(summaryMessages(turn.summary));
  const grouped = groupByTurn(uncovered(turn));
  const turns = grouped.map((entries) => entries.flatMap((entry) => toMessages(labels, entry, options)));
  const fits = newestWithin(turns, budget).length === turns.length;
  if (!isForced && fits && !isWindowFull(turn, options.historyLimit)) return undefined;
  const kept = isForced ? 1 : Math.min(newestWithin(turns, budget / 2).length, Math.ceil(turns.length / 2));
  const older = grouped.slice(0, grouped.length - kept).flat();
  const last = older.at(-1);
  if (last === undefined) return undefined;
  const text = older.map((entry) => lineOf(labels, entry)).join("\n");
  return {
    text: text.slice(-options.historyTokens * charactersPerToken),
    upTo: last.sequence + 1,
    entries: older.length,
  };
}

/** Whether entries that nothing stands for are about to leave what a run is given. */
function isWindowFull({ history, summary }: Pick<ClaimedTurn, "history" | "summary">, historyLimit: number): boolean {
  const first = history[0];
  if (first === undefined || history.length < historyLimit) return false;
  return first.sequence + historyLimit / 4 > (summary?.upTo ?? 0);
}

function lineOf(labels: SpeakerLabels, entry: Spoken): string {
  switch (entry.role) {
    case "user": {
      const text = withLines(entry);
      return labels.isGroup ? labels.label(entry.sender, text) : `Person: ${text}`;
    }
    case "operator":
      return `You: ${entry.text}`;
    case "assistant":
      return `You: ${textOfParts(entry.parts)}`;
  }
}

/** Files stand behind the text, which names them in their order. */
type HistoryMessage =
  | { readonly role: "user"; readonly content: string; readonly files?: readonly FilePart[] }
  | AnswerMessage;

function toModelMessage(message: HistoryMessage): ModelMessage {
  if (message.role !== "user") return message;
  const { content, files = [] } = message;
  return { role: "user", content: files.length === 0 ? content : [{ type: "text", text: content }, ...files] };
}

function sendersOf({ history, messages }: Pick<ClaimedTurn, "history" | "messages">): readonly Person[] {
  const earlier = history.flatMap((entry) => (entry.role === "user" ? [entry.sender] : []));
  return [...earlier, ...messages.map((message) => message.sender)];
}

interface UserMessage {
  readonly sender: Person;
  readonly text: string;
  readonly attachments?: readonly Attachment[] | undefined;
}

function toUserMessage(
  labels: SpeakerLabels,
  message: UserMessage,
  shown: ReadonlyMap<number, ShownFile> | undefined,
): HistoryMessage {
  const content = toWellFormed(labels.label(message.sender, withLines(message, shown)));
  const files = [...(shown?.values() ?? [])].flatMap((file) => (file.kind === "file" ? [file.part] : []));
  return { role: "user", content, ...(files.length > 0 && { files }) };
}

/** The text, then a line for each attachment, with the text of those that are text. */
function withLines({ text, attachments = [] }: UserMessage, shown?: ReadonlyMap<number, ShownFile>): string {
  const lines = attachments.map((attachment, index) => {
    const file = shown?.get(index);
    const line = attachmentLine(attachment);
    return file?.kind === "text" ? `${line}\n${file.text.trimEnd()}\n[end of attachment]` : line;
  });
  return [text, ...lines].join("\n");
}

function toMessages(
  labels: SpeakerLabels,
  entry: Spoken,
  { hasTools, files }: HistoryOptions,
): readonly HistoryMessage[] {
  switch (entry.role) {
    case "user":
      return [toUserMessage(labels, entry, files?.get(entry.messageId))];
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
  return messages.reduce((size, message) => {
    const files = message.role === "user" ? (message.files?.length ?? 0) : 0;
    return size + lengthOf(message.content) + files * tokensPerFile * charactersPerToken;
  }, 0);
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
      joined[joined.length - 1] = {
        role: "user",
        content: `${last.content}\n\n${message.content}`,
        files: [...(last.files ?? []), ...(message.files ?? [])],
      };
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
