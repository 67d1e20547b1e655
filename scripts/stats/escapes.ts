import { Visitor } from "oxc-parser";
import { lineAt, type SourceFile } from "./source-file.ts";

/** Where a file steps around the type checker; each place is `path:line`. */
export interface TypeEscapes {
  readonly any: readonly string[];
  /** `as` casts, without `as const`, and without those in a parser. */
  readonly casts: readonly string[];
}

/** A parser turns unknown input into a type, so it may cast; its file says what it is. */
const PARSER_FILE = /(^|[-/.])(parse|parser|schema|codec)([-.]|$)/;
/** So may a function whose name says it. */
const PARSER_FUNCTION = /^(parse|decode)([A-Z]|$)/;

/** Finds every `any` and every `as` outside a parser. */
export function findTypeEscapes(file: SourceFile): TypeEscapes {
  const any: string[] = [];
  const casts: string[] = [];
  const place = (offset: number): string => `${file.path}:${lineAt(file.text, offset)}`;
  let parsersAround = PARSER_FILE.test(file.path) ? 1 : 0;
  const enter = (name: string | undefined): void => void (parsersAround += isParser(name) ? 1 : 0);
  const leave = (name: string | undefined): void => void (parsersAround -= isParser(name) ? 1 : 0);
  new Visitor({
    FunctionDeclaration: (node) => enter(node.id?.name),
    "FunctionDeclaration:exit": (node) => leave(node.id?.name),
    MethodDefinition: (node) => enter(file.text.slice(node.key.start, node.key.end)),
    "MethodDefinition:exit": (node) => leave(file.text.slice(node.key.start, node.key.end)),
    TSAnyKeyword: (node) => any.push(place(node.start)),
    TSAsExpression: (node) => {
      const type = file.text.slice(node.typeAnnotation.start, node.typeAnnotation.end);
      if (type !== "const" && parsersAround === 0) casts.push(place(node.typeAnnotation.start));
    },
  }).visit(file.syntax.program);
  return { any, casts };
}

function isParser(name: string | undefined): boolean {
  return name !== undefined && PARSER_FUNCTION.test(name.replace(/^#/, ""));
}
