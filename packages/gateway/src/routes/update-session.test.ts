import { type Policy, StoreError } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { type OpenGateway, openGateway } from "../../test-support/open-gateway.ts";
import { codeOf } from "../../test-support/problems.ts";
import { sessionSchema } from "../wire/session.ts";

const unknownSession = `s_${"a".repeat(22)}`;

async function tagOf(open: OpenGateway, sessionId: string): Promise<string> {
  return (await open.ask("GET", `/sessions/${sessionId}`)).headers.etag ?? "";
}

describe("PATCH /sessions/:id", () => {
  it("changes what is named, keeps the rest, and answers with the new ETag", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    const tag = await tagOf(open, sessionId);
    const titled = await open.ask("PATCH", `/sessions/${sessionId}`, { title: "Trip" }, { "If-Match": tag });
    expect(titled.status).toBe(200);
    expect(sessionSchema.parse(titled.json())).toMatchObject({ title: "Trip", model: null });
    expect(titled.headers.etag).not.toBe(tag);
    expect(titled.headers.etag).toBe(await tagOf(open, sessionId));

    const weak = { "If-Match": `W/${titled.headers.etag}` };
    const moved = await open.ask("PATCH", `/sessions/${sessionId}`, { model: "offline/eliza" }, weak);
    expect(moved.json()).toMatchObject({ title: "Trip", model: "offline/eliza" });
    const plain = await open.ask("PATCH", `/sessions/${sessionId}`, { title: null, model: null }, { "If-Match": "*" });
    expect(plain.json()).toMatchObject({ title: null, model: null });
    expect(await open.bot.audit(1)).toMatchObject([{ operation: "session.patch", outcome: "done" }]);
  });

  it("asks which state it is meant for", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    const answer = await open.ask("PATCH", `/sessions/${sessionId}`, { title: "Trip" });
    expect([answer.status, codeOf(answer)]).toEqual([428, "PRECONDITION_REQUIRED"]);
    expect((await open.ask("GET", `/sessions/${sessionId}`)).json()).toMatchObject({ title: null });
  });

  it("lets one of two that saw the same state win, and tells the other what it is now", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    const seen = { "If-Match": await tagOf(open, sessionId) };
    const answers = await Promise.all(
      ["One", "Two"].map((title) => open.ask("PATCH", `/sessions/${sessionId}`, { title }, seen)),
    );
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["200", "412"]);
    const lost = answers.find(({ status }) => status === 412);
    expect(lost?.json()).toMatchObject({
      code: "SESSION_CHANGED",
      currentEtag: await tagOf(open, sessionId),
      newMessages: 0,
    });
  });

  it("refuses a model that cannot be used, and says why", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    const answer = await open.ask("PATCH", `/sessions/${sessionId}`, { model: "nobody/m1" }, { "If-Match": "*" });
    expect([answer.status, codeOf(answer)]).toEqual([422, "MODEL_UNUSABLE"]);
    expect(answer.text).toContain("nobody");
    expect((await open.ask("GET", `/sessions/${sessionId}`)).json()).toMatchObject({ model: null });
  });

  it.each([
    {},
    { title: "" },
    { title: "x".repeat(201) },
    { title: 5 },
    { model: "eliza" },
    { model: `offline/${"x".repeat(300)}` },
    { pinned: "yes" },
    { muted: null },
    { title: "a", __proto__x: 1 },
    [],
    null,
  ])("refuses the body %j", async (body) => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    const tag = await tagOf(open, sessionId);
    const answer = await open.ask("PATCH", `/sessions/${sessionId}`, body, { "If-Match": tag });
    expect([answer.status, codeOf(answer)]).toEqual([400, "REQUEST_INVALID"]);
    expect(await tagOf(open, sessionId)).toBe(tag);
  });

  it.each(["1.4", '"1"', '"a.b"', '"1.4", "1.5"', "", '"9999999999999999.1"'])(
    "refuses the If-Match %j",
    async (tag) => {
      await using open = await openGateway();
      const sessionId = await open.converse("hello", "hi");
      for (const [method, rest] of [
        ["PATCH", ""],
        ["DELETE", ""],
        ["POST", "/reset"],
      ] as const) {
        const body = method === "PATCH" ? { title: "Trip" } : {};
        const answer = await open.ask(method, `/sessions/${sessionId}${rest}`, body, { "If-Match": tag });
        expect([answer.status, codeOf(answer)], method).toEqual([400, "REQUEST_INVALID"]);
      }
    },
  );

  it("says of a session that never was 404, of a deleted one 410, and without a body 415", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    const any = { "If-Match": "*" };
    const untyped = await open.ask("PATCH", `/sessions/${sessionId}`, undefined, any);
    expect([untyped.status, codeOf(untyped)]).toEqual([415, "MEDIA_TYPE_UNSUPPORTED"]);
    await open.ask("DELETE", `/sessions/${sessionId}`);
    const unknown = await open.ask("PATCH", `/sessions/${unknownSession}`, { title: "Trip" }, any);
    expect([unknown.status, codeOf(unknown)]).toEqual([404, "SESSION_NOT_FOUND"]);
    const deleted = await open.ask("PATCH", `/sessions/${sessionId}`, { title: "Trip" }, any);
    expect([deleted.status, codeOf(deleted)]).toEqual([410, "SESSION_DELETED"]);
  });

  it("asks the bot's policy, and claims nothing when the store cannot confirm", async () => {
    let isOpen = true;
    const policy: Policy = { authorize: ({ operation }) => isOpen || operation !== "session.patch" };
    await using open = await openGateway({ bot: { policy } });
    const sessionId = await open.converse("hello", "hi");
    isOpen = false;
    const denied = await open.ask("PATCH", `/sessions/${sessionId}`, { title: "Trip" }, { "If-Match": "*" });
    expect([denied.status, codeOf(denied)]).toEqual([403, "NOT_AUTHORIZED"]);
    isOpen = true;
    Object.defineProperty(open.bot.sessions, "patch", {
      value: () => Promise.reject(new StoreError("STORE_FULL", "No space left for /srv/s.json")),
    });
    const failed = await open.ask("PATCH", `/sessions/${sessionId}`, { title: "Trip" }, { "If-Match": "*" });
    expect([failed.status, codeOf(failed)]).toEqual([503, "STORE_FULL"]);
  });
});

