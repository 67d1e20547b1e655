import { expect, it } from "vitest";
import { includesRole } from "./role.ts";

it.each([
  ["admin", "operator", true],
  ["operator", "operator", true],
  ["operator", "viewer", true],
  ["viewer", "operator", false],
  ["operator", "admin", false],
  ["none", "viewer", false],
  ["none", "none", true],
] as const)("a caller who is %s may do what asks for %s: %s", (held, needed, may) => {
  expect(includesRole(held, needed)).toBe(may);
});
