import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { attacks } from "./attacks.ts";

const root = join(import.meta.dirname, "..");

/** Names of tests and suites, also of those that are made for each of a list. */
const names = /(?:\b(?:it|describe)\(|\)\(|\n\s+\[?)(["`])((?:(?!\1).)*\(T\d[^)]*\)(?:(?!\1).)*)\1/g;

/** Each attack that a test file cites, as `id file`. */
function citations(): readonly string[] {
  const files = globSync(["packages/*/src/**/*.test.ts", "test/**/*.test.ts"], { cwd: root });
  return files.flatMap((file) => {
    const cited = [...readFileSync(join(root, file), "utf8").matchAll(names)].flatMap(([, , name = ""]) =>
      [...name.matchAll(/\bT(\d+)\b/g)].map(([, id]) => `${id} ${file}`),
    );
    return [...new Set(cited)];
  });
}

describe("the list of attacks", () => {
  it("names the tests that cite each attack, and no other", () => {
    const listed = attacks.flatMap(({ id, testedIn }) => testedIn.map((file) => `${id} ${file}`));
    expect(listed.toSorted()).toEqual([...citations()].toSorted());
  });

  it("leaves nothing untried", () => {
    expect(attacks.filter(({ testedIn }) => testedIn.length === 0)).toEqual([]);
  });

  it("has each attack once, in order", () => {
    const ids = attacks.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => one - other));
    expect(ids).toHaveLength(40);
  });
});
