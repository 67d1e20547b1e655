import type { MessageId, RunId } from "../identifiers.ts";
import type { JsonValue } from "../json.ts";
import type { Attachment } from "./attachment.ts";

/** Somebody who wrote a message. */
export interface Person {
  /** The service's id of the person. */
  readonly id: string;
  /** What others see. */
  readonly name?: string | undefined;
}

interface TranscriptEntryBase {
  /** Place in the session's current epoch: 0, 1, 2, … without gaps. */
  readonly sequence: number;
  /** When it was written, in milliseconds since 1970. */
  readonly at: number;
}

/** What a person wrote. */
export interface UserEntry extends TranscriptEntryBase {
  readonly role: "user";
  readonly messageId: MessageId;
  /** The run of its turn; undefined in transcripts that were imported or are older than this member. */
  readonly runId?: RunId | undefined;
  readonly sender: Person;
  readonly text: string;
  /** What came with it; absent when there was nothing. */
  readonly attachments?: readonly Attachment[] | undefined;
  /** When its person changed it last after it was answered, in milliseconds since 1970; absent when they never did. */
  readonly editedAt?: number | undefined;
}

/** A piece of text that the agent wrote. */
export interface TextPart {
  readonly type: "text";
  readonly text: string;
}

/** A tool that the agent called, with what came back. */
export interface ToolPart {
  readonly type: "tool";
  readonly callId: string;
  readonly name: string;
  readonly input: JsonValue;
  /** What the tool gave back, or the text of its error; undefined when the run ended before. */
  readonly output?: JsonValue | undefined;
  readonly isError?: boolean | undefined;
  readonly durationMilliseconds?: number | undefined;
}

/** One part of an answer. */
export type AnswerPart = TextPart | ToolPart;

/** What the agent answered. */
export interface AssistantEntry extends TranscriptEntryBase {
  readonly role: "assistant";
  readonly runId: RunId;
  readonly parts: readonly AnswerPart[];
  /** Present when the answer is not whole: the run was stopped while it was being written. */
  readonly isStopped?: true | undefined;
}

/** What an operator said in the conversation, in the bot's place: to its people and to the model it is the bot's word. */
export interface OperatorEntry extends TranscriptEntryBase {
  readonly role: "operator";
  readonly messageId: MessageId;
  /** The operator, as the audit log names them. */
  readonly author: Person;
  readonly text: string;
}

/** What an operator wrote down for others who run the bot: neither the conversation's people nor the model see it. */
export interface NoteEntry extends TranscriptEntryBase {
  readonly role: "note";
  readonly messageId: MessageId;
  /** The operator, as the audit log names them. */
  readonly author: Person;
  readonly text: string;
}

/** What happened to the conversation, for people who read it; the model never sees it. */
export interface NoticeEntry extends TranscriptEntryBase {
  readonly role: "notice";
  readonly text: string;
}

/** One entry of a transcript. */
export type TranscriptEntry = UserEntry | AssistantEntry | OperatorEntry | NoteEntry | NoticeEntry;

type WithoutPlace<Entry> = Entry extends TranscriptEntry ? Omit<Entry, "sequence"> : never;
/** An entry that the store has yet to give its place. */
export type NewTranscriptEntry = WithoutPlace<TranscriptEntry>;

/** The text of an answer without its tool calls. */
export function textOfParts(parts: readonly AnswerPart[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}
