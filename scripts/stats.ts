/** `pnpm stats`: figures that show where the code drifts from its habits (CONTRIBUTING.md). It prints and never fails. */
import { findTypeEscapes } from "./stats/escapes.ts";
import { findExports } from "./stats/exports.ts";
import { measureFunctions } from "./stats/functions.ts";
import { findCycles, importGraph } from "./stats/imports.ts";
import { median, percentage } from "./stats/numbers.ts";
import { readSourceFiles, type SourceFile } from "./stats/source-file.ts";

const LONGEST = 10;

const files = readSourceFiles();
const code = files.filter(({ isTest }) => !isTest);
const functions = code.flatMap(measureFunctions);
const escapes = code.map(findTypeEscapes);
const undocumented = code.filter(({ part }) => part.startsWith("packages/")).flatMap(findExports);

console.table(
  Object.fromEntries(parts(files).map((part) => [part, figuresOf(files.filter((file) => file.part === part))])),
);
printLongest(
  "files",
  files.map(({ path, lines }) => ({ lines, label: path })),
);
printLongest(
  "functions",
  functions.map(({ name, place, lines }) => ({ lines, label: `${name} (${place})` })),
);
printPlaces(
  "`any`",
  escapes.flatMap(({ any }) => any),
);
printPlaces(
  "`as` casts outside parsers",
  escapes.flatMap(({ casts }) => casts),
);
printPlaces(
  "import cycles",
  findCycles(importGraph(files)).map((cycle) => cycle.join(" <-> ")),
);
printPlaces(
  "exports without a doc comment",
  undocumented.filter(({ isDocumented }) => !isDocumented).map(({ name, place }) => `${place} ${name}`),
);

function parts(all: readonly SourceFile[]): string[] {
  return [...new Set(all.map(({ part }) => part))];
}

function figuresOf(part: readonly SourceFile[]): Record<string, number | string> {
  const source = part.filter(({ isTest }) => !isTest);
  const exported = source.flatMap(findExports);
  const found = source.map(findTypeEscapes);
  return {
    files: source.length,
    lines: sum(source.map(({ lines }) => lines)),
    "median file": median(source.map(({ lines }) => lines)),
    "median function": median(source.flatMap(measureFunctions).map(({ lines }) => lines)),
    any: sum(found.map(({ any }) => any.length)),
    as: sum(found.map(({ casts }) => casts.length)),
    documented: percentage(exported.filter(({ isDocumented }) => isDocumented).length, exported.length),
    "test files": part.length - source.length,
    "test lines": sum(part.filter(({ isTest }) => isTest).map(({ lines }) => lines)),
  };
}

function printLongest(what: string, all: readonly { lines: number; label: string }[]): void {
  const longest = all.toSorted((a, b) => b.lines - a.lines).slice(0, LONGEST);
  console.log(`\nLongest ${what} (median ${median(all.map(({ lines }) => lines))} lines)`);
  for (const { lines, label } of longest) console.log(`${String(lines).padStart(6)}  ${label}`);
}

function printPlaces(what: string, places: readonly string[]): void {
  console.log(`\n${places.length} ${what}`);
  for (const place of places.slice(0, LONGEST)) console.log(`  ${place}`);
  if (places.length > LONGEST) console.log(`  … and ${places.length - LONGEST} more`);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
