import { splitMarkdown } from "@keyturn/core/text";
import { toDiscordMarkdown } from "./discord-markdown.ts";

/** Longest message of a bot, in UTF-16 code units; Discord, "Create Message". */
export const messageLimit = 2_000;

/** Most messages that one answer becomes; a longer one is a file, which does not push the conversation away. */
const maximumPieces = 5;

/** How much of a long answer stands above its file, in UTF-16 code units. */
const leadLimit = 500;

/** How an answer is shown: as messages, or as one message with the whole answer as a file. */
export type AnswerPlan =
  | { readonly kind: "pieces"; readonly pieces: readonly string[] }
  | {
      readonly kind: "file";
      readonly lead: string;
      readonly file: { readonly name: string; readonly content: string };
    };

/** Plans how an answer is shown on Discord. An answer of white space alone has no pieces. The file has the text as it was written. */
export function piecesOf(text: string): AnswerPlan {
  const shown = toDiscordMarkdown(text);
  const pieces = splitMarkdown(shown, { limit: messageLimit });
  if (pieces.length <= maximumPieces) return { kind: "pieces", pieces };
  const [lead = ""] = splitMarkdown(shown, { limit: leadLimit });
  return {
    kind: "file",
    lead: `${lead}\n\n-# … The whole answer is in the attached file.`,
    file: { name: "answer.md", content: text },
  };
}