describe.each([
  ["DELETE", "", "deleted"],
  ["POST", "/reset", "reset"],
] as const)("%s /sessions/:id%s with If-Match", (method, rest, outcome) => {
  it("is done when the session is as it was seen", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    const seen = { "If-Match": await tagOf(open, sessionId) };
    const answer = await open.ask(method, `/sessions/${sessionId}${rest}`, {}, seen);
    expect(answer.json()).toMatchObject({ outcome, removedEntries: 2 });
  });

  it("removes nothing when messages arrived since then, and says how many", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    const seen = { "If-Match": await tagOf(open, sessionId) };
    const { runId } = await open.startRun("one more thing");
    await open.say("and another");

    const answer = await open.ask(method, `/sessions/${sessionId}${rest}`, { reason: "old" }, seen);

    expect([answer.status, codeOf(answer)]).toEqual([412, "SESSION_CHANGED"]);
    expect(answer.json()).toMatchObject({ newMessages: 2, currentEtag: await tagOf(open, sessionId) });
    const session = await open.ask("GET", `/sessions/${sessionId}`);
    expect(session.json()).toMatchObject({ epoch: 1, entries: 2, waiting: 1, running: { runId } });
    expect(await open.bot.audit(1)).toMatchObject([{ outcome: "nothing to do", reason: "old" }]);
    const retried = await open.ask(method, `/sessions/${sessionId}${rest}`, {}, { "If-Match": "*" });
    expect(retried.json()).toMatchObject({ outcome, stoppedRunId: runId, discardedMessages: 2 });
  });
});
