import type { Nodes, Root } from "mdast";

/** The addresses that references of a text lead to, by name; of two with one name the first counts. */
export function definitionsOf(root: Root): ReadonlyMap<string, string> {
  const definitions = new Map<string, string>();
  const visit = (node: Nodes): void => {
    if (node.type === "definition" && !definitions.has(node.identifier)) definitions.set(node.identifier, node.url);
    if ("children" in node) for (const child of node.children) visit(child);
  };
  visit(root);
  return definitions;
}
