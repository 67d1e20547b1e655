import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RecordingAudit, bearerOf, makeToken } from "../../test-support/access.ts";
import { HeldPolicy } from "../../test-support/held-policy.ts";
import { type OpenGateway, openGateway } from "../../test-support/open-gateway.ts";
import { codeOf } from "../../test-support/problems.ts";
import { auditSchema } from "../wire/audit.ts";
import { type WireOperationDetail, operationDetailSchema } from "../wire/operation.ts";
import { sessionPageSchema } from "../wire/session.ts";

const unknown = `s_${"u".repeat(22)}`;

async function bulk(open: OpenGateway, body: object, status = 200): Promise<WireOperationDetail> {
  const answer = await open.ask("POST", "/sessions/bulk", body);
  expect(answer.status, answer.text).toBe(status);
  return operationDetailSchema.parse(answer.json());
}

async function listed(open: OpenGateway, query = "") {
  return sessionPageSchema.parse((await open.ask("GET", `/sessions?limit=200${query}`)).json()).items;
}

describe("POST /sessions/bulk", () => {
  it("does to each session what its own route would do, and tells it for each", async () => {
    await using open = await openGateway();
    const [kept, live, gone] = [
      await open.converse("hello", "hi", "kept"),
      await open.converse("hello", "hi", "live"),
      await open.converse("hello", "hi", "gone"),
    ];
    await open.ask("DELETE", `/sessions/${gone}`);

    const deleted = await bulk(open, { action: "delete", ids: [live, gone, unknown, live], reason: "spring cleaning" });
    expect(deleted).toMatchObject({ action: "delete", state: "done", total: 3, done: 2, failed: 1 });
    const results = new Map(deleted.results.map((result) => [result.id, result]));
    expect(results.get(live)).toMatchObject({ status: "deleted", problem: null });
    expect(results.get(gone)).toMatchObject({ status: "already-deleted", problem: null });
    expect(results.get(unknown)).toMatchObject({
      status: "failed",
      undoUntil: null,
      problem: { code: "SESSION_NOT_FOUND", status: 404 },
    });
    // Of what it did itself: the other one was deleted before.
    expect(deleted.undoUntil).toBe(results.get(live)?.undoUntil);
    expect((await listed(open)).map(({ id }) => id)).toEqual([kept]);

    const restored = await bulk(open, { action: "restore", ids: [live, gone, kept] });
    expect(new Map(restored.results.map(({ id, status, problem }) => [id, problem?.code ?? status]))).toEqual(
      new Map([
        [live, "restored"],
        [gone, "restored"],
        [kept, "RESTORE_NOTHING"],
      ]),
    );
    const reset = await bulk(open, { action: "reset", ids: [live] });
    expect(reset.results).toMatchObject([{ id: live, status: "reset" }]);
    expect((await listed(open)).find(({ id }) => id === live)).toMatchObject({ entries: 0 });
  });

  it("undoes what an operation removed, and no removal before or after it", async () => {
    await using open = await openGateway();
    const ids = new Map<string, string>();
    for (const place of ["before", "both", "twice", "new"]) ids.set(place, await open.converse("hello", "hi", place));
    const [before, both, twice, occupied] = [...ids.values()];
    await open.ask("DELETE", `/sessions/${before}`); //                        1. one was deleted by somebody else
    const removed = await bulk(open, { action: "delete", ids: [...ids.values()] }); // 2. all are
    expect(removed).toMatchObject({ done: 4, failed: 0 });
    await open.ask("POST", `/sessions/${twice}/restore`); //                   3. one is brought back,
    await open.ask("DELETE", `/sessions/${twice}`); //                            and deleted again
    await open.converse("hello again", "hi", "new"); //                        4. one has a successor
    const undone = await bulk(open, { action: "restore", operation: removed.id }); // 5. the late undo
    expect(new Map(undone.results.map(({ id, status, problem }) => [id, problem?.code ?? status]))).toEqual(
      new Map([
        [both, "restored"],
        [twice, "RESTORE_SUPERSEDED"],
        [occupied, "RESTORE_OCCUPIED"],
      ]),
    );
    expect((await listed(open)).map(({ key }) => key.place).toSorted()).toEqual(["both", "new"]);
    const again = await bulk(open, { action: "restore", operation: removed.id }); // 6. what was not undone is tried anew
    expect(again).toMatchObject({ total: 2, done: 0, failed: 2 });
  });

  it("undoes an operation of more sessions than it keeps results of", async () => {
    const answer = { parts: [{ type: "text" as const, text: "hi" }], usage: { inputTokens: 1, outputTokens: 1 } };
    const policy = new HeldPolicy("session.delete", 600);
    await using open = await openGateway({ bot: { policy, turnRunner: { run: () => Promise.resolve(answer) } } });
    for (let place = 0; place < 620; place += 1) await open.say("hello", `place ${place}`);
    await open.bot.settled();
    const events = await open.events("?topics=operation");
    const over = async () => {
      for (;;) {
        const { data } = await events.nextOf("operation.change");
        if (!JSON.stringify(data).includes('"endedAt":null')) return;
      }
    };
    const removed = await bulk(open, { action: "delete", filter: {}, expectedCount: 620 }, 202);
    const early = await open.ask("POST", "/sessions/bulk", { action: "restore", operation: removed.id });
    expect([early.status, codeOf(early)]).toEqual([409, "OPERATION_AT_WORK"]);
    policy.release();
    await over();
    expect(await listed(open)).toEqual([]);
    await bulk(open, { action: "restore", operation: removed.id }, 202);
    await over();
    expect((await open.ask("GET", "/sessions?count=true")).json()).toMatchObject({ total: 620 });
  });

  it("writes each session into the audit log by itself", async () => {
    await using open = await openGateway();
    const ids = [await open.converse("hello", "hi", "a"), await open.converse("hello", "hi", "b")];
    await bulk(open, { action: "delete", ids, reason: "both" });
    const { items } = auditSchema.parse((await open.ask("GET", "/audit?operation=session.delete")).json());
    expect(items.map(({ sessionId }) => sessionId ?? "").toSorted()).toEqual(ids.toSorted());
    expect(items.every(({ reason, outcome }) => reason === "both" && outcome === "done")).toBe(true);
  });

  it("gives one result for each of any mix of ids, and touches nothing else", async () => {
    await using open = await openGateway();
    const places = ["a", "b", "c", "d", "e", "f"];
    const ids = new Map<string, string>();
    for (const place of places) ids.set(place, await open.converse("hello", "hi", place));
    const pick = fc.oneof(
      fc.constantFrom(...places),
      fc.stringMatching(/^[A-Za-z0-9_-]{22}$/).map((text) => `s_${text}`),
    );
    const mix = fc.record({
      action: fc.constantFrom("delete", "reset", "restore"),
      picks: fc.array(pick, { minLength: 1, maxLength: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(mix, async ({ action, picks }) => {
        const named = picks.map((text) => ids.get(text) ?? text);
        const before = await listed(open);
        const answer = await bulk(open, { action, ids: named });
        expect(answer.results.map(({ id }) => id).toSorted()).toEqual([...new Set(named)].toSorted());
        expect(answer).toMatchObject({ state: "done", total: answer.results.length, omittedResults: 0 });
        expect(answer.done + answer.failed).toBe(answer.total);
        const after = await listed(open);
        const untouched = (sessions: typeof before) => sessions.filter(({ id }) => !named.includes(id));
        expect(untouched(after)).toEqual(untouched(before));
        const there = new Set(after.map(({ id }) => id));
        for (const { id, status } of answer.results) {
          const mayBeThere = status === "reset" || status === "restored" || status === "failed";
          expect(there.has(id) && !mayBeThere, `${id} ${status}`).toBe(false);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("deletes what a filter chooses, when it chooses as many as were seen", async () => {
    await using open = await openGateway();
    for (const place of ["a", "b", "c"]) await open.converse("hello", "hi", place);
    await open.startRun("a long question", "busy");
    const ask = { action: "delete", filter: { state: "idle", q: "hi" } };
    const refused = await open.ask("POST", "/sessions/bulk", { ...ask, expectedCount: 2 });
    expect([refused.status, codeOf(refused)]).toEqual([409, "COUNT_CHANGED"]);
    expect(refused.json()).toMatchObject({ actualCount: 3 });
    expect(await listed(open)).toHaveLength(4);
    expect(await bulk(open, { ...ask, expectedCount: 3 })).toMatchObject({ total: 3, done: 3, failed: 0 });
    expect((await listed(open)).map(({ key }) => key.place)).toEqual(["busy"]);
  });

  it("leaves a session alone that a filter chose and that has changed since", async () => {
    const policy = new HeldPolicy("session.delete", 0);
    await using open = await openGateway({ bot: { policy } });
    const old = await open.converse("hello", "hi", "old");
    const asked = bulk(open, { action: "delete", filter: { q: "hi" }, expectedCount: 1 }); // 1. it is chosen
    await policy.waits; //                                         2. its delete is about to be done
    await open.converse("and more", "another answer", "old"); //   3. somebody writes
    policy.release(); //                                           4. the delete goes on
    const answer = await asked;
    expect(answer).toMatchObject({
      failed: 1,
      results: [{ id: old, problem: { code: "FILTER_NOT_MET", status: 409 } }],
    });
    expect(await listed(open)).toMatchObject([{ id: old, entries: 4 }]);
  });

  it("deletes a session that has changed since, when the filter still chooses it", async () => {
    const policy = new HeldPolicy("session.delete", 0);
    await using open = await openGateway({ bot: { policy } });
    const id = await open.converse("hello", "hi", "talkative");
    const asked = bulk(open, { action: "delete", filter: { adapter: "webchat" }, expectedCount: 1 });
    await policy.waits;
    await open.converse("and more", "another answer", "talkative");
    policy.release();
    expect(await asked).toMatchObject({ done: 1, results: [{ id, status: "deleted" }] });
    expect(await listed(open)).toEqual([]);
  });

  it("keeps nothing of what an admin purges, and refuses a purge to operators", async () => {
    const audit = new RecordingAudit();
    await using open = await openGateway({ bot: { audit } });
    const id = await open.converse("hello", "hi");
    const { token } = await makeToken(open, "operator");
    const headers = { ...bearerOf(token), "Content-Type": "application/json" };
    const body = JSON.stringify({ action: "delete", ids: [id], purge: true });
    const refused = await open.exchange({ method: "POST", path: "/api/v1/sessions/bulk", headers, body });
    expect([refused.status, codeOf(refused)]).toEqual([403, "ROLE_INSUFFICIENT"]);
    expect(audit.outcomes.at(-1)).toBe("session.bulk denied");
    expect(await listed(open)).toHaveLength(1);
    const purged = await bulk(open, { action: "delete", ids: [id], purge: true });
    expect(purged).toMatchObject({ undoUntil: null, results: [{ status: "deleted", undoUntil: null }] });
    const restored = await open.ask("POST", `/sessions/${id}/restore`);
    expect([restored.status, codeOf(restored)]).toEqual([410, "RESTORE_NOTHING"]);
  });

  it("does nothing a second time for the same Idempotency-Key", async () => {
    await using open = await openGateway();
    const id = await open.converse("hello", "hi");
    const ask = () => open.ask("POST", "/sessions/bulk", { action: "reset", ids: [id] }, { "Idempotency-Key": "k" });
    const first = await ask();
    const second = await ask();
    expect([second.status, second.headers["idempotency-replayed"], second.text]).toEqual([200, "true", first.text]);
    expect((await listed(open))[0]?.epoch).toBe(2);
  });

  it.each([
    { action: "delete" },
    { action: "delete", ids: [] },
    { action: "delete", ids: ["s_short"] },
    { action: "delete", ids: ["*"] },
    { action: "delete", ids: Array.from({ length: 501 }, () => unknown) },
    { action: "delete", ids: [unknown], filter: {}, expectedCount: 1 },
    { action: "delete", ids: [unknown], expectedCount: 1 },
    { action: "delete", operation: `o_${"x".repeat(22)}` },
    { action: "restore", operation: "o_short" },
    { action: "restore", operation: `o_${"x".repeat(22)}`, ids: [unknown] },
    { action: "delete", filter: {} },
    { action: "delete", filter: {}, expectedCount: 0 },
    { action: "delete", filter: {}, expectedCount: 10_001 },
    { action: "delete", filter: { limit: 5 }, expectedCount: 1 },
    { action: "delete", filter: { state: "busy" }, expectedCount: 1 },
    { action: "restore", ids: [unknown], purge: true },
    { action: "stop", ids: [unknown] },
    { action: "delete", ids: [unknown], force: true },
    { action: "delete", ids: unknown },
    { ids: [unknown] },
  ])("refuses %j", async (body) => {
    await using open = await openGateway();
    await open.converse("hello", "hi");
    const answer = await open.ask("POST", "/sessions/bulk", body);
    expect([answer.status, codeOf(answer)], answer.text).toEqual([400, "REQUEST_INVALID"]);
    expect(await listed(open)).toHaveLength(1);
  });
});
