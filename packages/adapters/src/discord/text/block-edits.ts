import { type Edit, alignTable, breakFences, plainTextOf } from "@keyturn/core/text";
import type { Code, Heading, ListItem, Nodes, Table } from "mdast";
import { continuationAt, stretchOf } from "./source-position.ts";

/** What a block has to become for Discord; undefined when it can stay. */
export function editBlock(text: string, node: Nodes): Edit | undefined {
  switch (node.type) {
    case "table":
      return replace(text, node, codeBlock("", tableLines(node)));
    case "code":
      return isPlainFence(text, node) ? undefined : replace(text, node, codeBlock(languageOf(node), codeLines(node)));
    case "heading":
      return editHeading(text, node);
    case "listItem":
      return editListItem(text, node);
    case "thematicBreak":
      return replace(text, node, ["──────────"]);
    case "definition":
      return replace(text, node, []);
    default:
      return undefined;
  }
}

function replace(text: string, node: Nodes, lines: readonly string[]): Edit | undefined {
  const stretch = stretchOf(node);
  if (stretch === undefined) return undefined;
  return { ...stretch, replacement: lines.join(`\n${continuationAt(text, stretch.start)}`) };
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
function editHeading(text: string, node: Heading): Edit | undefined {
  const stretch = stretchOf(node);
  const [first, last] = [node.children[0], node.children.at(-1)];
  const content = first && last ? [stretchOf(first)?.start, stretchOf(last)?.end] : [];
  if (stretch === undefined || content[0] === undefined || content[1] === undefined) return undefined;
  const isUnderlined = !text.startsWith("#", stretch.start);
  if (isUnderlined && !text.slice(content[0], content[1]).includes("\n")) {
    const title = text.slice(content[0], content[1]);
    return { ...stretch, replacement: `${"#".repeat(node.depth)} ${title}` };
  }
  if (node.depth <= 3) return undefined;
  return { start: stretch.start, end: stretch.start + node.depth, replacement: "###" };
}

/** Boxes as signs; the marker `+`, which Discord does not know, as `-`. */
function editListItem(text: string, node: ListItem): Edit | undefined {
  const stretch = stretchOf(node);
  if (stretch === undefined) return undefined;
  const marker = /^(?:[-*+]|\d{1,9}[.)])/.exec(text.slice(stretch.start, stretch.start + 10))?.[0];
  if (marker === undefined) return undefined;
  const known = marker === "+" ? "-" : marker;
  const box =
    typeof node.checked === "boolean"
      ? /^\s+\[[ xX]\]/.exec(text.slice(stretch.start + marker.length, stretch.end))
      : null;
  if (box === null && known === marker) return undefined;
  const replacement = box === null ? known : `${known} ${node.checked === true ? "☑" : "☐"}`;
  return { start: stretch.start, end: stretch.start + marker.length + (box?.[0].length ?? 0), replacement };
}
