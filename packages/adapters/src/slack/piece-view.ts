import type { OutboundPiece } from "@keyturn/core";
import { buttonRow } from "./button-row.ts";
import type { SlackOptions } from "./slack-options.ts";
import { markdownMessagesOf, textPiecesOf } from "./text/answer-pieces.ts";

/** A message without its place. */
export type Shown = Readonly<Record<string, unknown>>;

/** Cuts an answer into pieces of one message each. */
export function splitAnswer(text: string, replies: SlackOptions["replies"]): readonly string[] {
  const pieces = replies === "text" ? textPiecesOf(text) : markdownMessagesOf(text).map(({ markdown }) => markdown);
  return pieces.length === 0 ? [text] : pieces;
}

/** A piece as messages: as blocks of Markdown with the button of an answer, where they are wanted; else as text. */
export function showPiece(
  { text, kind, key, runId, piece, pieces }: OutboundPiece,
  replies: SlackOptions["replies"],
): readonly Shown[] {
  const isAnswer = kind === "answer" && piece === pieces - 1 && runId !== undefined;
  const buttons = isAnswer ? [buttonRow("regenerate", key, runId)] : [];
  const isPlain = replies === "text" || kind === "command" || kind === "error";
  const messages = isPlain ? [] : markdownMessagesOf(text);
  if (messages.length === 0) return showAsText(text);
  return messages.map(({ markdown, text: fallback }, index) => ({
    text: fallback,
    blocks: [{ type: "markdown", text: markdown }, ...(index === messages.length - 1 ? buttons : [])],
  }));
}

/** A text as messages without blocks. */
export function showAsText(text: string): readonly Shown[] {
  const pieces = textPiecesOf(text);
  return (pieces.length === 0 ? ["…"] : pieces).map((piece) => ({ text: piece, mrkdwn: true }));
}
