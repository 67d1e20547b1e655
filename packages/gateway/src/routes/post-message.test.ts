import { type Policy, StoreError } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { bearerOf, makeToken } from "../../test-support/access.ts";
import { type OpenGateway, openGateway } from "../../test-support/open-gateway.ts";
import { codeOf } from "../../test-support/problems.ts";

const unknownSession = "s_AAAAAAAAAAAAAAAAAAAAAA";

async function textsOf(open: OpenGateway, sessionId: string): Promise<readonly (readonly [string, string])[]> {
  const { items } = pageForm.parse((await open.ask("GET", `/sessions/${sessionId}/messages`)).json());
  return items.map(({ role, text = "" }) => [role, text] as const);
}

const pageForm = z.looseObject({
  items: z.array(z.looseObject({ role: z.string(), text: z.string().optional() })),
});

describe("POST /sessions/:id/messages", () => {
  it("says something in the channel as the bot, and shows readers who wrote it", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    const events = await open.events("?topics=message,webchat,delivery");
    const answer = await open.ask("POST", `/sessions/${sessionId}/messages`, { mode: "channel", text: "Olga here." });
    await open.bot.settled();
    expect(answer.status).toBe(202);
    expect(answer.json()).toEqual({ sessionId, messageId: expect.stringMatching(/^m_/), runId: null });
    const page = await open.ask("GET", `/sessions/${sessionId}/messages`);
    expect(page.json()).toMatchObject({
      items: [
        { role: "user" },
        { role: "assistant" },
        { role: "operator", author: { id: "operator:token", name: "operator" }, text: "Olga here." },
      ],
    });
    expect((await events.nextOf("message.post")).data).toMatchObject({ sessionId, mode: "channel" });
    expect((await events.nextOf("webchat.message")).data).toMatchObject({ kind: "operator", runId: null });
    expect((await events.nextOf("delivery.change")).data).toMatchObject({ runId: null, state: "delivered" });
  });

  it("writes a note that is sent to nobody", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    const answer = await open.ask("POST", `/sessions/${sessionId}/messages`, { mode: "note", text: "Call back." });
    expect(answer.status).toBe(202);
    expect(await textsOf(open, sessionId)).toContainEqual(["note", "Call back."]);
    expect((await open.ask("GET", `/sessions/${sessionId}`)).json()).toMatchObject({
      entries: 3,
      preview: "hi",
      deliveries: { open: 0, unconfirmed: 0, failed: 0 },
    });
  });

  it("writes to the agent, whose run it names", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    const answer = await open.ask("POST", `/sessions/${sessionId}/messages`, { mode: "agent", text: "Summarize." });
    const run = await open.runner.nextRun();
    expect(answer.json()).toMatchObject({ sessionId, runId: run.turn.runId });
    expect(run.turn.messages).toMatchObject([{ sender: { id: "operator:token", name: "operator" } }]);
    run.answer("In short.");
    await open.bot.settled();
    expect(await textsOf(open, sessionId)).toHaveLength(4);
  });

  it.each(["channel", "agent", "note"])("takes a /reset as text, as %s", async (mode) => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    await open.ask("POST", `/sessions/${sessionId}/messages`, { mode, text: " /RESET" });
    expect((await open.ask("GET", `/sessions/${sessionId}`)).json()).toMatchObject({ epoch: 1 });
  });

  it.each(["channel", "agent", "note"])("takes a message once under one Idempotency-Key, as %s", async (mode) => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    const key = { "Idempotency-Key": "one" };
    const first = await open.ask("POST", `/sessions/${sessionId}/messages`, { mode, text: "once" }, key);
    const again = await open.ask("POST", `/sessions/${sessionId}/messages`, { mode, text: "once" }, key);
    const other = await open.ask("POST", `/sessions/${sessionId}/messages`, { mode, text: "another" }, key);
    expect([first.status, again.status]).toEqual([202, 202]);
    expect(again.json()).toEqual(first.json());
    expect([other.status, codeOf(other)]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
  });

  it("refuses what is for another state than the session is in, and changes nothing", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    const seen = { "If-Match": (await open.ask("GET", `/sessions/${sessionId}`)).headers["etag"] ?? "" };
    await open.ask("POST", `/sessions/${sessionId}/reset`);
    for (const mode of ["channel", "agent", "note"]) {
      const answer = await open.ask("POST", `/sessions/${sessionId}/messages`, { mode, text: "late" }, seen);
      expect([answer.status, codeOf(answer)]).toEqual([412, "SESSION_CHANGED"]);
    }
    expect(await textsOf(open, sessionId)).toEqual([]);
    expect(open.runner.runs).toHaveLength(1);
  });

  it("says of a session that never was 404, and of a deleted one 410", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    await open.ask("DELETE", `/sessions/${sessionId}`);
    for (const mode of ["channel", "agent", "note"]) {
      const body = { mode, text: "hello" };
      const unknown = await open.ask("POST", `/sessions/${unknownSession}/messages`, body);
      expect([unknown.status, codeOf(unknown)]).toEqual([404, "SESSION_NOT_FOUND"]);
      const deleted = await open.ask("POST", `/sessions/${sessionId}/messages`, body);
      expect([deleted.status, codeOf(deleted)]).toEqual([410, "SESSION_DELETED"]);
    }
    expect((await open.ask("GET", "/sessions")).json()).toMatchObject({ items: [] });
  });

  it("tells who writes to the agent that it is muted, busy or full", async () => {
    await using open = await openGateway({ bot: { overlap: "reject", capacity: 1 } });
    const { sessionId, run } = await open.startRun("hello");
    const body = { mode: "agent", text: "now" };
    const busy = await open.ask("POST", `/sessions/${sessionId}/messages`, body);
    expect([busy.status, codeOf(busy)]).toEqual([409, "CONVERSATION_BUSY"]);
    run.answer("hi");
    await open.bot.settled();
    await open.ask("PATCH", `/sessions/${sessionId}`, { muted: true }, { "If-Match": "*" });
    const muted = await open.ask("POST", `/sessions/${sessionId}/messages`, body);
    expect([muted.status, codeOf(muted)]).toEqual([409, "SESSION_MUTED"]);
    await using crowded = await openGateway({ bot: { capacity: 1 } });
    const started = await crowded.startRun("hello");
    await crowded.say("waiting");
    const full = await crowded.ask("POST", `/sessions/${started.sessionId}/messages`, body);
    expect([full.status, codeOf(full), full.headers["retry-after"]]).toEqual([429, "CONVERSATION_FULL", "5"]);
  });

  it.each([
    {},
    { text: "a" },
    { mode: "channel" },
    { mode: "channel", text: "" },
    { mode: "shout", text: "a" },
    { mode: "note", text: "a", author: { id: "somebody else" } },
    [],
    null,
  ])("refuses the body %j", async (body) => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    const answer = await open.ask("POST", `/sessions/${sessionId}/messages`, body);
    expect([answer.status, codeOf(answer)]).toEqual([400, "REQUEST_INVALID"]);
  });

  it("refuses a text that is too long, in every mode", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    for (const mode of ["channel", "agent", "note"]) {
      const answer = await open.ask("POST", `/sessions/${sessionId}/messages`, { mode, text: "x".repeat(100_001) });
      expect([answer.status, codeOf(answer)]).toEqual([413, "INPUT_TOO_LARGE"]);
    }
    expect(await textsOf(open, sessionId)).toHaveLength(2);
  });

  it("is for operators, asks the bot's policy, and claims nothing when the store cannot confirm", async () => {
    let isOpen = true;
    const policy: Policy = { authorize: ({ operation }) => isOpen || operation !== "session.post" };
    await using open = await openGateway({ bot: { policy } });
    const sessionId = await open.converse("hello", "hi");
    const body = { mode: "channel", text: "hello" };
    const viewer = bearerOf((await makeToken(open, "viewer")).token);
    const read = await open.ask("POST", `/sessions/${sessionId}/messages`, body, viewer);
    expect([read.status, codeOf(read)]).toEqual([403, "ROLE_INSUFFICIENT"]);
    isOpen = false;
    const denied = await open.ask("POST", `/sessions/${sessionId}/messages`, body);
    expect([denied.status, codeOf(denied)]).toEqual([403, "NOT_AUTHORIZED"]);
    expect(await textsOf(open, sessionId)).toHaveLength(2);
    isOpen = true;
    Object.defineProperty(open.bot.sessions, "post", {
      value: () => Promise.reject(new StoreError("STORE_FULL", "No space left for /srv/s.json")),
    });
    const failed = await open.ask("POST", `/sessions/${sessionId}/messages`, body);
    expect([failed.status, codeOf(failed)]).toEqual([503, "STORE_FULL"]);
  });
});

describe("a session that is pinned or muted", () => {
  it("says so, keeps it through a reset, and is found by it", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    await open.converse("hello", "hi", "another");
    const change = { pinned: true, muted: true };
    const changed = await open.ask("PATCH", `/sessions/${sessionId}`, change, { "If-Match": "*" });
    expect(changed.json()).toMatchObject(change);
    await open.ask("POST", `/sessions/${sessionId}/reset`);
    expect((await open.ask("GET", "/sessions?pinned=true")).json()).toMatchObject({
      items: [{ id: sessionId, ...change }],
    });
    expect((await open.ask("GET", "/sessions?pinned=false")).json()).toMatchObject({
      items: [{ key: { place: "another" }, pinned: false, muted: false }],
    });
    expect((await open.ask("GET", "/sessions?pinned=yes")).status).toBe(400);
    const back = await open.ask("PATCH", `/sessions/${sessionId}`, { pinned: false }, { "If-Match": "*" });
    expect(back.json()).toMatchObject({ pinned: false, muted: true });
  });
});
