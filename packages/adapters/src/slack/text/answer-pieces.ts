import { splitMarkdown } from "@keyturn/core/text";
import { estimateBlocks } from "./estimate-blocks.ts";
import { toMarkdownBlockText } from "./markdown-block-text.ts";
import { toMrkdwn } from "./mrkdwn.ts";

/** Longest `text` that Slack is known to take in every call, in UTF-16 code units: `chat.update` answers msg_too_long from about 4,000. */
export const textLimit = 3_900;

/** Longest text of a `markdown` block, in UTF-16 code units; Slack takes 12,000. */
export const markdownBlockLimit = 11_500;

/** Most text of a message, `text` and blocks together, in UTF-16 code units; above it Slack answers msg_blocks_too_long. */
export const messageTextLimit = 13_200;

/** Most blocks that Slack may make of a `markdown` block; above 50 it answers invalid_blocks. */
export const expandedBlockLimit = 45;

/** A message with a `markdown` block. */
export interface MarkdownMessage {
  readonly markdown: string;
  /** The fallback for notifications and screen readers, in mrkdwn: the beginning, where there is not room for all. */
  readonly text: string;
}

/** An answer as the `text` of messages, in mrkdwn; none for white space. */
export function textPiecesOf(answer: string): readonly string[] {
  return splitMarkdown(toMrkdwn(answer), { limit: textLimit });
}

/** An answer as messages with a `markdown` block each, every one within all of Slack's limits; none for white space. */
export function markdownMessagesOf(answer: string): readonly MarkdownMessage[] {
  const pieces = splitByBlocks(toMarkdownBlockText(answer), markdownBlockLimit);
  return pieces.map((markdown) => {
    const limit = Math.min(textLimit, messageTextLimit - markdown.length);
    return { markdown, text: splitMarkdown(toMrkdwn(markdown), { limit })[0] ?? "…" };
  });
}

/** Halves what would become too many blocks until it does not: a block takes two characters at least. */
function splitByBlocks(markdown: string, limit: number): readonly string[] {
  return splitMarkdown(markdown, { limit }).flatMap((piece) => {
    if (piece.length <= 2 * expandedBlockLimit || estimateBlocks(piece) <= expandedBlockLimit) return [piece];
    return splitByBlocks(piece, Math.max(2 * expandedBlockLimit, Math.ceil(piece.length / 2)));
  });
}
