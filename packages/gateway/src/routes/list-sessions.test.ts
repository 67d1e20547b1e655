import { describe, expect, it } from "vitest";
import { type OpenGateway, openGateway } from "../../test-support/open-gateway.ts";
import { codeOf } from "../../test-support/problems.ts";
import { type WireSessionPage, sessionPageSchema } from "../wire/session.ts";

async function list(open: OpenGateway, query: string): Promise<WireSessionPage> {
  const answer = await open.ask("GET", `/sessions?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return sessionPageSchema.parse(answer.json());
}

async function placesOf(open: OpenGateway, query: string): Promise<readonly string[]> {
  return (await list(open, query)).items.map(({ key }) => key.place);
}

describe("GET /sessions with a filter", () => {
  it("finds sessions by text, adapter, state, owner, key and age", async () => {
    await using open = await openGateway();
    await open.converse("about the invoice", "INVOICE 4711 is paid", "billing");
    const between = (await list(open, "limit=1")).items[0]?.updatedAt ?? "";
    await open.startRun("a long question", "support");
    await open.say("and this waits", "support");

    expect(await placesOf(open, "q=invoice+4711")).toEqual(["billing"]);
    expect(await placesOf(open, "q=BILL")).toEqual(["billing"]);
    expect(await placesOf(open, "q=.*")).toEqual([]);
    expect(await placesOf(open, "adapter=webchat")).toEqual(["support", "billing"]);
    expect(await placesOf(open, "adapter=discord")).toEqual([]);
    expect(await placesOf(open, "state=running")).toEqual(["support"]);
    expect(await placesOf(open, "state=waiting")).toEqual(["support"]);
    expect(await placesOf(open, "state=idle")).toEqual(["billing"]);
    expect(await placesOf(open, "state=failed")).toEqual([]);
    expect(await placesOf(open, "owner=token")).toEqual(["support", "billing"]);
    expect(await placesOf(open, "owner=ana")).toEqual([]);
    expect(await placesOf(open, "key=webchat/web/billing")).toEqual(["billing"]);
    expect(await placesOf(open, "key=webchat/web/nowhere")).toEqual([]);
    expect(await placesOf(open, `updatedBefore=${between}`)).toEqual([]);
    expect(await placesOf(open, "updatedBefore=2999-01-01T00:00:00%2B02:00&q=bill")).toEqual(["billing"]);
    expect(await placesOf(open, "updatedAfter=2999-01-01T00:00:00Z")).toEqual([]);
  });

  it.each(["-updatedAt", "updatedAt", "-createdAt", "createdAt"])(
    "gives all in the order %s, page by page",
    async (sort) => {
      await using open = await openGateway();
      for (const place of ["a", "b", "c", "d", "a"]) await open.converse("hello", "hi", place);
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: WireSessionPage = await list(
          open,
          `sort=${sort}&limit=1${cursor === null ? "" : `&cursor=${cursor}`}`,
        );
        seen.push(...page.items.map(({ key }) => key.place));
        cursor = page.nextCursor;
      } while (cursor !== null);
      // Sessions of one millisecond may come in either order: their times are what is promised.
      const { items } = await list(open, "");
      const by = sort.endsWith("createdAt") ? "createdAt" : "updatedAt";
      const times = seen.map((place) => items.find(({ key }) => key.place === place)?.[by] ?? "");
      expect(seen.toSorted()).toEqual(["a", "b", "c", "d"]);
      expect(times).toEqual(sort.startsWith("-") ? times.toSorted().toReversed() : times.toSorted());
    },
  );

  it("begins in the middle where it is asked to, of what meets the filter, and goes on from there", async () => {
    await using open = await openGateway();
    for (const place of ["zoo1", "bay1", "zoo2", "bay2", "zoo3"]) await open.converse("hello", "hi", place);
    const all = await placesOf(open, "q=zoo");
    expect(await placesOf(open, "q=zoo&offset=0&limit=1")).toEqual(all.slice(0, 1));
    const { items, nextCursor } = await list(open, "q=zoo&offset=1&limit=1");
    expect(items.map(({ key }) => key.place)).toEqual(all.slice(1, 2));
    expect(await placesOf(open, `q=zoo&cursor=${nextCursor}`)).toEqual(all.slice(2));
    expect(await list(open, "q=zoo&offset=3")).toMatchObject({ items: [], nextCursor: null });
  });

  it.each(["offset=-1", "offset=1.5", "offset=x", "offset=9999999999", "offset=1&trash=true"])(
    "refuses %s",
    async (query) => {
      await using open = await openGateway();
      const answer = await open.ask("GET", `/sessions?${query}`);
      expect([answer.status, codeOf(answer)]).toEqual([400, "REQUEST_INVALID"]);
    },
  );

  it("refuses a place that is given twice", async () => {
    await using open = await openGateway();
    for (const place of ["a", "b"]) await open.converse("hello", "hi", place);
    const { nextCursor } = await list(open, "limit=1");
    const answer = await open.ask("GET", `/sessions?offset=1&cursor=${nextCursor}`);
    expect([answer.status, codeOf(answer)]).toEqual([400, "REQUEST_INVALID"]);
  });

  it("refuses a cursor that was made for another filter or order", async () => {
    await using open = await openGateway();
    for (const place of ["a", "b"]) await open.converse("hello", "hi", place);
    const { nextCursor } = await list(open, "limit=1&q=hi&sort=createdAt");
    expect(await placesOf(open, `limit=5&q=hi&sort=createdAt&cursor=${nextCursor}`)).toHaveLength(1);
    const others = [
      "",
      "q=hi",
      "sort=createdAt",
      "q=h&sort=createdAt",
      "q=hi&sort=-createdAt",
      "q=hi&sort=createdAt&state=idle",
    ];
    for (const query of others) {
      const answer = await open.ask("GET", `/sessions?${query}&cursor=${nextCursor}`);
      expect([answer.status, codeOf(answer)], query).toEqual([400, "CURSOR_INVALID"]);
    }
  });

  it("tells how many there are on all pages when that is asked for", async () => {
    await using open = await openGateway();
    for (const place of ["a", "b", "c"]) await open.converse("hello", "hi", place);
    expect(await list(open, "limit=1")).not.toHaveProperty("total");
    expect(await list(open, "limit=1&count=false")).not.toHaveProperty("total");
    expect(await list(open, "limit=1&count=true")).toMatchObject({ total: 3, items: [{}] });
    expect((await list(open, "count=true&key=webchat/web/b")).total).toBe(1);
    expect((await list(open, "count=true&q=nothing")).total).toBe(0);
    const { headers } = await open.ask("GET", "/sessions?limit=1&count=true&sort=createdAt");
    await open.converse("hello", "hi", "d");
    const known = { "If-None-Match": headers.etag ?? "" };
    const after = await open.ask("GET", "/sessions?limit=1&count=true&sort=createdAt", undefined, known);
    expect(after.json()).toMatchObject({ total: 4 });
  });

  it("says nothing new to whoever has the page as it is", async () => {
    await using open = await openGateway();
    await open.converse("hello", "hi", "a");
    const { headers } = await open.ask("GET", "/sessions");
    const tag = headers.etag ?? "";
    expect(tag).toMatch(/^W\/"[\w-]{43}"$/);
    const known = { "If-None-Match": tag };
    expect(await open.ask("GET", "/sessions", undefined, known)).toMatchObject({ status: 304, text: "" });
    await open.converse("more", "yes", "a");
    expect((await open.ask("GET", "/sessions", undefined, known)).status).toBe(200);
  });

  it.each([
    "q=",
    `q=${"x".repeat(201)}`,
    "state=busy",
    "sort=title",
    "adapter=",
    "owner=",
    "key=webchat",
    "key=a/b/c/d",
    "updatedBefore=yesterday",
    "updatedBefore=2030-01-01",
    "updatedAfter=2030-01-01T00:00:00",
    "q=a&q=b",
  ])("refuses the query %s", async (query) => {
    await using open = await openGateway();
    const answer = await open.ask("GET", `/sessions?${query}`);
    expect([answer.status, codeOf(answer)]).toEqual([400, "REQUEST_INVALID"]);
  });
});
