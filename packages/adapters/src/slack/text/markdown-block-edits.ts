import { type Edit, plainTextOf } from "@keyturn/core/text";
import type { Definition, Image, Link, Nodes } from "mdast";
import { escapeText } from "./escape-text.ts";
import { partMentions } from "./part-mentions.ts";
import { safeUrl } from "./safe-url.ts";

/** Where a node stands in the text, in UTF-16 code units. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/** What a node has to become in a `markdown` block, or the end of it; undefined when it can stay. */
export function editForMarkdownBlock(
  text: string,
  node: Nodes,
  parent: Nodes | undefined,
  place: Place,
): Edit | undefined {
  const source = text.slice(place.start, place.end);
  switch (node.type) {
    case "code":
    case "inlineCode":
      return { ...place, replacement: partMentions(source) };
    case "html":
      return editHtml(source, parent, place);
    case "link":
      return editLink(text, node, source, place);
    case "image":
      return editImage(node, source, place);
    case "definition":
      return editDefinition(node, source, place);
    default:
      return undefined;
  }
}

function editHtml(source: string, parent: Nodes | undefined, place: Place): Edit | undefined {
  if (/^<!--[\s\S]*-->$/.test(source)) return { ...place, replacement: "" };
  if (!/^<br\s*\/?>$/i.test(source)) return undefined;
  return { ...place, replacement: parent?.type === "tableCell" ? " " : "\n" };
}

function editLink(text: string, node: Link, source: string, place: Place): Edit | undefined {
  const url = safeUrl(node.url);
  if (source.startsWith("<")) return { ...place, replacement: url ?? escapeText(source.slice(1, -1)) };
  if (!source.startsWith("[")) {
    // An address without marks around it would go on into the entity that a bracket behind it becomes.
    return text.startsWith("<", place.end) ? { ...place, replacement: `${partMentions(source)} ` } : undefined;
  }
  const labelEnd = node.children.at(-1)?.position?.end.offset ?? place.start + 1;
  if (url === undefined) return { ...place, replacement: inWords(plainTextOf(node), node.url) };
  return text.slice(labelEnd, place.end).includes("<")
    ? { start: labelEnd, end: place.end, replacement: `](${url})` }
    : undefined;
}

function editImage(node: Image, source: string, place: Place): Edit | undefined {
  const url = safeUrl(node.url);
  if (url === undefined) return { ...place, replacement: inWords(node.alt ?? "", node.url) };
  const label = escapeText((node.alt ?? "").replaceAll(/[[\]]/g, ""));
  return source.includes("<") ? { ...place, replacement: `![${partMentions(label)}](${url})` } : undefined;
}

function editDefinition(node: Definition, source: string, place: Place): Edit | undefined {
  const url = safeUrl(node.url);
  if (url === undefined) return { ...place, replacement: "" };
  const label = source.slice(0, source.indexOf("]:") + 2);
  if (!source.includes("<")) return undefined;
  return { ...place, replacement: label.includes("<") ? "" : `${label} ${url}` };
}

/** A link whose address leads nowhere that Slack may be sent. */
function inWords(label: string, url: string): string {
  return partMentions(escapeText(label === "" || label === url ? url : `${label} (${url})`));
}
