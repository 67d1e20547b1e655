import { ManualClock } from "@keyturn/testkit";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { bearerOf, makeToken } from "../../test-support/access.ts";
import { type OpenGateway, bearer, openGateway } from "../../test-support/open-gateway.ts";
import { codeOf } from "../../test-support/problems.ts";

const json = { ...bearer, "Content-Type": "application/json" };
const scheduleForm = z.looseObject({
  id: z.string(),
  version: z.number(),
  nextRunAt: z.string().nullable(),
  isPaused: z.boolean(),
  lastRun: z.looseObject({ outcome: z.string() }).nullable(),
});
const startedForm = z.object({ messageId: z.string(), sessionId: z.string() });
const listForm = z.object({ items: z.array(z.looseObject({ id: z.string() })) });
const news = { name: "News", cron: "0 9 * * *", timeZone: "Europe/Berlin", text: "What is new?" };
const unknown = "c_AAAAAAAAAAAAAAAAAAAAAA";

type Headers = Readonly<Record<string, string>>;

function create(open: OpenGateway, change: object, headers: Headers = {}) {
  return open.exchange({
    method: "POST",
    path: "/api/v1/schedules",
    headers: { ...json, ...headers },
    body: JSON.stringify({ ...news, ...change }),
  });
}

/** A schedule of a conversation that has begun. */
async function schedule(open: OpenGateway): Promise<{ readonly id: string; readonly sessionId: string }> {
  const sessionId = await open.converse("hello", "hi");
  const { id } = scheduleForm.parse((await create(open, { sessionId })).json());
  return { id, sessionId };
}

function patch(open: OpenGateway, id: string, change: object, headers: Headers = {}) {
  const body = JSON.stringify(change);
  return open.exchange({ method: "PATCH", path: `/api/v1/schedules/${id}`, headers: { ...json, ...headers }, body });
}

function run(open: OpenGateway, id: string, headers: Headers = {}) {
  return open.exchange({ method: "POST", path: `/api/v1/schedules/${id}/run`, headers: { ...bearer, ...headers } });
}

function read(open: OpenGateway, id: string) {
  return open.exchange({ path: `/api/v1/schedules/${id}`, headers: bearer });
}

describe("POST /schedules", () => {
  it("makes a schedule, says where it is, and when it runs next", async () => {
    const clock = new ManualClock();
    await using open = await openGateway({ bot: { clock } });
    const sessionId = await open.converse("hello", "hi");
    const answer = await create(open, { sessionId });
    expect(answer.status).toBe(201);
    const made = scheduleForm.parse(answer.json());
    expect(made).toMatchObject({
      ...news,
      sessionId,
      missed: "skip",
      isPaused: false,
      version: 1,
      lastRun: null,
      nextRunAt: "2030-01-01T08:00:00.000Z",
    });
    expect(answer.headers).toMatchObject({ etag: '"1"', location: `schedules/${made.id}` });
    const location = new URL(answer.headers.location ?? "", `${open.url}/api/v1/schedules`).pathname;
    expect((await open.exchange({ path: location, headers: bearer })).json()).toEqual(made);
  });

  it("makes one schedule for one Idempotency-Key", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    const headers = { "Idempotency-Key": "once" };
    const first = await create(open, { sessionId }, headers);
    const again = await create(open, { sessionId }, headers);
    expect([again.status, again.json()]).toEqual([201, first.json()]);
    expect((await create(open, { sessionId, name: "Other" }, headers)).status).toBe(422);
    const list = await open.ask("GET", "/schedules");
    expect(listForm.parse(list.json()).items).toHaveLength(1);
  });

  it.each([
    ["an expression that cannot be read", { cron: "often" }, "INPUT_INVALID", "0 9 * * MON-FRI"],
    ["an expression that names no time", { cron: "0 0 30 2 *" }, "INPUT_INVALID", "names no time"],
    ["one that runs every second", { cron: "* * * * * *" }, "INPUT_INVALID", "once a minute"],
    ["a time zone that is none", { timeZone: "Mars/Olympus" }, "INPUT_INVALID", "Europe/Berlin"],
    ["no text", { text: "" }, "INPUT_INVALID", "text"],
    ["another rule", { missed: "twice" }, "REQUEST_INVALID", "missed"],
    ["more than there is", { key: "test/main/room" }, "REQUEST_INVALID", "key"],
  ])("refuses %s, says what to write, and makes nothing", async (_what, change, code, detail) => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    const answer = await create(open, { sessionId, ...change });
    expect([answer.status, codeOf(answer)]).toEqual([400, code]);
    expect(answer.text).toContain(detail);
    const list = await open.ask("GET", "/schedules");
    expect(listForm.parse(list.json()).items).toEqual([]);
  });

  it("needs a session that is there", async () => {
    await using open = await openGateway();
    expect((await create(open, { sessionId: "s_AAAAAAAAAAAAAAAAAAAAAA" })).status).toBe(404);
    const sessionId = await open.converse("hello", "hi");
    await open.exchange({ method: "DELETE", path: `/api/v1/sessions/${sessionId}`, headers: bearer });
    const answer = await create(open, { sessionId });
    expect([answer.status, codeOf(answer)]).toEqual([410, "SESSION_DELETED"]);
  });

  it("says when there are as many as there may be", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    const actor = { kind: "operator", id: "tests", surface: "code" } as const;
    const id = (await open.bot.sessions.list({ limit: 1 }, actor))[0]?.id ?? "s_";
    for (let made = 0; made < 1_000; made += 1) await open.bot.schedules.create({ ...news, sessionId: id }, actor);
    const answer = await create(open, { sessionId });
    expect([answer.status, codeOf(answer)]).toEqual([409, "SCHEDULES_EXHAUSTED"]);
  });
});

