import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Breath } from "./breath.ts";
import { selectRanks } from "./select-ranks.ts";

const compare = (one: number, other: number) => one - other;

describe("selectRanks", () => {
  it("gives what sorting everything gives, for any part of any order", async () => {
    const rows = fc.uniqueArray(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 0, maxLength: 6_000 });
    const part = fc.record({ from: fc.integer({ min: 0, max: 6_500 }), length: fc.integer({ min: 1, max: 200 }) });
    await fc.assert(
      fc.asyncProperty(rows, part, fc.boolean(), async (given, { from, length }, isDivided) => {
        const breath = isDivided ? new Breath() : undefined;
        const chosen = await selectRanks([...given], { from, to: from + length }, compare, breath);
        expect(chosen).toEqual(given.toSorted(compare).slice(from, from + length));
      }),
      { numRuns: 100 },
    );
  });

  it("looks at each row a few times only, wherever the part lies and however the rows stand", async () => {
    const count = 100_000;
    const orders = [
      Array.from({ length: count }, (_, index) => index),
      Array.from({ length: count }, (_, index) => count - index),
      Array.from({ length: count }, (_, index) => (index * 7_919) % count),
    ];
    for (const rows of orders) {
      for (const from of [0, 49_950, 90_000, 99_900]) {
        let comparisons = 0;
        const counting = (one: number, other: number) => {
          comparisons += 1;
          return one - other;
        };
        await selectRanks([...rows], { from, to: from + 100 }, counting, undefined);
        expect(comparisons).toBeLessThan(6 * count);
      }
    }
  });
});
