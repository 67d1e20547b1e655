import { parseMarkdown } from "@keyturn/core/text";
import { definitionsOf } from "./definitions.ts";
import { writeBlocks } from "./mrkdwn-blocks.ts";

/**
 * Markdown as Slack's own mrkdwn, for `text` and for sections. Headings are bold lines, tables aligned blocks of code,
 * images links. Every `<`, `>` and `&` is escaped but those of links that this writes itself, also within code, labels and
 * addresses: whatever a model writes, it mentions nobody.
 */
export function toMrkdwn(markdown: string): string {
  const root = parseMarkdown(markdown);
  return writeBlocks(root.children, { definitions: definitionsOf(root), depth: 0 }).trim();
}
