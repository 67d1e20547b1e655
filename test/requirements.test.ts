import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { promises, requirements } from "./requirements.ts";

const root = join(import.meta.dirname, "..");

/** The ids that test files cite, each with the files. */
function citations(): ReadonlyMap<string, readonly string[]> {
  const cited = new Map<string, string[]>();
  const files = globSync(["packages/*/src/**/*.test.ts", "test/**/*.test.ts", "examples/**/*.test.ts"], { cwd: root });
  for (const file of files.filter((name) => !name.endsWith("requirements.test.ts"))) {
    for (const [, list] of readFileSync(join(root, file), "utf8").matchAll(/promises\(([^)]*)\)/g)) {
      for (const [, id] of (list ?? "").matchAll(/"([^"]+)"/g)) {
        if (id !== undefined) cited.set(id, [...(cited.get(id) ?? []), file]);
      }
    }
  }
  return cited;
}

describe("requirements", () => {
  it("are each cited by a test", () => {
    const cited = citations();
    expect(requirements.filter(({ id }) => !cited.has(id)).map(({ id }) => id)).toEqual([]);
  });

  it("have ids of their own, wordings and sources", () => {
    expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length);
    for (const { wording, source } of requirements) {
      expect(wording.length).toBeGreaterThan(10);
      expect(source).not.toBe("");
    }
  });

  it("cannot be cited when they do not exist", () => {
    expect(() => promises("no-such-promise")).toThrow(/no promise/);
  });
});
