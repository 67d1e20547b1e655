import { expect, it } from "vitest";
import { missingTests } from "../support/test-names.ts";
import { reports } from "./reports.ts";

it("names, for each report on Discord, a test that there is", () => {
  expect(missingTests(reports)).toEqual([]);
});

it("has each report once", () => {
  expect(new Set(reports.map(({ report }) => report)).size).toBe(reports.length);
});
