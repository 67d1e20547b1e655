import { createBot } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { bearerOf, makeToken } from "../../test-support/access.ts";
import { openGateway } from "../../test-support/open-gateway.ts";
import { codeOf } from "../../test-support/problems.ts";
import { messagesPageSchema } from "../wire/transcript.ts";

const path = "/webchat/messages";

describe("POST /webchat/messages", () => {
  it("answers when the message is stored, and the answer comes with the events", async () => {
    await using open = await openGateway();
    const events = await open.events("?topics=webchat");
    const answer = await open.ask("POST", path, { conversation: "lobby", text: "hello" });
    expect(answer.status).toBe(202);
    const [session] = await open.bot.sessions.list({ limit: 1 }, { kind: "operator", id: "test", surface: "code" });
    const sessionId = session?.id;
    expect(answer.json()).toEqual({ sessionId, messageId: expect.stringMatching(/^m_/) });
    const run = await open.runner.nextRun();
    run.answer("hello yourself");
    expect((await events.nextOf("webchat.message")).data).toMatchObject({
      type: "webchat.message",
      sessionId,
      conversation: "lobby",
      runId: run.turn.runId,
      kind: "answer",
      text: "hello yourself",
      piece: 0,
      pieces: 1,
      deliveryId: expect.stringMatching(/^d_/),
    });
  });

  it("takes the same Idempotency-Key in one conversation as the same message", async () => {
    await using open = await openGateway();
    const send = (conversation: string, key: string) =>
      open.ask("POST", path, { conversation, text: "hello" }, { "Idempotency-Key": key });
    expect((await send("lobby", "key-1")).status).toBe(202);
    const again = await send("lobby", "key-1");
    expect([again.status, again.json()]).toEqual([200, { duplicate: true }]);
    expect((await send("lobby", "key-2")).status).toBe(202);
    expect((await send("kitchen", "key-1")).status).toBe(202);
    for (const key of ["", " ", "ä", "x".repeat(201), "a b"]) {
      expect(codeOf(await send("lobby", key)), key).toBe("REQUEST_INVALID");
    }
  });

  it("takes no Idempotency-Key for another message, and knows nothing of the keys of others", async () => {
    await using open = await openGateway();
    const headers = { "Idempotency-Key": "key-1" };
    const message = { conversation: "lobby", text: "hello" };
    expect((await open.ask("POST", path, message, headers)).status).toBe(202);
    const reused = await open.ask("POST", path, { ...message, text: "something else" }, headers);
    expect([reused.status, codeOf(reused)]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
    const { token } = await makeToken(open, "operator");
    const ofOther = { ...headers, ...bearerOf(token) };
    expect((await open.ask("POST", path, { ...message, text: "mine" }, ofOther)).status).toBe(202);
    expect((await open.ask("POST", path, message, headers)).json()).toEqual({ duplicate: true });
  });

  it("gives a conversation to each name, and the sender's name to the transcript", async () => {
    await using open = await openGateway();
    const names = ["a/b", "ä ☂ 𝄞", "..", "x".repeat(256)];
    const ids = new Set<string>();
    for (const conversation of names) ids.add(await open.say("hello", conversation));
    expect(ids.size).toBe(names.length);
    const sender = { id: "4711", name: "Ana" };
    await open.ask("POST", path, { conversation: "lobby", text: "hello", sender });
    const sessions = await open.ask("GET", "/sessions?limit=1");
    expect(sessions.json()).toMatchObject({ items: [{ owner: { id: "4711", name: "Ana" }, key: { place: "lobby" } }] });
  });

  it("answers a command at once, beside the run", async () => {
    await using open = await openGateway();
    const { sessionId, run } = await open.startRun("tell me everything");
    const events = await open.events("?topics=webchat");
    const answer = await open.ask("POST", path, { conversation: "lobby", text: " /RESET " });
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({ command: "reset", text: expect.stringContaining("We start afresh") });
    expect(run.isAborted).toBe(true);
    expect((await events.nextOf("webchat.message")).data).toMatchObject({
      kind: "command",
      sessionId,
      runId: null,
      conversation: "lobby",
    });
  });

  it("lets nobody reset a conversation by a command that another person began", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    for (const text of ["/reset", " /RESET", "/new"]) {
      const answer = await open.ask("POST", path, { conversation: "lobby", text, sender: { id: "mallory" } });
      expect(answer.json()).toMatchObject({ text: expect.stringContaining("You may not use") });
    }
    expect((await open.ask("GET", `/sessions/${sessionId}`)).json()).toMatchObject({ epoch: 1, entries: 2 });
    expect(await open.bot.audit(3)).toMatchObject(Array.from({ length: 3 }, () => ({ outcome: "denied" })));
  });

  it("says so when too many messages wait, and takes none then", async () => {
    await using open = await openGateway({ bot: { capacity: 1 } });
    const { sessionId } = await open.startRun("one");
    await open.say("two");
    const answer = await open.ask("POST", path, { conversation: "lobby", text: "three" });
    expect([answer.status, codeOf(answer)]).toEqual([429, "CONVERSATION_FULL"]);
    expect(answer.json()).toMatchObject({ sessionId });
    const page = messagesPageSchema.parse((await open.ask("GET", `/sessions/${sessionId}/messages`)).json());
    expect(page.queue.map(({ text }) => text)).toEqual(["one", "two"]);
  });

  it("says so when the bot takes one message at a time and is busy", async () => {
    await using open = await openGateway({ bot: { overlap: "reject" } });
    const { sessionId } = await open.startRun("one");
    const answer = await open.ask("POST", path, { conversation: "lobby", text: "two" });
    expect([answer.status, codeOf(answer)]).toEqual([409, "CONVERSATION_BUSY"]);
    expect(answer.json()).toMatchObject({ sessionId });
  });

  it("answers 404 when the bot has no web chat", async () => {
    const withoutPlugin = await createBot();
    await withoutPlugin.start();
    await using open = await openGateway({ gateway: { bot: withoutPlugin } });
    await using unconnected = await openGateway({ gateway: { webChat: undefined } });
    for (const gateway of [open, unconnected]) {
      const answer = await gateway.ask("POST", path, { conversation: "lobby", text: "hello" });
      expect([answer.status, codeOf(answer)]).toEqual([404, "WEBCHAT_OFF"]);
    }
    await withoutPlugin.stop(0);
  });

  it.each([
    {},
    { conversation: "lobby" },
    { conversation: "", text: "x" },
    { conversation: "x".repeat(257), text: "x" },
    { conversation: "lobby", text: "" },
    { conversation: "lobby", text: ["x"] },
    { conversation: "lobby", text: "x", sender: {} },
    { conversation: "lobby", text: "x", sender: { id: "" } },
    { conversation: "lobby", text: "x", sender: { id: "a", roles: ["admin"] } },
    { conversation: "\ud800", text: "x" },
  ])("refuses %j", async (body) => {
    await using open = await openGateway();
    const answer = await open.ask("POST", path, body);
    expect(answer.status).toBe(400);
    expect((await open.ask("GET", "/sessions")).json()).toMatchObject({ items: [] });
  });
});
