import type { Nodes, Parents } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { type ReactNode, createElement, memo } from "react";

/** Addresses that may be followed. Everything else stays text. */
const safeScheme = /^(?:https?|mailto):/i;

/** Nodes that are an element of HTML, with what is in them. */
const elements: Readonly<Record<string, string>> = {
  paragraph: "p",
  emphasis: "em",
  strong: "strong",
  delete: "del",
  blockquote: "blockquote",
  listItem: "li",
};

/**
 * Markdown as elements of this page's own making: no text becomes HTML on the way. HTML in it is shown as the text that it
 * is, no image is loaded, wherever it lies, and a link goes to a page of its own that knows nothing of this one.
 */
const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  return <div className="markdown">{childrenOf(fromMarkdown(text))}</div>;
});

export default Markdown;

function childrenOf(parent: Parents): readonly ReactNode[] {
  return parent.children.map((child, index) => toElement(child, index));
}

function toElement(node: Nodes, key: number): ReactNode {
  const element = elements[node.type];
  if (element !== undefined && "children" in node) return createElement(element, { key }, ...childrenOf(node));
  switch (node.type) {
    case "text":
    case "html":
      return node.value;
    case "inlineCode":
      return <code key={key}>{node.value}</code>;
    case "code":
      return (
        <pre key={key} tabIndex={0}>
          <code>{node.value}</code>
        </pre>
      );
    case "heading":
      // Below the headings of the page itself.
      return createElement(`h${Math.min(node.depth + 2, 6)}`, { key }, ...childrenOf(node));
    case "list":
      return createElement(
        node.ordered === true ? "ol" : "ul",
        { key, start: node.start ?? undefined },
        ...childrenOf(node),
      );
    case "break":
      return <br key={key} />;
    case "thematicBreak":
      return <hr key={key} />;
    case "image":
      return (
        <span key={key} className="no-image">
          🖼 {node.alt} {node.url}
        </span>
      );
    case "link":
      return safeScheme.test(node.url) ? (
        <a key={key} href={node.url} target="_blank" rel="noopener noreferrer nofollow">
          {childrenOf(node)}
        </a>
      ) : (
        <span key={key} className="no-link">
          {childrenOf(node)}
        </span>
      );
    default:
      // References to elsewhere in the text and whatever a later parser knows: what is in it, without more.
      return "children" in node ? <span key={key}>{childrenOf(node)}</span> : null;
  }
}
