import { type MethodDefinition, type PropertyKey, Visitor } from "oxc-parser";
import { lineAt, type SourceFile } from "./source-file.ts";

/** A function with a body of its own, and how long it is. */
export interface FunctionSize {
  /** `path:line`, as terminals and editors understand it. */
  readonly place: string;
  readonly name: string;
  readonly lines: number;
}

/**
 * Finds the functions and methods that have a name, and measures each from its first to its last line.
 * A callback counts as part of the function around it.
 */
export function measureFunctions(file: SourceFile): FunctionSize[] {
  const found: FunctionSize[] = [];
  const add = (name: string, start: number, end: number): void => {
    const firstLine = lineAt(file.text, start);
    const lines = lineAt(file.text, end) - firstLine + 1;
    found.push({ place: `${file.path}:${firstLine}`, name, lines });
  };
  new Visitor({
    FunctionDeclaration: (node) => add(node.id?.name ?? "default", node.start, node.end),
    MethodDefinition: (node) => add(methodName(node), node.start, node.end),
    Property: (node) => {
      if (node.value.type === "FunctionExpression") add(keyName(node.key), node.start, node.end);
    },
    VariableDeclarator: (node) => {
      const isFunction = node.init?.type === "ArrowFunctionExpression" || node.init?.type === "FunctionExpression";
      if (isFunction && node.id.type === "Identifier") add(node.id.name, node.start, node.end);
    },
  }).visit(file.syntax.program);
  return found;
}

function methodName(node: MethodDefinition): string {
  return node.kind === "get" || node.kind === "set" ? `${node.kind} ${keyName(node.key)}` : keyName(node.key);
}

function keyName(key: PropertyKey): string {
  if (key.type === "Identifier") return key.name;
  if (key.type === "PrivateIdentifier") return `#${key.name}`;
  return "[computed]";
}
