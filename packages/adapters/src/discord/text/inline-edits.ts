import type { Edit } from "@keyturn/core/text";
import type { Nodes } from "mdast";
import { stretchOf } from "./source-position.ts";

/** The tags that Discord has a mark for. */
const marks: Readonly<Record<string, string>> = {
  b: "**",
  strong: "**",
  i: "*",
  em: "*",
  u: "__",
  ins: "__",
  s: "~~",
  del: "~~",
  strike: "~~",
  code: "`",
  kbd: "`",
};

/** What becomes of a part of a line for Discord: nothing, for most. */
export function editInline(
  text: string,
  node: Nodes,
  parent: Nodes | undefined,
  definitions: ReadonlyMap<string, string>,
): readonly Edit[] {
  const stretch = stretchOf(node);
  if (stretch === undefined) return [];
  const source = text.slice(stretch.start, stretch.end);
  switch (node.type) {
    case "image":
    case "imageReference": {
      const url = node.type === "image" ? node.url : definitions.get(node.identifier);
      return url === undefined ? [] : [{ ...stretch, replacement: imageLink(node.alt ?? "", url, parent) }];
    }
    case "linkReference": {
      const url = definitions.get(node.identifier);
      const labelEnd = stretchOf(node.children.at(-1) ?? node)?.end;
      if (url === undefined || labelEnd === undefined) return [];
      return [{ start: labelEnd, end: stretch.end, replacement: `](${targetOf(url)})` }];
    }
    case "html": {
      const replacement = readTags(source);
      return replacement === source ? [] : [{ ...stretch, replacement }];
    }
    case "break":
      return source.startsWith("\\") ? [{ start: stretch.start, end: stretch.start + 1, replacement: "" }] : [];
    default:
      return [];
  }
}

/** An image as a link; within a link, its description alone. Without a description the address, which Discord unfolds. */
function imageLink(alt: string, url: string, parent: Nodes | undefined): string {
  const label = alt.replaceAll(/[[\]\s]+/g, " ").trim();
  if (parent?.type === "link" || parent?.type === "linkReference") return label === "" ? "image" : label;
  return label === "" ? targetOf(url) : `[${label}](${targetOf(url)})`;
}

/** An address without what would end the link. */
function targetOf(url: string): string {
  return url.replaceAll(/[\s()<>]/g, (sign) => encodeURIComponent(sign).replace("(", "%28").replace(")", "%29"));
}

function readTags(html: string): string {
  if (/^<!--[\s\S]*-->$/.test(html)) return "";
  return html.replaceAll(/<(\/?)([a-z]+)\s*\/?>/gi, (tag, _slash: string, name: string) =>
    name.toLowerCase() === "br" ? "\n" : (marks[name.toLowerCase()] ?? tag),
  );
}
