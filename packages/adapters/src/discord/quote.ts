import type { Message } from "discord.js";

/** Most that is quoted of a message, in UTF-16 code units: enough to know what is meant. */
const longestQuote = 1_000;

/** What is quoted, as the agent reads it. */
export interface Quote {
  readonly authorId: string;
  readonly text: string;
}

/** The message that this one replies to; undefined when it replies to none, or that one cannot be read any more. */
export async function quoteOf(message: Message, reportMissing: (error: unknown) => void): Promise<Quote | undefined> {
  if (message.reference?.messageId === undefined) return undefined;
  try {
    const quoted = await message.fetchReference();
    const words = quoted.cleanContent.slice(0, longestQuote).toWellFormed();
    const text = words === "" ? "(no text)" : words;
    return { authorId: quoted.author.id, text: `In reply to ${quoted.author.displayName}:\n${prefixed(text)}` };
  } catch (error) {
    reportMissing(error);
    return undefined;
  }
}

function prefixed(text: string): string {
  return text
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
}
