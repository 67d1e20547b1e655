import { expect, it } from "vitest";
import { selectPage } from "../../packages/core/src/stores/document/list-page.ts";
import { createDocument, summarize } from "../../packages/core/src/stores/document/session-document.ts";

/** 10,000 sessions, each looked at as often as `looks` counts. */
function* counted(sessions: readonly ReturnType<typeof summarize>[], looks: { count: number }) {
  for (const session of sessions) {
    looks.count += 1;
    yield session;
  }
}

it("looks at each of 10,000 sessions once, whatever is searched for and however it is sorted", () => {
  const sessions = Array.from({ length: 10_000 }, (_, number) => ({
    ...summarize(
      createDocument({
        id: `s_${String(number).padStart(22, "0")}`,
        key: { adapter: "test", account: "main", place: `place-${number}` },
        epoch: number,
        owner: { id: `U0${number}`, name: "Ada Lovelace" },
        createdAt: number,
      }),
    ),
    preview: "The customer in Zürich says that it was paid in May already.",
  }));
  for (const query of [{}, { search: "nobody wrote this" }, { search: "ZÜRICH" }, { adapter: "test" }]) {
    const looks = { count: 0 };
    const page = selectPage(counted(sessions, looks), { ...query, limit: 50 });
    expect(page).toHaveLength(query.search === "nobody wrote this" ? 0 : 50);
    expect(looks.count).toBe(10_000);
  }
});
