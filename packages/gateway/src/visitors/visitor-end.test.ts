import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StoreError } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { createGate } from "../../test-support/gate.ts";
import { openGateway } from "../../test-support/open-gateway.ts";
import { codeOf } from "../../test-support/problems.ts";
import { Visitor, makeVisitor } from "../../test-support/visitors.ts";
import { FileVisitorStore } from "./file-visitor-store.ts";
import { MemoryVisitorStore } from "./visitor-store.ts";

const actor = { kind: "operator", id: "test", surface: "code" } as const;

describe(`${promises("visitors-forgotten")}a visitor who asks to be forgotten`, () => {
  it("is: the conversation is gone for good, its run has ended, the token is good for nothing", async () => {
    await using open = await openGateway();
    const visitor = await makeVisitor(open);
    const { run, sessionId } = await visitor.startRun("a secret of mine");
    run.write("well ");
    const events = await visitor.events();
    expect((await visitor.ask("DELETE", "/visitor")).status).toBe(204);
    expect(run.isAborted).toBe(true);
    expect((await open.ask("GET", `/sessions/${sessionId}`)).status).toBe(410);
    expect((await open.ask("POST", `/sessions/${sessionId}/restore`)).status).toBe(410);
    expect(await open.bot.sessions.undoable()).toEqual([]);
    expect((await visitor.ask("GET", "/visitor/messages")).status).toBe(401);
    expect((await visitor.say("hello?")).status).toBe(401);
    for (let block = await events.next(); block !== undefined; block = await events.next()) {
      expect(["hello", "chat.clear", "chat.end"]).toContain(block.event);
    }
    expect(await open.bot.audit(9, { operation: "session.delete" })).toMatchObject([
      { actor: { kind: "participant", id: visitor.id }, sessionId, outcome: "done" },
    ]);
  });

  it("is so also with what was reset before, and could still have been brought back", async () => {
    await using open = await openGateway();
    const visitor = await makeVisitor(open);
    const sessionId = await visitor.converse("a secret of mine", "well kept");
    await visitor.ask("POST", "/visitor/reset");
    expect(await open.bot.sessions.undoable()).toMatchObject([{ sessionId }]);
    await visitor.ask("DELETE", "/visitor");
    expect((await open.ask("POST", `/sessions/${sessionId}/restore`)).status).toBe(410);
  });

  it("is so also with a message that was let in a moment before", async () => {
    await using open = await openGateway();
    const visitor = await makeVisitor(open);
    await visitor.converse("hello", "hi");
    const [begun, free] = [createGate(), createGate()];
    const receive = open.bot.receive.bind(open.bot);
    Object.defineProperty(open.bot, "receive", {
      value: async (message: Parameters<typeof receive>[0]) => {
        begun.open();
        await free.opened;
        return receive(message);
      },
    });
    const late = visitor.say("and another thing"); //             1. a message is let in, and waits
    await begun.opened;
    const forgotten = visitor.ask("DELETE", "/visitor"); //        2. meanwhile everything is removed
    await expect.poll(async () => (await open.bot.sessions.list({ limit: 9 }, actor)).length).toBe(0);
    expect((await visitor.say("more")).status).toBe(401); //       3. nothing further is let in
    free.open(); //                                                4. the message begins a conversation anew
    expect((await late).status).toBe(202);
    expect((await forgotten).status).toBe(204);
    expect(await open.bot.sessions.list({ limit: 9 }, actor)).toEqual([]); // 5. which is gone as well
  });

  it("is not when it cannot be confirmed: they go on, and ask again", async () => {
    await using open = await openGateway();
    const visitor = await makeVisitor(open);
    await visitor.converse("hello", "hi");
    const { sessions } = open.bot;
    const remove = sessions.delete.bind(sessions);
    const full = new StoreError("STORE_UNAVAILABLE", "Could not write");
    Object.defineProperty(sessions, "delete", { value: () => Promise.reject(full), configurable: true });
    expect((await visitor.ask("DELETE", "/visitor")).status).toBe(503);
    expect(await visitor.texts()).toEqual(["visitor: hello", "bot: hi"]);
    Object.defineProperty(sessions, "delete", { value: remove, configurable: true });
    expect((await visitor.ask("DELETE", "/visitor")).status).toBe(204);
  });
});

