import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { reports } from "./reports.ts";

const root = join(import.meta.dirname, "../..");

/** Names of tests in a file. */
function namesIn(file: string): readonly string[] {
  const source = readFileSync(join(root, file), "utf8");
  return [...source.matchAll(/\bit(?:\.each\([\s\S]*?\))?\(\s*(["`])((?:(?!\1).)*)\1/g)].map(([, , name = ""]) => name);
}

it("names, for each report on Discord, a test that there is", () => {
  const missing = reports.filter(({ file, test }) => !namesIn(file).some((name) => name.includes(test)));
  expect(missing.map(({ report, test }) => `${report}: ${test}`)).toEqual([]);
});

it("has each report once", () => {
  expect(new Set(reports.map(({ report }) => report)).size).toBe(reports.length);
});
