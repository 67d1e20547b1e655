import { expect, it } from "vitest";
import { Echoes } from "./echoes.ts";

it("knows which message carries a mark, and tells of one that is to go when it appears at last", () => {
  const echoes = new Echoes();
  expect(echoes.note("kept", "1")).toBe(false);
  expect([echoes.idOf("kept"), echoes.idOf("late")]).toEqual(["1", undefined]);
  echoes.refuse("late");
  expect(echoes.note("late", "2")).toBe(true);
});
