import { expect, it } from "vitest";
import { forgetOldest } from "./forget-oldest.ts";

it("forgets what was put in first, and keeps the number that it is told at least", () => {
  const kept = new Set<number>();
  for (let number = 1; number <= 7; number += 1) {
    kept.add(number);
    forgetOldest(kept, 2);
  }
  expect([...kept]).toEqual([5, 6, 7]);
});
