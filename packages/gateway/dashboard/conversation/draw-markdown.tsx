import type { Nodes, Paragraph, Parents } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { type ComponentType, type ReactNode, createElement, memo } from "react";
import { SafeLink, linked } from "./linked-text.tsx";
import { type TableSource, findTable } from "./markdown-table.ts";

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

/** Shows code; `label` is which language, or what it is. */
export type CodeComponent = ComponentType<{ readonly code: string; readonly label: string }>;

/** What is drawn, and with what. */
interface Drawing {
  readonly source: string;
  readonly Code: CodeComponent;
}

/**
 * Markdown as elements of this page's own making: no text becomes HTML on the way. HTML in it is shown as the text that it
 * is, no image is loaded, wherever it lies, and a link goes to a page of its own that knows nothing of this one.
 * @param Code shows code, as the page has it.
 */
export function createMarkdown(Code: CodeComponent): ComponentType<{ readonly text: string }> {
  return memo(function Markdown({ text }: { readonly text: string }) {
    return <div className="markdown">{draw({ source: text, Code })}</div>;
  });
}

/** @param isInline true for what stands in a line, such as a cell of a table. */
function draw(drawing: Drawing, isInline = false): readonly ReactNode[] {
  const root = fromMarkdown(drawing.source);
  const [first] = root.children;
  return childrenOf(isInline && first?.type === "paragraph" ? first : root, drawing);
}

function childrenOf(parent: Parents, drawing: Drawing): readonly ReactNode[] {
  return parent.children.map((child, index) => toElement(child, index, drawing));
}

function toElement(node: Nodes, key: number, drawing: Drawing): ReactNode {
  const table = node.type === "paragraph" ? findTable(sourceOf(node, drawing)) : undefined;
  if (table !== undefined) return <Table key={key} table={table} Code={drawing.Code} />;
  const element = elements[node.type];
  if (element !== undefined && "children" in node) return createElement(element, { key }, ...childrenOf(node, drawing));
  switch (node.type) {
    case "text":
      return linked(node.value);
    case "html":
      return node.value;
    case "inlineCode":
      return <code key={key}>{node.value}</code>;
    case "code":
      return <drawing.Code key={key} code={node.value} label={node.lang ?? "text"} />;
    case "heading":
      // Below the headings of the page itself.
      return createElement(`h${Math.min(node.depth + 2, 6)}`, { key }, ...childrenOf(node, drawing));
    case "list":
      return createElement(
        node.ordered === true ? "ol" : "ul",
        { key, start: node.start ?? undefined },
        ...childrenOf(node, drawing),
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
        <SafeLink key={key} url={node.url}>
          {node.children.map((child, index) =>
            child.type === "text" ? child.value : toElement(child, index, drawing),
          )}
        </SafeLink>
      ) : (
        <span key={key} className="no-link">
          {childrenOf(node, drawing)}
        </span>
      );
    default:
      // References to elsewhere in the text and whatever a later parser knows: what is in it, without more.
      return "children" in node ? <span key={key}>{childrenOf(node, drawing)}</span> : null;
  }
}

/** What stands in the text for a paragraph. */
function sourceOf({ position }: Paragraph, { source }: Drawing): string {
  return source.slice(position?.start.offset, position?.end.offset);
}

/** A table that scrolls within itself where it is wider than the conversation. */
function Table({
  table: { before, head, rows, align },
  Code,
}: {
  readonly table: TableSource;
  readonly Code: CodeComponent;
}) {
  const cell = (text: string, column: number) => ({
    key: column,
    style: { textAlign: align[column] },
    children: draw({ source: text, Code }, true),
  });
  return (
    <>
      {before !== "" && <p>{draw({ source: before, Code }, true)}</p>}
      <div className="wide-table" tabIndex={0} role="group">
        <table>
          <thead>
            <tr>
              {head.map((text, column) => (
                <th {...cell(text, column)} key={column} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              <tr key={row}>
                {cells.map((text, column) => (
                  <td {...cell(text, column)} key={column} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
