import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as core from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { gatewayProblems } from "../packages/gateway/src/problems/problem.ts";

const { KeyturnError, errorRegistry } = core;

function read(page: string): string {
  return readFileSync(join(import.meta.dirname, "../docs", page), "utf8");
}

interface Section {
  readonly code: string;
  readonly class: string | undefined;
  readonly status: number;
}

/** The sections of docs/errors.md: each begins with its code, then class and status on a line of their own. */
function sectionsOf(text: string): readonly Section[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [code = ""] = section.split("\n", 1);
      const [, className, status] = /^`(\w+)` · HTTP (\d{3})$/m.exec(section) ?? [];
      return { code, class: className, status: Number(status) };
    });
}

/** The classes that the core exports below KeyturnError. */
function errorClasses(): readonly string[] {
  return Object.entries<unknown>(core).flatMap(([name, value]) =>
    typeof value === "function" && value.prototype instanceof KeyturnError ? [name] : [],
  );
}

describe("docs/errors.md", () => {
  const documented = sectionsOf(read("errors.md"));
  const registered = Object.entries(errorRegistry).map(([code, entry]) => ({ code, ...entry }));

  it.each(registered)("has a section for $code with its class and status", (entry) => {
    expect(documented.filter(({ code }) => code === entry.code)).toEqual([entry]);
  });

  it("has no section without a code, and keeps the order of the registry", () => {
    expect(documented.map(({ code }) => code)).toEqual(registered.map(({ code }) => code));
  });

  it("says of each code what it means, when it comes and what to do", () => {
    const sections = read("errors.md").split(/^## /m).slice(1);
    const parts = ["\n**It means** ", "\n**It comes** ", "\n**What to do:** "];
    expect(sections.filter((section) => !parts.every((part) => section.includes(part)))).toEqual([]);
  });
});

describe("the registry of errors", () => {
  it("names every error class, and none that does not exist", () => {
    const named = new Set(Object.values(errorRegistry).map((entry) => entry.class));
    expect([...named].toSorted()).toEqual([...errorClasses()].toSorted());
  });
});

describe("docs/http.md", () => {
  it("has a row for every problem of the gateway with its status, and no other", () => {
    const [, table = ""] = /^### Codes of the gateway\n(.*?)(?=^##|$(?![\s\S]))/ms.exec(read("http.md")) ?? [];
    const rows = [...table.matchAll(/^\| `([A-Z_]+)` +\| (\d{3}) /gm)];
    expect(Object.fromEntries(rows.map(([, code, status]) => [code, Number(status)]))).toEqual(gatewayProblems);
  });
});
