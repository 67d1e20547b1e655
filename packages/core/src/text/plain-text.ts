import type { Nodes } from "mdast";

/** What a node of Markdown says, without marks, on one line: for cells of tables and for labels. */
export function plainTextOf(node: Nodes): string {
  return read(node).replaceAll(/\s+/g, " ").trim();
}

function read(node: Nodes): string {
  if (node.type === "break") return " ";
  if (node.type === "image" || node.type === "imageReference") return node.alt ?? "";
  if (node.type === "html") return /^<br\s*\/?>$/i.test(node.value) ? " " : node.value;
  if ("value" in node) return node.value;
  return "children" in node ? node.children.map(read).join("") : "";
}
