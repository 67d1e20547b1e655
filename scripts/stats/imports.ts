import { posix } from "node:path";
import { Visitor } from "oxc-parser";
import type { SourceFile } from "./source-file.ts";

/** Which file imports which, by path; files outside the repository are left out. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Reads the imports and re-exports of the files, types included. `import()` at run time is left out: it waits for no one. */
export function importGraph(files: readonly SourceFile[]): ImportGraph {
  const known = new Set(files.map(({ path }) => path));
  return new Map(
    files.map((file) => {
      const targets = specifiersOf(file).map((specifier) => resolveSpecifier(file.path, specifier));
      return [file.path, [...new Set(targets)].filter((target) => known.has(target))];
    }),
  );
}

/** Finds groups of files that import each other in a circle (Tarjan's strongly connected components). */
export function findCycles(graph: ImportGraph): string[][] {
  const order = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];

  const visit = (node: string): number => {
    const number = order.size;
    let low = number;
    order.set(node, number);
    open.push(node);
    for (const target of graph.get(node) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (open.includes(target)) low = Math.min(low, order.get(target) ?? low);
    }
    if (low === number) {
      const group = open.splice(open.indexOf(node));
      if (group.length > 1 || graph.get(node)?.includes(node)) cycles.push(group);
    }
    return low;
  };

  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return cycles;
}

function specifiersOf(file: SourceFile): string[] {
  const { staticImports, staticExports } = file.syntax.module;
  const specifiers = staticImports.map(({ moduleRequest }) => moduleRequest.value);
  for (const { entries } of staticExports) {
    for (const { moduleRequest } of entries) if (moduleRequest !== null) specifiers.push(moduleRequest.value);
  }
  new Visitor({ TSImportType: (node) => void specifiers.push(node.source.value) }).visit(file.syntax.program);
  return specifiers;
}

function resolveSpecifier(importer: string, specifier: string): string {
  if (specifier.startsWith(".")) return posix.join(posix.dirname(importer), specifier);
  const [, name, subpath] = /^(?:@keyturn\/)?([a-z]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  return subpath === undefined ? `packages/${name}/src/index.ts` : `packages/${name}/src/${subpath}/index.ts`;
}
