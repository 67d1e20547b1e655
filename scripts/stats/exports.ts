import {
  type Declaration,
  type ExportDefaultDeclaration,
  type ExportNamedDeclaration,
  type Statement,
} from "oxc-parser";
import { lineAt, type SourceFile } from "./source-file.ts";

/** Something a file exports and also declares; what it only passes on is not counted. */
export interface ExportedName {
  /** `path:line` of the declaration. */
  readonly place: string;
  readonly name: string;
  readonly isDocumented: boolean;
}

/** Finds what a file exports, and whether a doc comment stands right before each declaration. Overloads count once. */
export function findExports(file: SourceFile): ExportedName[] {
  const statements = file.syntax.program.body;
  const found = new Map<string, ExportedName>();
  const add = (name: string, statement: Statement): void => {
    const place = found.get(name)?.place ?? `${file.path}:${lineAt(file.text, statement.start)}`;
    const isDocumented = found.get(name)?.isDocumented === true || hasDocComment(file, statement.start);
    found.set(name, { place, name, isDocumented });
  };
  const declaredLater = localExports(statements);
  for (const statement of statements) {
    const isExport = statement.type === "ExportNamedDeclaration" || statement.type === "ExportDefaultDeclaration";
    for (const name of isExport ? exportedNames(statement) : declaredNames(statement)) {
      if (isExport || declaredLater.has(name)) add(name, statement);
    }
  }
  return [...found.values()];
}

/** Names in `export { a, b }` without `from`: declared elsewhere in the file. */
function localExports(statements: readonly Statement[]): Set<string> {
  const names = new Set<string>();
  for (const statement of statements) {
    if (statement.type !== "ExportNamedDeclaration" || statement.source !== null) continue;
    for (const { local } of statement.specifiers) {
      if (local.type === "Identifier") names.add(local.name);
    }
  }
  return names;
}

function exportedNames(statement: ExportNamedDeclaration | ExportDefaultDeclaration): string[] {
  if (statement.type === "ExportDefaultDeclaration") {
    return statement.declaration.type === "Identifier" ? [] : ["default"];
  }
  return statement.declaration === null ? [] : declaredNames(statement.declaration);
}

function declaredNames(node: Statement | Declaration): string[] {
  switch (node.type) {
    case "VariableDeclaration":
      return node.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
    case "FunctionDeclaration":
    case "TSDeclareFunction":
    case "ClassDeclaration":
      return node.id === null ? [] : [node.id.name];
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration":
    case "TSEnumDeclaration":
      return [node.id.name];
    default:
      return [];
  }
}

function hasDocComment(file: SourceFile, start: number): boolean {
  return file.syntax.comments.some(
    (comment) =>
      comment.type === "Block" &&
      comment.value.startsWith("*") &&
      comment.end <= start &&
      file.text.slice(comment.end, start).trim() === "",
  );
}
