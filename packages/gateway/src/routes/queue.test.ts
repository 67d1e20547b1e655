import { type Policy, StoreError } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { type OpenGateway, openGateway } from "../../test-support/open-gateway.ts";
import { codeOf } from "../../test-support/problems.ts";
import { type WireQueuedMessage, queueSchema } from "../wire/transcript.ts";

const unknownSession = `s_${"a".repeat(22)}`;
const unknownMessage = `m_${"a".repeat(22)}`;

async function queueOf(open: OpenGateway, sessionId: string): Promise<readonly WireQueuedMessage[]> {
  return queueSchema.parse((await open.ask("GET", `/sessions/${sessionId}/queue`)).json()).items;
}

async function idOf(open: OpenGateway, sessionId: string, text: string): Promise<string> {
  return (await queueOf(open, sessionId)).find((message) => message.text === text)?.id ?? "";
}

describe("GET /sessions/:id/queue", () => {
  it("shows what runs and what waits, in order", async () => {
    await using open = await openGateway();
    const { sessionId } = await open.startRun("one");
    await open.say("two");
    await open.say("three");
    expect(await queueOf(open, sessionId)).toMatchObject([
      { state: "running", text: "one", attempts: 1, sender: { id: "token", name: "operator" } },
      { state: "received", text: "two", attempts: 0 },
      { state: "received", text: "three", attempts: 0 },
    ]);
  });
});

describe("DELETE /sessions/:id/queue/:messageId", () => {
  it("cancels a message that waits: it is never answered, and whoever listens is told", async () => {
    await using open = await openGateway();
    const { sessionId, run } = await open.startRun("one");
    await open.say("two");
    await open.say("three");
    const events = await open.events("?topics=message");
    const messageId = await idOf(open, sessionId, "two");

    const answer = await open.ask("DELETE", `/sessions/${sessionId}/queue/${messageId}`, { reason: "by mistake" });

    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect((await events.nextOf("message.cancel")).data).toMatchObject({
      sessionId,
      messageId,
      session: { waiting: 1 },
    });
    expect(await open.bot.audit(1)).toMatchObject([
      { operation: "session.cancel", reason: "by mistake", outcome: "done", sessionId },
    ]);
    run.answer("1");
    const next = await open.runner.nextRun();
    expect(next.turn.messages.map(({ text }) => text)).toEqual(["three"]);
    next.answer("3");
    await open.bot.settled();
    expect((await open.ask("GET", `/sessions/${sessionId}/messages`)).text).not.toContain("two");
  });

  it("still knows the message when it is sent again", async () => {
    await using open = await openGateway();
    const { sessionId } = await open.startRun("one");
    const send = () =>
      open.ask("POST", "/webchat/messages", { conversation: "lobby", text: "two" }, { "Idempotency-Key": "k1" });
    await send();
    await open.ask("DELETE", `/sessions/${sessionId}/queue/${await idOf(open, sessionId, "two")}`);
    expect((await send()).status).toBeLessThan(300);
    expect((await queueOf(open, sessionId)).map(({ text }) => text)).toEqual(["one"]);
  });

  it("leaves a message that a run took", async () => {
    await using open = await openGateway();
    const { sessionId, run } = await open.startRun("one");
    const answer = await open.ask("DELETE", `/sessions/${sessionId}/queue/${await idOf(open, sessionId, "one")}`);
    expect([answer.status, codeOf(answer)]).toEqual([409, "MESSAGE_TAKEN"]);
    run.answer("1");
    await open.bot.settled();
    expect((await open.ask("GET", `/sessions/${sessionId}`)).json()).toMatchObject({ entries: 2 });
  });

  it("says of a message that does not wait here 404, also the second time", async () => {
    await using open = await openGateway();
    const { sessionId } = await open.startRun("one");
    await open.say("two");
    const path = `/sessions/${sessionId}/queue/${await idOf(open, sessionId, "two")}`;
    expect((await open.ask("DELETE", path)).status).toBe(204);
    for (const other of [path, `/sessions/${sessionId}/queue/${unknownMessage}`]) {
      const answer = await open.ask("DELETE", other);
      expect([answer.status, codeOf(answer)]).toEqual([404, "MESSAGE_NOT_FOUND"]);
    }
    expect(await open.bot.audit(1)).toMatchObject([{ operation: "session.cancel", outcome: "nothing to do" }]);
  });

  it("says of a session that never was 404, of a deleted one 410, and of no id 400", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    await open.ask("DELETE", `/sessions/${sessionId}`);
    for (const [method, rest] of [
      ["GET", ""],
      ["DELETE", `/${unknownMessage}`],
    ] as const) {
      const unknown = await open.ask(method, `/sessions/${unknownSession}/queue${rest}`);
      expect([unknown.status, codeOf(unknown)]).toEqual([404, "SESSION_NOT_FOUND"]);
      const deleted = await open.ask(method, `/sessions/${sessionId}/queue${rest}`);
      expect([deleted.status, codeOf(deleted)]).toEqual([410, "SESSION_DELETED"]);
    }
    for (const id of ["m_x", "..%2Fx", "%00", unknownSession]) {
      const answer = await open.ask("DELETE", `/sessions/${unknownSession}/queue/${id}`);
      expect([answer.status, codeOf(answer)]).toEqual([400, "REQUEST_INVALID"]);
    }
  });

  it("asks the bot's policy, and claims nothing when the store cannot confirm", async () => {
    let isOpen = true;
    const policy: Policy = { authorize: ({ operation }) => isOpen || operation !== "session.cancel" };
    await using open = await openGateway({ bot: { policy } });
    const { sessionId } = await open.startRun("one");
    await open.say("two");
    const path = `/sessions/${sessionId}/queue/${await idOf(open, sessionId, "two")}`;
    isOpen = false;
    const denied = await open.ask("DELETE", path);
    expect([denied.status, codeOf(denied)]).toEqual([403, "NOT_AUTHORIZED"]);
    isOpen = true;
    Object.defineProperty(open.bot.sessions, "cancelMessage", {
      value: () => Promise.reject(new StoreError("STORE_FULL", "No space left for /srv/s.json")),
    });
    const failed = await open.ask("DELETE", path);
    expect([failed.status, codeOf(failed)]).toEqual([503, "STORE_FULL"]);
    expect(await queueOf(open, sessionId)).toHaveLength(2);
  });
});
