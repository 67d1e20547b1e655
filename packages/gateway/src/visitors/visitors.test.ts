import { describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { bearerOf, makeToken, postLogin } from "../../test-support/access.ts";
import { openLiveScene } from "../../test-support/live-scene.ts";
import { bearer, openGateway } from "../../test-support/open-gateway.ts";
import { pictureOf } from "../../test-support/picture.ts";
import { codeOf } from "../../test-support/problems.ts";
import { Visitor, askToBegin, makeVisitor } from "../../test-support/visitors.ts";
import { routeTable } from "../routes/route-table.ts";

const json = { "Content-Type": "application/json" } as const;

describe("a visitor", () => {
  it("begins without credentials, writes, and is answered in a conversation of their own", async () => {
    await using open = await openGateway();
    const visitor = await makeVisitor(open);
    expect(await visitor.page()).toEqual({
      epoch: 0,
      version: 0,
      items: [],
      nextBefore: null,
      waiting: [],
      run: null,
    });
    const sent = await visitor.say("hello");
    expect([sent.status, sent.json()]).toEqual([202, { messageId: expect.stringMatching(/^m_/) }]);
    const run = await open.runner.nextRun();
    run.write("So far ");
    expect(await visitor.page()).toMatchObject({
      items: [],
      waiting: [{ text: "hello" }],
      run: { runId: run.turn.runId, text: "So far " },
    });
    run.answer("so good");
    await open.bot.settled();
    expect(await visitor.texts()).toEqual(["visitor: hello", "bot: So far so good"]);
    const { items } = await visitor.page();
    expect(items.map(({ id }) => id)).toEqual([expect.stringMatching(/^m_/), run.turn.runId]);
    expect((await open.ask("GET", "/sessions")).json()).toMatchObject({
      items: [{ key: { adapter: "webchat", account: "visitors", place: visitor.id }, owner: { id: visitor.id } }],
    });
  });

  it("is shown nothing but what was said to them: no tool, no note, no request of an operator, no cause of a fault", async () => {
    await using open = await openGateway({ bot: { attempts: 1 } });
    const visitor = await makeVisitor(open);
    const sessionId = await visitor.converse("hello", "hi");
    const write = async (mode: string, text: string) => {
      const posted = await open.ask("POST", `/sessions/${sessionId}/messages`, { mode, text });
      expect(posted.status).toBe(202);
    };
    await write("note", "a difficult one");
    await write("channel", "this is Olga, how can I help?");
    await write("agent", "summarise this for me");
    (await open.runner.nextRun()).answer("a summary");
    await open.bot.settled();
    const { run } = await visitor.startRun("and now?");
    run.fail(new Error("the key sk-canary was refused"));
    await open.bot.settled();
    expect(await visitor.texts()).toEqual([
      "visitor: hello",
      "bot: hi",
      "bot: this is Olga, how can I help?",
      "bot: a summary",
      "visitor: and now?",
      "notice: ",
    ]);
    const { text } = await visitor.ask("GET", "/visitor/messages");
    for (const hidden of ["difficult", "summarise", "sk-canary", sessionId, "token"])
      expect(text).not.toContain(hidden);
  });

  it("reads a long conversation page by page", async () => {
    await using open = await openGateway();
    const visitor = await makeVisitor(open);
    for (const text of ["one", "two", "three"]) await visitor.converse(text, `${text}!`);
    const newest = await visitor.page("?limit=2");
    expect(newest.items.map(({ text }) => text)).toEqual(["three", "three!"]);
    const older = await visitor.page(`?limit=50&before=${newest.nextBefore}`);
    expect([older.items.map(({ text }) => text), older.nextBefore]).toEqual([["one", "one!", "two", "two!"], null]);
  });

  it("stops, and what was written stays; begins anew, and nothing is left", async () => {
    await using open = await openGateway();
    const visitor = await makeVisitor(open);
    const { run, runId } = await visitor.startRun("tell me everything");
    run.write("First ");
    const other = await visitor.ask("POST", "/visitor/stop", { runId: `r_${"a".repeat(22)}` });
    expect([other.status, run.isAborted]).toEqual([200, false]);
    expect((await visitor.ask("POST", "/visitor/stop", { runId })).json()).toEqual({ epoch: 1 });
    expect(run.isAborted).toBe(true);
    await open.bot.settled();
    expect((await visitor.page()).items).toMatchObject([{ from: "visitor" }, { text: "First ", isStopped: true }]);
    expect((await visitor.ask("POST", "/visitor/reset", {})).json()).toEqual({ epoch: 2 });
    expect(await visitor.page()).toMatchObject({ epoch: 2, items: [], waiting: [], run: null });
    const actor = { kind: "participant", id: visitor.id, adapter: "webchat", account: "visitors" };
    expect(await open.bot.audit(2)).toMatchObject([
      { operation: "session.reset", actor, outcome: "done" },
      { operation: "session.stop", actor, outcome: "done" },
    ]);
  });

  it("may use commands, as on every other surface, for their own conversation", async () => {
    await using open = await openGateway();
    const visitor = await makeVisitor(open);
    const sessionId = await visitor.converse("hello", "hi");
    expect((await visitor.say(" /RESET")).json()).toMatchObject({ command: "reset" });
    expect((await open.ask("GET", `/sessions/${sessionId}`)).json()).toMatchObject({ entries: 0 });
  });

  it("sends a message once, however often their page sends it", async () => {
    await using open = await openGateway();
    const [visitor, other] = [await makeVisitor(open), await makeVisitor(open)];
    const key = { "Idempotency-Key": "key-1" };
    expect((await visitor.say("hello", key)).status).toBe(202);
    expect((await visitor.say("hello", key)).json()).toEqual({ duplicate: true });
    expect(codeOf(await visitor.say("something else", key))).toBe("IDEMPOTENCY_KEY_REUSED");
    expect((await other.say("mine", key)).status).toBe(202);
  });
});

describe(`${promises("visitors-apart")}a visitor's token`, () => {
  it("opens no route but those of visitors, and changes nothing there", async () => {
    await using open = await openGateway();
    const scene = await openLiveScene(open);
    const visitor = await makeVisitor(open);
    const before = await pictureOf(open);
    const others = routeTable.filter(({ role }) => role !== "none" && role !== "visitor");
    expect(others.length).toBeGreaterThan(40);
    for (const { form } of others) {
      const path = form.path.replace("{id}", scene.busy).replaceAll(/\{\w+\}/g, "x");
      const method = form.method.toUpperCase();
      const answer = await open.exchange({ method, path, headers: { ...visitor.headers, ...json }, body: "{" });
      expect([answer.status, codeOf(answer)], path).toEqual([403, "ROLE_INSUFFICIENT"]);
    }
    expect(await pictureOf(open)).toEqual(before);
    // Anybody can bring that about as often as they like: it crowds nothing out of the audit log.
    expect(await open.bot.audit(100, { outcome: "denied" })).toEqual([]);
  });

  it("is exchanged for no login", async () => {
    await using open = await openGateway();
    const { token } = await makeVisitor(open);
    expect((await postLogin(open, { token })).status).toBe(401);
  });

  it("is the only one that opens visitors' routes: no operator acts in a visitor's name", async () => {
    await using open = await openGateway();
    const { token } = await makeToken(open, "admin");
    const ofVisitors = routeTable.filter(({ role }) => role === "visitor");
    for (const { form } of ofVisitors) {
      for (const headers of [bearer, bearerOf(token)]) {
        const method = form.method.toUpperCase();
        const answer = await open.exchange({ method, path: form.path, headers: { ...headers, ...json }, body: "{" });
        expect([answer.status, codeOf(answer)], form.path).toEqual([403, "ROLE_INSUFFICIENT"]);
      }
    }
  });

  it("shows nothing of other visitors, and no operator can write under a visitor's name", async () => {
    await using open = await openGateway();
    const [ana, ben] = [await makeVisitor(open), await makeVisitor(open)];
    await ana.converse("a secret of mine", "well kept");
    expect(await ben.texts()).toEqual([]);
    await open.converse("hello", "hi", ana.id);
    expect(await ana.texts()).toEqual(["visitor: a secret of mine", "bot: well kept"]);
    expect(ana.id).not.toBe(ben.id);
    expect(ana.token).toMatch(/^kv_[\w-]{22}_[\w-]{43}$/);
    const stolen = new Visitor(open, { id: ana.id, token: ana.token.slice(0, 26) + ben.token.slice(26) });
    expect((await stolen.ask("GET", "/visitor/messages")).status).toBe(401);
  });

  it("that is wrong is a wrong secret like any other, and the same one again is no further try", async () => {
    await using open = await openGateway();
    const visitor = await makeVisitor(open);
    const wrong = (letter: string) => new Visitor(open, { id: visitor.id, token: visitor.token.slice(0, -1) + letter });
    const last = visitor.token.at(-1) ?? "";
    const [first = "", ...letters] = "A B C D E F G H I J K L".split(" ").filter((letter) => letter !== last);
    for (let times = 0; times < 20; times += 1) {
      expect((await wrong(first).ask("GET", "/visitor/messages")).status).toBe(401);
    }
    for (const letter of letters.slice(0, 9)) await wrong(letter).ask("GET", "/visitor/messages");
    expect((await visitor.ask("GET", "/visitor/messages")).status).toBe(429);
    expect((await open.ask("GET", "/status")).status).toBe(429);
  });

  it("ends when it was not used for the days that are set, and the conversation stays with the operators", async () => {
    await using open = await openGateway({ gateway: { visitors: { idleDays: 2 } } });
    const [gone, here] = [await makeVisitor(open), await makeVisitor(open)];
    const sessionId = await gone.converse("hello", "hi");
    await open.clock.advance(86_400_000);
    expect((await here.ask("GET", "/visitor/messages")).status).toBe(200);
    await open.clock.advance(86_400_000);
    expect((await here.ask("GET", "/visitor/messages")).status).toBe(200);
    for (let times = 0; times < 11; times += 1) {
      expect((await gone.ask("GET", "/visitor/messages")).status).toBe(401);
    }
    expect((await open.ask("GET", `/sessions/${sessionId}`)).status).toBe(200);
  });
});

describe("what visitors may use up", () => {
  it("is so many messages a minute, and then again", async () => {
    await using open = await openGateway({ gateway: { visitors: { messagesPerMinute: 2 } } });
    const visitor = await makeVisitor(open);
    expect((await visitor.say("one")).status).toBe(202);
    expect((await visitor.say("two")).status).toBe(202);
    const third = await visitor.say("three");
    expect([third.status, codeOf(third), third.headers["retry-after"]]).toEqual([429, "VISITOR_LIMIT_REACHED", "60"]);
    expect((await (await makeVisitor(open)).say("one")).status).toBe(202);
    await open.clock.advance(60_000);
    expect((await visitor.say("three")).status).toBe(202);
  });

  it("is so many messages of all who come from one address", async () => {
    await using open = await openGateway({ gateway: { visitors: { messagesPerMinute: 60 } } });
    const visitors = [await makeVisitor(open), await makeVisitor(open)];
    for (const visitor of visitors) for (let count = 0; count < 30; count += 1) await visitor.say("/help");
    expect(codeOf(await (await makeVisitor(open)).say("hello"))).toBe("VISITOR_LIMIT_REACHED");
    const elsewhere = await makeVisitor(open, "127.0.0.2");
    expect((await elsewhere.ask("POST", "/visitor/messages", { text: "hello" }, {}, "127.0.0.2")).status).toBe(202);
  });

  it("is so many beginnings from one address and from all, which keeps no operator out", async () => {
    await using open = await openGateway();
    for (let count = 0; count < 10; count += 1) expect((await askToBegin(open)).status).toBe(201);
    expect(codeOf(await askToBegin(open))).toBe("VISITOR_LIMIT_REACHED");
    for (let place = 2; place <= 6; place += 1) {
      for (let count = 0; count < 10; count += 1) await askToBegin(open, `127.0.0.${place}`);
    }
    expect(codeOf(await askToBegin(open, "127.0.0.7"))).toBe("VISITOR_LIMIT_REACHED");
    expect((await open.ask("GET", "/status")).status).toBe(200);
    expect((await postLogin(open, { token: "a-wrong-token-of-nobody" })).status).toBe(401);
  });

  it("is so many stops and resets, and so many requests at all", async () => {
    await using open = await openGateway();
    const visitor = await makeVisitor(open);
    for (let count = 0; count < 20; count += 1) await visitor.ask("POST", "/visitor/stop");
    expect(codeOf(await visitor.ask("POST", "/visitor/reset"))).toBe("VISITOR_LIMIT_REACHED");
    for (let count = 0; count < 219; count += 1) await visitor.ask("GET", "/visitor/messages");
    expect(codeOf(await visitor.ask("GET", "/visitor/messages"))).toBe("VISITOR_LIMIT_REACHED");
  });

  it("is a message of the length that is set", async () => {
    await using open = await openGateway({ gateway: { visitors: { messageCharacters: 100 } } });
    const visitor = await makeVisitor(open);
    expect(codeOf(await visitor.say("x".repeat(101)))).toBe("INPUT_TOO_LARGE");
    expect((await visitor.say("x".repeat(100))).status).toBe(202);
    expect(codeOf(await visitor.say("x".repeat(70_000)))).toBe("BODY_TOO_LARGE");
  });
});

describe("without visitors", () => {
  it("there is no page, no beginning, and a token is nobody's", async () => {
    await using open = await openGateway({ gateway: { visitors: undefined } });
    for (const path of ["/chat", "/chat.js"]) expect((await open.exchange({ path })).status).toBe(404);
    expect(codeOf(await askToBegin(open))).toBe("WEBCHAT_OFF");
    const token = `kv_${"a".repeat(22)}_${"a".repeat(43)}`;
    const answer = await open.exchange({ path: "/api/v1/visitor/messages", headers: bearerOf(token) });
    expect(answer.status).toBe(401);
  });
});
