import { ScriptedTurnRunner } from "@keyturn/testkit";
import { describe, expect, it } from "vitest";
import { RecordingAudit } from "../../test-support/access.ts";
import { HeldPolicy } from "../../test-support/held-policy.ts";
import { type OpenGateway, openGateway } from "../../test-support/open-gateway.ts";
import { codeOf } from "../../test-support/problems.ts";
import { type WireOperationDetail, operationDetailSchema, operationListSchema } from "../wire/operation.ts";

const day = 24 * 3_600_000;

/** As many ids that name nothing. */
function unknownIds(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `s_${String(index).padStart(22, "0")}`);
}

async function start(open: OpenGateway, ids: readonly string[]): Promise<string> {
  const answer = await open.ask("POST", "/sessions/bulk", { action: "delete", ids });
  expect(answer.status, answer.text).toBe(202);
  const { id } = operationDetailSchema.parse(answer.json());
  expect(answer.headers.location).toBe(`/api/v1/operations/${id}`);
  return id;
}

async function read(open: OpenGateway, id: string): Promise<WireOperationDetail> {
  return operationDetailSchema.parse((await open.ask("GET", `/operations/${id}`)).json());
}

/** Reads events until the operation has ended. */
async function ended(events: Awaited<ReturnType<OpenGateway["events"]>>): Promise<void> {
  for (;;) {
    const { data } = await events.nextOf("operation.change");
    if (JSON.stringify(data).includes('"endedAt":null')) continue;
    return;
  }
}

describe("a bulk of more than 100 sessions", () => {
  it("is cancelled in the middle: what is done stays done, the rest is untouched, and no run brings anything back", async () => {
    const runner = new ScriptedTurnRunner({ ignoresAbort: true });
    const policy = new HeldPolicy("session.delete", 120);
    const audit = new RecordingAudit();
    await using open = await openGateway({ bot: { turnRunner: runner, policy, audit } });
    const events = await open.events("?topics=operation");
    const ids: string[] = [];
    for (let number = 0; number < 250; number += 1) ids.push(await open.say("think", `place ${number}`)); // 1. 250 runs
    const other = await open.say("hello", "another");
    while (runner.runs.length < 251) await runner.nextRun();

    const tooMany = { action: "delete", filter: { state: "running" }, expectedCount: 1 };
    expect((await open.ask("POST", "/sessions/bulk", tooMany)).json()).toMatchObject({ actualCount: 251 });
    const id = await start(open, ids); //                            2. all are to be deleted
    await policy.waits; //                                           3. 120 are, four are about to be
    expect(await read(open, id)).toMatchObject({ state: "running", total: 250, done: 120, failed: 0, endedAt: null });
    const cancelled = await open.ask("DELETE", `/operations/${id}`); // 4. it is cancelled
    expect([cancelled.status, cancelled.json()]).toMatchObject([202, { state: "cancelled", endedAt: null }]);
    expect(audit.entries.at(-1)).toMatchObject({ operation: "operation.cancel", outcome: "done", target: id });
    policy.release(); //                                             5. the four are finished
    await ended(events);

    const result = await read(open, id);
    expect(result).toMatchObject({ state: "cancelled", done: 124, failed: 0, omittedResults: 0 });
    const deleted = new Set(result.results.map((item) => item.id));
    expect([...deleted].toSorted()).toEqual(ids.slice(0, 124).toSorted());
    for (const run of runner.runs) run.answer("an answer"); //       6. every run answers, the stopped ones too
    await open.bot.settled();
    for (const sessionId of [ids[0], ids[123]]) {
      expect((await open.ask("GET", `/sessions/${sessionId}`)).status).toBe(410);
    }
    const actor = { kind: "operator", id: "test", surface: "code" } as const;
    const left = await open.bot.sessions.list({ limit: 200 }, actor);
    expect(left.map((session) => session.id).toSorted()).toEqual([other, ...ids.slice(124)].toSorted());
    expect(left.every(({ entries, waiting }) => entries === 2 && waiting === 0)).toBe(true);
    const again = await open.ask("DELETE", `/operations/${id}`); //  7. once more: nothing to cancel
    expect([again.status, audit.outcomes.at(-1)]).toEqual([202, "operation.cancel nothing to do"]);
  });

  it("deletes 250 sessions with runs in flight: none comes back, and another conversation is answered meanwhile", async () => {
    const runner = new ScriptedTurnRunner({ ignoresAbort: true });
    const policy = new HeldPolicy("session.delete", 50);
    await using open = await openGateway({ bot: { turnRunner: runner, policy } });
    const events = await open.events("?topics=operation");
    const ids: string[] = [];
    for (let number = 0; number < 250; number += 1) ids.push(await open.say("think", `place ${number}`));
    while (runner.runs.length < 250) await runner.nextRun();
    const id = await start(open, ids); //                     1. the deletes begin
    await policy.waits; //                                    2. while they are at work,
    const other = await open.say("hello", "another"); //      3. somebody else writes,
    while (runner.runs.length < 251) await runner.nextRun();
    runner.runs.at(-1)?.answer("hi"); //                      4. and is answered
    await expect
      .poll(async () => (await open.ask("GET", `/sessions/${other}`)).json())
      .toMatchObject({ entries: 2, running: null });
    policy.release();
    await ended(events);
    expect(await read(open, id)).toMatchObject({ state: "done", total: 250, done: 250, failed: 0 });
    for (const run of runner.runs.slice(0, 250)) run.answer("late");
    await open.bot.settled();
    expect((await open.ask("GET", "/sessions?count=true")).json()).toMatchObject({ total: 1, items: [{ id: other }] });
  });

  it("is told on the event stream: its beginning, its end, and what is between at most twice a second", async () => {
    await using open = await openGateway();
    const events = await open.events("?topics=operation");
    const id = await start(open, unknownIds(200));
    const begun = await events.nextOf("operation.change");
    const over = await events.nextOf("operation.change");
    expect(begun.data).toMatchObject({ operation: { id, state: "running", done: 0, failed: 0, total: 200 } });
    expect(over.data).toMatchObject({ operation: { id, state: "done", failed: 200 } });
    expect(over.data).not.toHaveProperty("operation.results");
  });

  it("ends with the gateway, with the sessions that it is at", async () => {
    const policy = new HeldPolicy("session.delete", 10);
    await using open = await openGateway({ bot: { policy } });
    await start(open, unknownIds(200));
    await policy.waits;
    const closed = open.gateway.close();
    policy.release();
    await closed;
    expect(policy.asked).toBeLessThanOrEqual(14);
  });

  it("begins once for one Idempotency-Key", async () => {
    await using open = await openGateway();
    const body = { action: "delete", ids: unknownIds(101) };
    const ask = () => open.ask("POST", "/sessions/bulk", body, { "Idempotency-Key": "k" });
    const [first, second] = [await ask(), await ask()];
    expect([second.status, second.headers["idempotency-replayed"]]).toEqual([202, "true"]);
    expect(second.headers.location).toBe(first.headers.location);
    const list = operationListSchema.parse((await open.ask("GET", "/operations")).json());
    expect(list.items).toHaveLength(1);
  });
});

