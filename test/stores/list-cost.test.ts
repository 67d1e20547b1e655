import { expect, it } from "vitest";
import { selectPage } from "../../packages/core/src/stores/document/list-page.ts";
import { createDocument, summarize } from "../../packages/core/src/stores/document/session-document.ts";

/** Beside other tests everything takes longer; on its own the search takes a third of it. */
const allowedMilliseconds = 100;

it("searches 100,000 sessions in less than a tenth of a second", () => {
  const words = "Could you look into invoice 4711 again? The customer in Zürich says that it was paid in May already.";
  const sessions = Array.from({ length: 100_000 }, (_, number) => ({
    ...summarize(
      createDocument({
        id: `s_${String(number).padStart(22, "0")}`,
        key: { adapter: "test", account: "main", place: `place-${number}`, thread: `thread-${number}` },
        epoch: number,
        owner: { id: `U0${number}`, name: "Ada Lovelace" },
        createdAt: number,
      }),
    ),
    settings: { title: `Trip number ${number}` },
    preview: `${words} ${number}`,
  }));
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const start = performance.now();
    expect(selectPage(sessions, { search: "nobody wrote this", limit: 50 })).toEqual([]);
    times.push(performance.now() - start);
  }
  expect(selectPage(sessions, { search: "ZÜRICH", limit: 50 })).toHaveLength(50);
  expect(Math.min(...times)).toBeLessThan(allowedMilliseconds);
});
