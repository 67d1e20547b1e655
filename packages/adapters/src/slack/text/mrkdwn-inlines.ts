import { plainTextOf } from "@keyturn/core/text";
import type { Nodes, PhrasingContent, RootContent } from "mdast";
import { escapeText } from "./escape-text.ts";
import { safeUrl } from "./safe-url.ts";

/** What a part of a line needs to know of what is around it. */
export interface InlineContext {
  readonly definitions: ReadonlyMap<string, string>;
  /** The marks that it stands within already. */
  readonly marks: string;
}

/** Parts of a line in mrkdwn. */
export function writeInlines(nodes: readonly (PhrasingContent | RootContent)[], context: InlineContext): string {
  return nodes.reduce((line, node) => joinMarks(line, writeInline(node, context)), "");
}

/**
 * Slack reads a mark only where no letter touches it from outside, which in Chinese or within words is everywhere: there
 * a space of no width parts them.
 */
function joinMarks(line: string, next: string): string {
  const isMark = /[*_~`]/;
  const isWord = /[\p{L}\p{N}]/u;
  const touches =
    (isMark.test(line.slice(-1)) && isWord.test(firstOf(next))) ||
    (isWord.test(lastOf(line)) && isMark.test(next.charAt(0)));
  return touches ? `${line}\u200b${next}` : line + next;
}

const firstOf = (text: string): string => String.fromCodePoint(text.codePointAt(0) ?? 0x20);

const lastOf = (text: string): string => (/[\udc00-\udfff]$/.test(text) ? text.slice(-2) : text.slice(-1));

function writeInline(node: PhrasingContent | RootContent, context: InlineContext): string {
  switch (node.type) {
    case "text":
      return escapeText(node.value);
    case "strong":
      return mark("*", node.children, context);
    case "emphasis":
      return mark("_", node.children, context);
    case "delete":
      return mark("~", node.children, context);
    case "inlineCode":
      return `\`${escapeText(node.value.replaceAll("\n", " ").replaceAll("`", "ˋ"))}\``;
    case "break":
      return "\n";
    case "link":
      return writeLink(node.url, plainTextOf(node));
    case "image":
      return writeLink(node.url, node.alt ?? "");
    case "linkReference":
    case "imageReference":
      return writeReference(node, context);
    case "footnoteReference":
      return `[${escapeText(node.label ?? node.identifier)}]`;
    case "html":
      return node.value.startsWith("<!--") ? "" : /^<br\s*\/?>$/i.test(node.value) ? "\n" : escapeText(node.value);
    default:
      return escapeText(plainTextOf(node));
  }
}

/** Marked words, on one line, as Slack wants them. A mark within the same mark says nothing more. */
function mark(sign: string, children: readonly PhrasingContent[], context: InlineContext): string {
  if (context.marks.includes(sign)) return writeInlines(children, context);
  const words = writeInlines(children, { ...context, marks: context.marks + sign }).replaceAll(/\s*\n\s*/g, " ");
  return words.trim() === "" ? words : sign + words.trim() + sign;
}

function writeReference(node: Nodes & { readonly identifier: string }, { definitions }: InlineContext): string {
  const url = definitions.get(node.identifier);
  return url === undefined ? escapeText(plainTextOf(node)) : writeLink(url, plainTextOf(node));
}

/** Longest link that is written as one, in UTF-16 code units: it stays whole in a message of 3,900. */
const longestLink = 2_500;

/** A link, or its words where the address leads nowhere that Slack may be sent. */
function writeLink(url: string, label: string): string {
  const words = label.replaceAll(/\s+/g, " ").trim();
  const target = safeUrl(url);
  if (target === undefined || target.length + words.length > longestLink)
    return escapeText(words === url || url === "" ? words : `${words} (${url})`.trim());
  const escaped = escapeText(target);
  // A bar would end the label's part.
  return words === "" || words === url ? `<${escaped}>` : `<${escaped}|${escapeText(words.replaceAll("|", "¦"))}>`;
}