describe("operations", () => {
  it("are listed, the newest first, and known for a day after their end", async () => {
    await using open = await openGateway();
    const events = await open.events("?topics=operation");
    const ids: string[] = [];
    for (let number = 0; number < 3; number += 1) {
      ids.push(await start(open, unknownIds(101)));
      await ended(events);
    }
    const list = async (query = "") =>
      operationListSchema.parse((await open.ask("GET", `/operations${query}`)).json()).items.map(({ id }) => id);
    expect(await list()).toEqual(ids.toReversed());
    expect(await list("?limit=1")).toEqual([ids[2]]);
    await open.clock.advance(day - 1);
    expect(await list()).toHaveLength(3);
    await open.clock.advance(1);
    expect(await list()).toEqual([]);
    const gone = await open.ask("GET", `/operations/${ids[0]}`);
    expect([gone.status, codeOf(gone)]).toEqual([404, "OPERATION_NOT_FOUND"]);
  });

  it("are refused when ten are at work", async () => {
    const policy = new HeldPolicy("session.delete", 0);
    await using open = await openGateway({ bot: { policy } });
    for (let number = 0; number < 10; number += 1) await start(open, unknownIds(101));
    const refused = await open.ask("POST", "/sessions/bulk", { action: "delete", ids: unknownIds(101) });
    expect([refused.status, codeOf(refused), refused.headers["retry-after"]]).toEqual([
      429,
      "OPERATIONS_EXHAUSTED",
      "5",
    ]);
    policy.release();
  });

  it.each(["GET", "DELETE"])("are not found by another id with %s", async (method) => {
    await using open = await openGateway();
    const unknown = await open.ask(method, `/operations/o_${"x".repeat(22)}`);
    expect([unknown.status, codeOf(unknown)]).toEqual([404, "OPERATION_NOT_FOUND"]);
    expect((await open.ask(method, "/operations/1")).status).toBe(400);
  });
});
