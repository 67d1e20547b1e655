import { alignTable, breakFences, plainTextOf } from "@keyturn/core/text";
import type { List, ListItem, RootContent, Table } from "mdast";
import { escapeText } from "./escape-text.ts";
import { writeInlines } from "./mrkdwn-inlines.ts";

/** What a block needs to know of what is around it. */
export interface BlockContext {
  readonly definitions: ReadonlyMap<string, string>;
  /** How many lists it is in. */
  readonly depth: number;
}

/** Signs of lists without numbers, by depth. */
const bullets = ["•", "◦", "▪"] as const;

/** Blocks in mrkdwn, with an empty line between them. */
export function writeBlocks(nodes: readonly RootContent[], context: BlockContext): string {
  return nodes
    .map((node) => writeBlock(node, context))
    .filter((block) => block !== "")
    .join("\n\n");
}

function writeBlock(node: RootContent, context: BlockContext): string {
  switch (node.type) {
    case "paragraph":
      return writeInlines(node.children, { definitions: context.definitions, marks: "" }).trim();
    case "heading": {
      const title = writeInlines(node.children, { definitions: context.definitions, marks: "*" }).trim();
      return title === "" ? "" : `*${title.replaceAll("\n", " ")}*`;
    }
    case "blockquote":
      return quote(writeBlocks(node.children, context));
    case "list":
      return writeList(node, context);
    case "code":
      return codeBlock(node.value);
    case "table":
      return codeBlock(tableLines(node).join("\n"));
    case "thematicBreak":
      return "──────────";
    case "html":
      return escapeText(node.value.replaceAll(/<!--[\s\S]*?-->/g, "").replaceAll(/<br\s*\/?>/gi, "\n")).trim();
    case "footnoteDefinition":
      return `[${escapeText(node.label ?? node.identifier)}] ${writeBlocks(node.children, context)}`;
    case "definition":
      return "";
    default:
      return writeInlines([node], { definitions: context.definitions, marks: "" });
  }
}

function quote(text: string): string {
  return text === "" ? "" : text.replaceAll(/^/gm, "> ").replaceAll(/^> $/gm, ">");
}

function codeBlock(code: string): string {
  return `\`\`\`\n${escapeText(breakFences(code))}\n\`\`\``;
}

function tableLines({ children, align }: Table): readonly string[] {
  const rows = children.map((row) => row.children.map((cell) => plainTextOf(cell)));
  return alignTable(
    rows,
    (align ?? []).map((side) => side ?? undefined),
  );
}

function writeList(list: List, context: BlockContext): string {
  const first = list.start ?? 1;
  const items = list.children.map((item, index) => {
    const marker = list.ordered === true ? `${first + index}.` : (bullets[Math.min(context.depth, 2)] ?? "•");
    return writeItem(item, marker, context);
  });
  return items.join(list.spread === true ? "\n\n" : "\n");
}

/** An item. What follows its first line is indented, but for quotes and blocks of code, which Slack knows at the beginning of a line alone. */
function writeItem(item: ListItem, marker: string, context: BlockContext): string {
  const box = typeof item.checked === "boolean" ? (item.checked ? "☑ " : "☐ ") : "";
  const blocks = item.children.map((child) => indent(writeBlock(child, { ...context, depth: context.depth + 1 })));
  const text = blocks.map((block, index) => {
    if (/^(?:```|>)/.test(block)) return `\n${block}`;
    return index === 0 ? block : `\n    ${block}`;
  });
  return `${marker} ${box}${text.join("")}`.trimEnd();
}

function indent(block: string): string {
  const parts = block.split(/(^```\n[\s\S]*?\n```$)/m);
  return parts.map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/\n(?!\n|>|$)/g, "\n    "))).join("");
}
