import type { ListQuery, SessionSummary } from "@keyturn/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { StoreConversation } from "./session-store-conversation.ts";
import { listAll } from "./session-store-snapshot.ts";
import type { StoreSubject } from "./session-store-subject.ts";

/** Which sessions a list has and in which order, whatever it is asked for. */
export function describeListing(current: () => StoreSubject): void {
  describe("list, filtered and sorted", () => {
    it("gives what filtering and sorting all sessions gives, whatever the size of the pages", async () => {
      const times = await addVariedSessions(current());
      const all = await listAll(current().store);
      await fc.assert(
        fc.asyncProperty(queries(times), fc.integer({ min: 1, max: 30 }), async (query, limit) => {
          const listed = await listAll(current().store, limit, query);
          expect(listed.map(({ id }) => id)).toEqual(listNaively(all, query).map(({ id }) => id));
          expect(await current().store.count(query)).toBe(listed.length);
        }),
        { numRuns: 300 },
      );
    });

    it("gives the same sessions to whoever begins in the middle, and none behind the end", async () => {
      const times = await addVariedSessions(current());
      const all = await listAll(current().store);
      const place = fc.record({ offset: fc.integer({ min: 0, max: 14 }), limit: fc.integer({ min: 1, max: 13 }) });
      await fc.assert(
        fc.asyncProperty(queries(times), place, async (query, { offset, limit }) => {
          const listed = await current().store.list({ ...query, offset, limit });
          const expected = listNaively(all, query).slice(offset, offset + limit);
          expect(listed.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
        }),
        { numRuns: 200 },
      );
    });

    it("takes what is searched for literally, and without regard to case", async () => {
      await addVariedSessions(current());
      const placesOf = async (search: string) =>
        (await listAll(current().store, 50, { search })).map(({ key }) => key.place).toSorted();
      expect(await placesOf("TRIP.*")).toEqual(["place-0"]);
      expect(await placesOf("grÜße")).toEqual(["place-1", "place-6"]);
      expect(await placesOf("Thread-2")).toEqual(["place-2"]);
      expect(await placesOf("LACE-1")).toEqual(["place-1", "place-10", "place-11"]);
      expect(await placesOf(".")).toEqual(["place-0"]);
      expect(await placesOf("place-0 ")).toEqual([]);
    });

    it("finds each state by what is true of the session", async () => {
      await addVariedSessions(current());
      const listed = async (state: ListQuery["state"]) =>
        (await listAll(current().store, 50, { state })).map(({ key }) => key.place).toSorted();
      expect(await listed("running")).toEqual(["place-3", "place-4"]);
      expect(await listed("waiting")).toEqual(["place-4", "place-5"]);
      expect(await listed("failed")).toEqual(["place-7", "place-8"]);
      expect(await listed("idle")).not.toContain("place-5");
      expect(await listed("idle")).toContain("place-7");
    });

    it("finds the one session that a key names, and none once it is deleted", async () => {
      await addVariedSessions(current());
      const conversation = new StoreConversation(current(), "place-2", { thread: "Thread-2" });
      const { id } = await conversation.summary();
      const named = () => current().store.list({ key: conversation.keyText, limit: 10 });
      expect((await named()).map((session) => session.id)).toEqual([id]);
      expect(await current().store.list({ key: conversation.keyText, adapter: "other", limit: 10 })).toEqual([]);
      await conversation.delete();
      expect(await named()).toEqual([]);
      expect(await current().store.list({ key: "test/main/nowhere", limit: 10 })).toEqual([]);
    });
  });
}

/** Twelve sessions that differ in all that lists look at, four of each time. Returns the times. */
async function addVariedSessions(subject: StoreSubject): Promise<readonly number[]> {
  const begun = subject.now();
  for (let number = 0; number < 12; number += 1) {
    const conversation = new StoreConversation(subject, `place-${number}`, {
      adapter: number % 3 === 0 ? "other" : "test",
      thread: number === 2 ? "Thread-2" : undefined,
    });
    const sender = number % 2 === 0 ? { id: "ada", name: "Ada Grün" } : { id: `person-${number}` };
    const mark = { ...subject.mark(), acceptedAt: begun + Math.floor(number / 4) };
    await conversation.accept(number === 6 ? "Viele GRÜSSE und Grüße" : `hello ${number}`, { sender, mark });
    if (number === 5) continue;
    const turn = await conversation.begin({ at: mark.acceptedAt });
    if (number === 4) await conversation.accept("more", { mark: { ...subject.mark(), acceptedAt: begun + 1 } });
    if (number === 3 || number === 4) continue;
    if (number === 0) await subject.store.patch(turn.fence, { title: "Trip.* to Rome" }, begun + 2);
    if (number === 1) await subject.store.patch(turn.fence, { title: "Grüße" }, begun + 3);
    const outbox = number === 7 || number === 8 ? conversation.pieces(turn, "a piece") : [];
    await conversation.commit(turn, number === 6 ? "Grüße zurück" : "answer", { outbox, at: begun + (number % 4) });
    if (outbox.length === 0) continue;
    const kind = number === 7 ? "failed" : "unconfirmed";
    await conversation.settle(await conversation.takeDelivery(), { kind, error: "HTTP 403" });
  }
  return [begun - 1, begun, begun + 1, begun + 2, begun + 3, begun + 4];
}

function queries(times: readonly number[]): fc.Arbitrary<Omit<ListQuery, "limit" | "after" | "offset">> {
  const maybe = <Value>(...values: readonly Value[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
  return fc.record({
    search: maybe("ada", "A", "grü", "hello", "zurück", "place-1", "thread", "trip.", "nothing of it"),
    adapter: maybe("test", "other", "third"),
    state: maybe<NonNullable<ListQuery["state"]>>("running", "waiting", "idle", "failed"),
    ownerId: maybe("ada", "person-1", "nobody"),
    updatedBefore: maybe(...times),
    updatedAfter: maybe(...times),
    sort: maybe<NonNullable<ListQuery["sort"]>>(
      { by: "updatedAt", direction: "ascending" },
      { by: "updatedAt", direction: "descending" },
      { by: "createdAt", direction: "ascending" },
      { by: "createdAt", direction: "descending" },
    ),
  });
}

/** The list as it is by definition. */
function listNaively(all: readonly SessionSummary[], query: Omit<ListQuery, "limit">): readonly SessionSummary[] {
  const { by, direction } = query.sort ?? { by: "updatedAt", direction: "descending" };
  const sorted = all
    .filter((session) => meets(session, query))
    .toSorted((a, b) => a[by] - b[by] || (a.id < b.id ? -1 : 1));
  return direction === "ascending" ? sorted : sorted.toReversed();
}

function meets(session: SessionSummary, query: Omit<ListQuery, "limit">): boolean {
  const { settings, owner, key, preview, running, waiting, deliveries, updatedAt } = session;
  const texts = [settings.title, owner.id, owner.name, key.place, key.thread, preview].map((text = "") => text);
  const search = query.search?.toLowerCase() ?? "";
  if (!texts.some((text) => text.toLowerCase().includes(search))) return false;
  if (query.adapter !== undefined && key.adapter !== query.adapter) return false;
  if (query.ownerId !== undefined && owner.id !== query.ownerId) return false;
  if (updatedAt >= (query.updatedBefore ?? Number.POSITIVE_INFINITY)) return false;
  if (updatedAt <= (query.updatedAfter ?? Number.NEGATIVE_INFINITY)) return false;
  const states = { running: running !== undefined, waiting: waiting > 0 };
  const isIdle = !states.running && !states.waiting;
  const isFailed = deliveries.failed + deliveries.unconfirmed > 0;
  return query.state === undefined || { ...states, idle: isIdle, failed: isFailed }[query.state];
}