describe("GET /schedules", () => {
  it("lists them without their whole texts, all of them or those of one conversation", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    const text = "x".repeat(500);
    const { id } = scheduleForm.parse((await create(open, { sessionId, text })).json());
    const { sessionId: other } = await open.startRun("elsewhere", "garden");
    const all = await open.exchange({ path: "/api/v1/schedules", headers: bearer });
    expect(all.json()).toMatchObject({ items: [{ id, preview: "x".repeat(120), sessionId }] });
    expect(all.text).not.toContain("x".repeat(121));
    const own = await open.exchange({ path: `/api/v1/schedules?sessionId=${sessionId}`, headers: bearer });
    expect(listForm.parse(own.json()).items).toHaveLength(1);
    const none = await open.exchange({ path: `/api/v1/schedules?sessionId=${other}`, headers: bearer });
    expect(listForm.parse(none.json()).items).toEqual([]);
  });

  it("goes on showing a schedule whose session is gone", async () => {
    await using open = await openGateway();
    const { id, sessionId } = await schedule(open);
    await open.exchange({ method: "DELETE", path: `/api/v1/sessions/${sessionId}`, headers: bearer });
    expect((await read(open, id)).json()).toMatchObject({ id, sessionId: null });
  });
});

describe("PATCH /schedules/:id", () => {
  it("changes, pauses and resumes the version that was seen", async () => {
    await using open = await openGateway();
    const { id } = await schedule(open);
    const paused = await patch(open, id, { isPaused: true, name: "Old news" }, { "If-Match": '"1"' });
    expect([paused.status, paused.headers.etag]).toEqual([200, '"2"']);
    expect(paused.json()).toMatchObject({ isPaused: true, name: "Old news", nextRunAt: null, text: news.text });
    const resumed = await patch(open, id, { isPaused: false }, { "If-Match": "*" });
    expect(scheduleForm.parse(resumed.json()).nextRunAt).not.toBeNull();
  });

  it("asks which version was seen, and refuses another one", async () => {
    await using open = await openGateway();
    const { id } = await schedule(open);
    const without = await patch(open, id, { isPaused: true });
    expect([without.status, codeOf(without)]).toEqual([428, "PRECONDITION_REQUIRED"]);
    await patch(open, id, { name: "Mine" }, { "If-Match": '"1"' });
    const late = await patch(open, id, { name: "Yours" }, { "If-Match": '"1"' });
    expect([late.status, codeOf(late)]).toEqual([412, "SCHEDULE_CHANGED"]);
    expect(late.json()).toMatchObject({ currentEtag: '"2"' });
    expect((await read(open, id)).json()).toMatchObject({ name: "Mine" });
    expect((await patch(open, id, { name: "x" }, { "If-Match": '"1.2"' })).status).toBe(400);
    expect((await patch(open, id, {}, { "If-Match": "*" })).status).toBe(400);
    expect((await patch(open, unknown, { name: "x" }, { "If-Match": "*" })).status).toBe(404);
  });

  it("does not lose to a run in between: runs are no changes", async () => {
    await using open = await openGateway();
    const { id } = await schedule(open);
    await run(open, id);
    expect((await patch(open, id, { name: "Mine" }, { "If-Match": '"1"' })).status).toBe(200);
  });
});

