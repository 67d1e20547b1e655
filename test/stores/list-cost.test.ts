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

function createSessions() {
  return Array.from({ length: 10_000 }, (_, number) => ({
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
}

it("looks at each of 10,000 sessions once, whatever is searched for and however it is sorted", async () => {
  const sessions = createSessions();
  for (const query of [{}, { search: "nobody wrote this" }, { search: "ZÜRICH" }, { adapter: "test" }]) {
    const looks = { count: 0 };
    const listed = { summaries: () => counted(sessions, looks), isThere: () => true };
    const page = await selectPage(listed, { ...query, limit: 50 });
    expect(page).toHaveLength(query.search === "nobody wrote this" ? 0 : 50);
    expect(looks.count).toBe(10_000);
  }
});

/** Sessions whose first look takes so long that others get their turn. */
function* slowAtFirst(sessions: ReturnType<typeof createSessions>) {
  const begunAt = performance.now();
  while (performance.now() - begunAt < 20);
  yield* sessions;
}

it("lets others have their turn in a long pass, and shows nothing that they removed meanwhile", async () => {
  const sessions = createSessions();
  const removed = new Set(sessions.slice(-3).map(({ id }) => id));
  let current = sessions;
  const turn = new Promise<void>((resolve) => {
    setImmediate(() => {
      current = sessions.filter(({ id }) => !removed.has(id));
      resolve();
    });
  });
  const page = await selectPage(
    { summaries: () => slowAtFirst(current), isThere: ({ id }) => current.some((session) => session.id === id) },
    { limit: 50 },
  );
  await turn;
  expect(page.map(({ id }) => id).filter((id) => removed.has(id))).toEqual([]);
  expect(page).toHaveLength(50);
});
