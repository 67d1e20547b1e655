import { type Edit, alignTable, breakFences, plainTextOf } from "@keyturn/core/text";
import type { Code, Heading, ListItem, Nodes, Table } from "mdast";
import { continuationAt, stretchOf } from "./source-position.ts";

/** What has to change in a block for Discord, without what is in it; of a table or code, which cannot stay, all. */
export function editBlock(text: string, node: Nodes): readonly Edit[] {
  switch (node.type) {
    case "table":
      return replace(text, node, codeBlock("", tableLines(node)));
    case "code":
      return isPlainFence(text, node) ? [] : replace(text, node, codeBlock(languageOf(node), codeLines(node)));
    case "heading":
      return editHeading(text, node);
    case "listItem":
      return editListItem(text, node);
    case "thematicBreak":
      return replace(text, node, ["──────────"]);
    case "definition":
      return replace(text, node, []);
    default:
      return [];
  }
}

function replace(text: string, node: Nodes, lines: readonly string[]): readonly Edit[] {
  const stretch = stretchOf(node);
  if (stretch === undefined) return [];
  return [{ ...stretch, replacement: lines.join(`\n${continuationAt(text, stretch.start)}`) }];
}

function codeBlock(language: string, lines: readonly string[]): readonly string[] {
  return [`\`\`\`${language}`, ...lines, "```"];
}

function codeLines({ value }: Code): readonly string[] {
  return breakFences(value).split("\n");
}

function tableLines({ children, align }: Table): readonly string[] {
  const rows = children.map((row) => row.children.map((cell) => breakFences(plainTextOf(cell))));
  return alignTable(
    rows,
    (align ?? []).map((side) => side ?? undefined),
  );
}

/** The language, where Discord can read it; else it would show it as the first line of the code. */
function languageOf({ lang }: Code): string {
  return lang !== null && lang !== undefined && /^[\w+.#-]+$/.test(lang) ? lang : "";
}

/** Whether the code stands between three backticks already, and has nothing but a language behind them. */
function isPlainFence(text: string, node: Code): boolean {
  const stretch = stretchOf(node);
  if (stretch === undefined) return true;
  const source = text.slice(stretch.start, stretch.end);
  return /^```(?!`)[\w+.#-]*[ \t]*(?:\r?\n|$)/.test(source) && !node.value.includes("```");
}

/** A heading that Discord does not know: deeper than three, or underlined. */
function editHeading(text: string, node: Heading): readonly Edit[] {
  const stretch = stretchOf(node);
  const contentEnd = stretchOf(node.children.at(-1) ?? node)?.end;
  if (stretch === undefined || contentEnd === undefined) return [];
  const isUnderlined = !text.startsWith("#", stretch.start);
  if (isUnderlined) {
    if (text.slice(stretch.start, contentEnd).includes("\n")) return [];
    const marker = { start: stretch.start, end: stretch.start, replacement: `${"#".repeat(node.depth)} ` };
    return [marker, { start: contentEnd, end: stretch.end, replacement: "" }];
  }
  return node.depth <= 3 ? [] : [{ start: stretch.start, end: stretch.start + node.depth, replacement: "###" }];
}

/** Boxes as signs; the marker `+`, which Discord does not know, as `-`. */
function editListItem(text: string, node: ListItem): readonly Edit[] {
  const stretch = stretchOf(node);
  if (stretch === undefined) return [];
  const marker = /^(?:[-*+]|\d{1,9}[.)])/.exec(text.slice(stretch.start, stretch.start + 10))?.[0];
  if (marker === undefined) return [];
  const known = marker === "+" ? "-" : marker;
  const box =
    typeof node.checked === "boolean"
      ? /^\s+\[[ xX]\]/.exec(text.slice(stretch.start + marker.length, stretch.end))
      : null;
  if (box === null && known === marker) return [];
  const replacement = box === null ? known : `${known} ${node.checked === true ? "☑" : "☐"}`;
  return [{ start: stretch.start, end: stretch.start + marker.length + (box?.[0].length ?? 0), replacement }];
}
