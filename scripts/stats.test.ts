import { describe, expect, it } from "vitest";
import { findTypeEscapes } from "./stats/escapes.ts";
import { findExports } from "./stats/exports.ts";
import { measureFunctions } from "./stats/functions.ts";
import { findCycles, importGraph } from "./stats/imports.ts";
import { median, percentage } from "./stats/numbers.ts";
import { parseSourceFile } from "./stats/source-file.ts";

describe("stats", () => {
  it("takes the middle of the sorted numbers as their median", () => {
    expect(median([30, 1, 2])).toBe(2);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([])).toBe(0);
  });

  it("calls a share 100 % only when nothing is missing", () => {
    expect(percentage(999, 1_000)).toBe("99 %");
    expect(percentage(5, 5)).toBe("100 %");
    expect(percentage(0, 0)).toBe("–");
  });

  it("measures named functions and methods, and leaves callbacks to the function around them", () => {
    const text = [
      "function outer() {",
      "  [1].map((one) => {",
      "    return one;",
      "  });",
      "}",
      "class A { #go() {} }",
    ];
    expect(measureFunctions(parseSourceFile("packages/core/src/a.ts", text.join("\n")))).toEqual([
      { name: "outer", lines: 5, place: "packages/core/src/a.ts:1" },
      { name: "#go", lines: 1, place: "packages/core/src/a.ts:6" },
    ]);
  });

  it("counts `any` and `as`, but neither `as const` nor a cast in a parser", () => {
    const text =
      "let a: any;\nconst b = a as string;\nconst c = [1] as const;\nfunction parseD() {\n  return a as number;\n}\n";
    expect(findTypeEscapes(parseSourceFile("bench/a.ts", text))).toEqual({
      any: ["bench/a.ts:1"],
      casts: ["bench/a.ts:2"],
    });
    expect(findTypeEscapes(parseSourceFile("bench/wire-codec.ts", text)).casts).toEqual([]);
  });

  it("tells which exports have a doc comment, and ignores what a file passes on", () => {
    const text =
      '/** Doc. */\nexport const a = 1;\nexport type B = 1;\n/** Doc. */\nfunction c() {}\nexport { c };\nexport * from "x";\n';
    const exported = findExports(parseSourceFile("packages/core/src/a.ts", text));
    expect(exported.map(({ name, isDocumented }) => [name, isDocumented])).toEqual([
      ["a", true],
      ["B", false],
      ["c", true],
    ]);
  });

  it("finds a circle of imports through a package, a re-export and a type", () => {
    const files = [
      parseSourceFile("packages/core/src/index.ts", 'export * from "./a.ts";'),
      parseSourceFile("packages/core/src/a.ts", 'import type { B } from "./b/b.ts";'),
      parseSourceFile("packages/core/src/b/b.ts", 'export type B = import("@keyturn/core").A;'),
      parseSourceFile("packages/core/src/free.ts", 'import { a } from "./a.ts";\nawait import("./free.ts");'),
    ];
    const cycles = findCycles(importGraph(files)).map((cycle) => cycle.toSorted());
    expect(cycles).toEqual([["packages/core/src/a.ts", "packages/core/src/b/b.ts", "packages/core/src/index.ts"]]);
  });
});
