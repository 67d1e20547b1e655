import { globSync, readFileSync } from "node:fs";
import { parseSync, type ParseResult } from "oxc-parser";

/** One parsed TypeScript file of this repository. */
export interface SourceFile {
  /** Path from the root of the repository, with forward slashes. */
  readonly path: string;
  /** The part of the repository it belongs to: `packages/core`, `test`, `scripts`, … */
  readonly part: string;
  readonly isTest: boolean;
  readonly text: string;
  readonly lines: number;
  readonly syntax: ParseResult;
}

const SOURCES = ["packages/*/{src,dashboard}/**/*.{ts,tsx}", "{test,examples,bench,scripts}/**/*.{ts,tsx}"];
const SKIPPED_FOLDERS = new Set(["node_modules", "dist"]);

/** Parses every source file below the working directory, sorted by path. */
export function readSourceFiles(): SourceFile[] {
  return globSync(SOURCES, { exclude: (path) => SKIPPED_FOLDERS.has(lastSegment(path)) })
    .toSorted()
    .map((path) => parseSourceFile(path, readFileSync(path, "utf8")));
}

/** Parses one file. Text that does not parse gives an empty program, never an error. */
export function parseSourceFile(path: string, text: string): SourceFile {
  const portablePath = path.replaceAll("\\", "/");
  return {
    path: portablePath,
    part: partOf(portablePath),
    isTest: /\.test\.tsx?$/.test(portablePath),
    text,
    lines: text.split("\n").length - (text.endsWith("\n") ? 1 : 0),
    syntax: parseSync(portablePath, text),
  };
}

/** The number of the line, from 1, on which the character at `offset` stands. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

function partOf(path: string): string {
  const [first = "", second = ""] = path.split("/");
  return first === "packages" ? `${first}/${second}` : first;
}

function lastSegment(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}