describe("POST /schedules/:id/run", () => {
  it("hands the message in at once, with what it became, and tells readers of events", async () => {
    await using open = await openGateway();
    const { id, sessionId } = await schedule(open);
    const events = await open.events();
    const answer = await run(open, id);
    expect(answer.status).toBe(202);
    const started = startedForm.parse(answer.json());
    expect(started.sessionId).toBe(sessionId);
    const told = await events.nextOf("schedule.run");
    expect(told.data).toMatchObject({ scheduleId: id, sessionId, outcome: "accepted", messageId: started.messageId });
    const next = await open.runner.nextRun();
    expect(next.texts).toEqual([news.text]);
    next.answer("Nothing.");
    await open.bot.settled();
    expect((await read(open, id)).json()).toMatchObject({
      lastRun: { outcome: "accepted", messageId: started.messageId, dueAt: null },
    });
  });

  it("runs once for one Idempotency-Key", async () => {
    await using open = await openGateway();
    const { id } = await schedule(open);
    const headers = { "Idempotency-Key": "k".repeat(200) };
    const first = await run(open, id, headers);
    const again = await run(open, id, headers);
    expect([first.status, again.json()]).toEqual([202, first.json()]);
    (await open.runner.nextRun()).answer("Nothing.");
    await open.bot.settled();
    expect(open.runner.runs).toHaveLength(2);
  });

  it("says when the conversation is full, and keeps that", async () => {
    await using open = await openGateway({ bot: { capacity: 1 } });
    const { id } = await schedule(open);
    await run(open, id);
    await open.runner.nextRun();
    await run(open, id);
    const full = await run(open, id);
    expect([full.status, codeOf(full)]).toEqual([429, "CONVERSATION_FULL"]);
    expect(full.headers["retry-after"]).toBe("5");
    expect((await read(open, id)).json()).toMatchObject({ lastRun: { outcome: "full", messageId: null } });
    expect((await run(open, unknown)).status).toBe(404);
  });
});

describe("DELETE /schedules/:id", () => {
  it("deletes it once, and only the version that was seen where one is named", async () => {
    await using open = await openGateway();
    const { id } = await schedule(open);
    const remove = (headers: Headers = {}) =>
      open.exchange({ method: "DELETE", path: `/api/v1/schedules/${id}`, headers: { ...bearer, ...headers } });
    expect((await remove({ "If-Match": '"7"' })).status).toBe(412);
    expect((await remove({ "If-Match": '"1"' })).status).toBe(204);
    const again = await remove();
    expect([again.status, codeOf(again)]).toEqual([404, "SCHEDULE_NOT_FOUND"]);
  });
});

describe("schedules", () => {
  it("are in the audit log with who changed which", async () => {
    await using open = await openGateway();
    const { id, sessionId } = await schedule(open);
    await patch(open, id, { isPaused: true }, { "If-Match": "*" });
    const audit = await open.ask("GET", "/audit?operation=schedule.patch");
    expect(audit.json()).toMatchObject({
      items: [{ operation: "schedule.patch", target: id, sessionId, actor: { surface: "http" }, outcome: "done" }],
    });
    expect(audit.text).not.toContain(news.text);
  });

  it("are for operators: a viewer sees and changes none", async () => {
    await using open = await openGateway();
    const { id } = await schedule(open);
    const { token } = await makeToken(open, "viewer");
    const headers = { ...bearerOf(token), "Content-Type": "application/json" };
    const requests = [
      { path: "/api/v1/schedules" },
      { method: "POST", path: "/api/v1/schedules", body: "{}" },
      { path: `/api/v1/schedules/${id}` },
      { method: "PATCH", path: `/api/v1/schedules/${id}`, body: "{}" },
      { method: "POST", path: `/api/v1/schedules/${id}/run` },
      { method: "DELETE", path: `/api/v1/schedules/${id}` },
    ];
    for (const request of requests) expect((await open.exchange({ ...request, headers })).status).toBe(403);
    expect((await read(open, id)).json()).toMatchObject({ version: 1, lastRun: null });
  });
});