describe("a visitor whom an operator ends", () => {
  it("reads no further event, may do nothing, and the conversation stays", async () => {
    await using open = await openGateway();
    const [visitor, other] = [await makeVisitor(open), await makeVisitor(open)];
    const sessionId = await visitor.converse("hello", "hi");
    const [events, kept] = [await visitor.events(), await other.events()];
    expect((await open.ask("DELETE", `/webchat/visitors/${visitor.id}`)).status).toBe(204);
    expect([(await events.next())?.event, await events.next()]).toEqual(["hello", undefined]);
    for (const [method, path] of [
      ["GET", "/visitor/messages"],
      ["POST", "/visitor/stop"],
      ["POST", "/visitor/reset"],
      ["DELETE", "/visitor"],
      ["GET", "/visitor/events"],
    ] as const) {
      expect((await visitor.ask(method, path)).status, path).toBe(401);
    }
    expect((await visitor.say("hello?")).status).toBe(401);
    expect((await open.ask("GET", `/sessions/${sessionId}`)).json()).toMatchObject({ entries: 2 });
    await other.say("hello");
    await kept.nextOf("chat.change");
    kept.close();
    expect(await open.bot.audit(1)).toMatchObject([
      { operation: "visitor.revoke", target: visitor.id, outcome: "done" },
    ]);
    expect(codeOf(await open.ask("DELETE", `/webchat/visitors/${visitor.id}`))).toBe("VISITOR_NOT_FOUND");
  });

  it("goes on when it could not be written down", async () => {
    const store = new MemoryVisitorStore();
    await using open = await openGateway({ gateway: { visitors: { store } } });
    const visitor = await makeVisitor(open);
    Object.defineProperty(store, "write", {
      value: () => Promise.reject(new StoreError("STORE_UNAVAILABLE", "Could not write")),
    });
    expect((await open.ask("DELETE", `/webchat/visitors/${visitor.id}`)).status).toBe(503);
    expect((await visitor.ask("GET", "/visitor/messages")).status).toBe(200);
  });
});

describe("the file of visitors", () => {
  it("brings them over a restart, holds no token, and is for the bot's user alone", async () => {
    const folder = await mkdtemp(join(tmpdir(), "keyturn-visitors-"));
    const visitors = () => ({ store: new FileVisitorStore(folder) });
    const first = await openGateway({ gateway: { visitors: visitors() } });
    const [visitor, forgotten] = [await makeVisitor(first), await makeVisitor(first)];
    await forgotten.ask("DELETE", "/visitor");
    await first[Symbol.asyncDispose]();
    const file = join(folder, "visitors.json");
    const text = await readFile(file, "utf8");
    expect(text).toContain(visitor.id);
    expect(text).not.toContain(visitor.token.slice(26));
    expect(text).not.toContain(forgotten.id);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await using second = await openGateway({ gateway: { visitors: visitors() } });
    expect((await new Visitor(second, visitor).ask("GET", "/visitor/messages")).status).toBe(200);
    expect((await new Visitor(second, forgotten).ask("GET", "/visitor/messages")).status).toBe(401);
    await rm(folder, { recursive: true });
  });

  it("keeps nobody out but visitors when it is damaged", async () => {
    const store = {
      read: () => Promise.reject(new StoreError("STORE_DAMAGED", "visitors.json is damaged.")),
      write: () => Promise.resolve(),
    };
    const token = `kv_${"a".repeat(22)}_${"a".repeat(43)}`;
    await using open = await openGateway({ gateway: { visitors: { store } } });
    const visitor = new Visitor(open, { id: `v_${"a".repeat(22)}`, token });
    expect((await visitor.ask("GET", "/visitor/messages")).status).toBe(503);
    expect((await open.ask("GET", "/status")).status).toBe(200);
  });
});

describe("a visitor's token", () => {
  it("is told in no other answer, no event, no audit and no line of the log, whatever goes wrong", async () => {
    await using open = await openGateway();
    const visitor = await makeVisitor(open);
    const secret = visitor.token.slice(26);
    const answers: string[] = [];
    const keep = async (asked: ReturnType<Visitor["ask"]>) => {
      const answer = await asked;
      answers.push(JSON.stringify(answer.headers), answer.text);
    };
    const events = await open.events();
    await visitor.converse("hello", "hi");
    await keep(visitor.ask("GET", "/visitor/messages"));
    await keep(visitor.ask("GET", `/visitor/messages?token=${visitor.token}`));
    await keep(visitor.ask("GET", `/sessions/${visitor.token}`));
    await keep(visitor.ask("GET", `/${visitor.token}`));
    await keep(visitor.say("x".repeat(5_000)));
    await keep(visitor.ask("POST", "/visitor/messages", { text: 5 }));
    await keep(open.ask("DELETE", `/webchat/visitors/${visitor.token}`));
    await keep(open.ask("GET", `/status?token=${visitor.token}`));
    Object.defineProperty(open.bot.sessions, "stop", { value: () => Promise.reject(new Error("nobody foresaw it")) });
    await keep(visitor.ask("POST", "/visitor/stop"));
    for (const path of ["/sessions", "/audit", "/status", "/runs"]) await keep(open.ask("GET", path));
    await keep(visitor.ask("DELETE", "/visitor"));
    const told = (await events.nextUntil("session.delete")).map(({ text }) => text);
    expect([...answers, ...told, ...open.log.lines].join("\n")).not.toContain(secret);
    expect(open.log.lines.join("\n")).toContain("nobody foresaw it");
  });
});
