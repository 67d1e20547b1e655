import { type Policy, StoreError, type TurnRunner } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { openGateway } from "../../test-support/open-gateway.ts";
import { codeOf } from "../../test-support/problems.ts";
import { messagesPageSchema } from "../wire/transcript.ts";
import { sessionPageSchema, sessionSchema } from "../wire/session.ts";

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const unknownSession = `s_${"a".repeat(22)}`;

describe("GET /sessions", () => {
  it("lists sessions, the most recently updated first, with times in UTC", async () => {
    await using open = await openGateway();
    await open.converse("one", "1", "first");
    await open.converse("two", "2", "second");
    const answer = await open.ask("GET", "/sessions");
    const page = sessionPageSchema.parse(answer.json());
    expect(page.items.map(({ key }) => key.place)).toEqual(["second", "first"]);
    expect(page.nextCursor).toBeNull();
    expect(page.asOf).toMatch(rfc3339);
    expect(page.items[0]).toMatchObject({
      key: { adapter: "webchat", account: "web", place: "second", thread: null, person: null },
      owner: { id: "token", name: "operator" },
      title: null,
      model: null,
      entries: 2,
      waiting: 0,
      running: null,
      preview: "2",
      createdAt: expect.stringMatching(rfc3339),
    });
  });

  it("goes through all of them page by page, each once", async () => {
    await using open = await openGateway();
    const ids = new Set<string>();
    for (let number = 0; number < 7; number += 1) ids.add(await open.converse("hello", "hi", `room-${number}`));
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const query: string = cursor === "" ? "" : `&cursor=${cursor}`;
      const page = sessionPageSchema.parse((await open.ask("GET", `/sessions?limit=3${query}`)).json());
      expect(page.items.length).toBeLessThanOrEqual(3);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen).toHaveLength(7);
    expect(new Set(seen)).toEqual(ids);
  });

  it("refuses a cursor that it did not make", async () => {
    await using open = await openGateway();
    await using other = await openGateway();
    const made = await Promise.all(
      [open, other].map(async (gateway) => {
        await gateway.converse("hello", "hi");
        return sessionPageSchema.parse((await gateway.ask("GET", "/sessions?limit=1")).json()).nextCursor ?? "";
      }),
    );
    const [own = "", foreign = ""] = made;
    expect((await open.ask("GET", `/sessions?cursor=${own}`)).status).toBe(200);
    const changed = `${own.startsWith("a") ? "b" : "a"}${own.slice(1)}`;
    for (const cursor of [foreign, changed, own.slice(0, -1), `${own}.x`, ".", "x", own.split(".")[0] ?? ""]) {
      const answer = await open.ask("GET", `/sessions?cursor=${cursor}`);
      expect(answer.status, cursor).toBe(400);
      expect(codeOf(answer)).toBe("CURSOR_INVALID");
    }
  });

  it.each(["limit=0", "limit=201", "limit=-1", "limit=1e2", "limit=", "limit=1&limit=2", "limt=3", "token=x"])(
    "refuses the query %s",
    async (query) => {
      await using open = await openGateway();
      expect(codeOf(await open.ask("GET", `/sessions?${query}`))).toBe("REQUEST_INVALID");
    },
  );
});

describe("GET /sessions/:id", () => {
  it("says nothing new to whoever has the session as it is", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    const first = await open.ask("GET", `/sessions/${sessionId}`);
    const { epoch, version } = sessionSchema.parse(first.json());
    const tag = `"${epoch}.${version}"`;
    expect(first.headers.etag).toBe(tag);

    for (const known of [tag, `W/${tag}`, `"0.0", ${tag}`, "*"]) {
      const answer = await open.ask("GET", `/sessions/${sessionId}`, undefined, { "If-None-Match": known });
      expect(answer).toMatchObject({ status: 304, text: "", headers: { etag: tag } });
    }
    await open.converse("more", "yes");
    const changed = await open.ask("GET", `/sessions/${sessionId}`, undefined, { "If-None-Match": tag });
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(tag);
  });

  it("tells a session that never was from one that was deleted", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    await open.ask("DELETE", `/sessions/${sessionId}`);
    for (const [method, rest] of [
      ["GET", ""],
      ["GET", "/messages"],
      ["GET", "/export"],
      ["POST", "/reset"],
      ["POST", "/stop"],
      ["POST", "/regenerate"],
    ] as const) {
      const unknown = await open.ask(method, `/sessions/${unknownSession}${rest}`);
      expect([unknown.status, codeOf(unknown)]).toEqual([404, "SESSION_NOT_FOUND"]);
      const deleted = await open.ask(method, `/sessions/${sessionId}${rest}`);
      expect([deleted.status, codeOf(deleted)]).toEqual([410, "SESSION_DELETED"]);
      expect(deleted.json()).toMatchObject({ deletedAt: expect.stringMatching(rfc3339) });
    }
  });
});

describe("GET /sessions/:id/messages", () => {
  it("shows the transcript, and apart from it what runs and what waits", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hello yourself");
    await open.startRun("still thinking about this");
    await open.say("and this waits");
    const page = messagesPageSchema.parse((await open.ask("GET", `/sessions/${sessionId}/messages`)).json());
    expect(page.items).toMatchObject([
      { role: "user", sequence: 0, text: "hello", sender: { id: "token" } },
      { role: "assistant", sequence: 1, parts: [{ type: "text", text: "hello yourself" }], isStopped: false },
    ]);
    expect(page.queue).toMatchObject([
      { state: "running", text: "still thinking about this", attempts: 1 },
      { state: "received", text: "and this waits", attempts: 0 },
    ]);
    expect(page.session).toMatchObject({ id: sessionId, waiting: 1 });
    expect(page.nextBefore).toBeNull();
  });

  it("tells what models are shown in place of the oldest entries, until a reset takes that away too", async () => {
    const at = Date.UTC(2030, 0, 1);
    const summary = { text: "They greeted each other.", upTo: 2, at, amendments: 0 };
    const usage = { inputTokens: 1, outputTokens: 1 };
    const parts = [{ type: "text", text: "fine" }] as const;
    const run: TurnRunner["run"] = async ({ history }) =>
      history.length < 2 ? { parts, usage } : { parts, usage, summary };
    await using open = await openGateway({ bot: { turnRunner: { run } } });
    const read = async (id: string) =>
      messagesPageSchema.parse((await open.ask("GET", `/sessions/${id}/messages?limit=2`)).json());
    const id = await open.say("hello");
    await open.bot.settled();
    expect((await read(id)).summary).toBeNull();
    await open.say("how are you?");
    await open.bot.settled();
    const shown = { text: "They greeted each other.", upTo: 2, at: "2030-01-01T00:00:00.000Z" };
    expect((await read(id)).summary).toEqual(shown);
    await open.ask("POST", `/sessions/${id}/reset`);
    expect((await read(id)).summary).toBeNull();
  });

  it("goes back through a long transcript", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("question 0", "answer 0");
    for (const number of [1, 2]) await open.converse(`question ${number}`, `answer ${number}`);
    const read = async (query: string) =>
      messagesPageSchema.parse((await open.ask("GET", `/sessions/${sessionId}/messages?limit=4${query}`)).json());
    const newest = await read("");
    expect(newest.items.map(({ sequence }) => sequence)).toEqual([2, 3, 4, 5]);
    expect(newest.nextBefore).toBe(2);
    const older = await read(`&before=${newest.nextBefore}`);
    expect(older.items.map(({ sequence }) => sequence)).toEqual([0, 1]);
    expect(older.nextBefore).toBeNull();
  });

  it("shows what a tool was asked and said, and never what adapters keep for themselves", async () => {
    const parts = [
      { type: "text", text: "Let me look." },
      { type: "tool", callId: "c1", name: "order.lookup", input: { id: 4711 }, output: [1, null], isError: false },
      { type: "tool", callId: "c2", name: "order.refund", input: {} },
    ] as const;
    const usage = { inputTokens: 1, outputTokens: 1 };
    await using open = await openGateway({ bot: { turnRunner: { run: async () => ({ parts, usage }) } } });
    const receipt = await open.bot.receive({
      key: { adapter: "webchat", account: "web", place: "lobby" },
      platformMessageId: "1",
      sender: { id: "ana", name: "Ana" },
      text: "refund please",
      replyAddress: { secretThread: "T-4711" },
    });
    await open.bot.settled();
    const sessionId = receipt.kind === "accepted" ? receipt.sessionId : "";
    const answer = await open.ask("GET", `/sessions/${sessionId}/messages`);
    expect(messagesPageSchema.parse(answer.json()).items[1]).toMatchObject({
      parts: [
        parts[0],
        { ...parts[1], durationMilliseconds: null },
        { ...parts[2], isError: false, durationMilliseconds: null },
      ],
    });
    const exported = await open.ask("GET", `/sessions/${sessionId}/export`);
    for (const { text } of [answer, exported]) expect(text).not.toContain("T-4711");
  });

  it("never shows the queue of one epoch beside the transcript of another", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    await open.startRun("of the old epoch");
    const { sessions } = open.bot;
    const entries = sessions.entries.bind(sessions);
    const actor = { kind: "operator", id: "test", surface: "code" } as const;
    let isFirst = true;
    Object.defineProperty(sessions, "entries", {
      value: async (...query: Parameters<typeof entries>) => {
        // 1. the queue was read; 2. the session is reset; 3. the transcript is read
        if (isFirst) await sessions.reset(query[0], { actor, reason: "" });
        isFirst = false;
        return entries(...query);
      },
    });
    const page = messagesPageSchema.parse((await open.ask("GET", `/sessions/${sessionId}/messages`)).json());
    expect(page).toMatchObject({ session: { epoch: 2 }, items: [], queue: [] });
  });

  it("shows a message that is answered while it is read once, and not never", async () => {
    await using open = await openGateway();
    const { sessionId, run } = await open.startRun("hello");
    const { sessions } = open.bot;
    const entries = sessions.entries.bind(sessions);
    Object.defineProperty(sessions, "entries", {
      value: async (...query: Parameters<typeof entries>) => {
        run.answer("hi");
        await open.bot.settled();
        return entries(...query);
      },
    });
    const page = messagesPageSchema.parse((await open.ask("GET", `/sessions/${sessionId}/messages`)).json());
    expect(page).toMatchObject({ items: [{ text: "hello" }, { role: "assistant" }], queue: [] });
  });

  it.each(["before=-1", "before=x", "limit=201", "after=3"])("refuses the query %s", async (query) => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    expect(codeOf(await open.ask("GET", `/sessions/${sessionId}/messages?${query}`))).toBe("REQUEST_INVALID");
  });
});

describe("GET /sessions/:id/export", () => {
  it("gives the whole session as a file", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "<script>alert(1)</script>");
    const answer = await open.ask("GET", `/sessions/${sessionId}/export`);
    expect(answer.headers).toMatchObject({
      "content-type": "application/json",
      "content-disposition": `attachment; filename="keyturn-${sessionId}.json"`,
      "x-content-type-options": "nosniff",
    });
    expect(answer.json()).toMatchObject({
      session: { id: sessionId },
      entries: [{ text: "hello" }, { parts: [{ text: "<script>alert(1)</script>" }] }],
      exportedAt: expect.stringMatching(rfc3339),
    });
  });
});

describe("POST /sessions/:id/stop", () => {
  it("ends the run and keeps what was written", async () => {
    await using open = await openGateway();
    const { sessionId, runId, run } = await open.startRun("tell me a long story");
    run.write("Once upon a time");
    const answer = await open.ask("POST", `/sessions/${sessionId}/stop`, { reason: "too long" });
    expect(answer.json()).toEqual({ sessionId, epoch: 1, stoppedRunId: runId });
    await open.bot.settled();
    const page = messagesPageSchema.parse((await open.ask("GET", `/sessions/${sessionId}/messages`)).json());
    expect(page.items).toMatchObject([{ text: "tell me a long story" }, { isStopped: true }]);
    const again = await open.ask("POST", `/sessions/${sessionId}/stop`);
    expect(again.json()).toEqual({ sessionId, epoch: 1, stoppedRunId: null });
  });
});

describe("a reset or delete", () => {
  it("needs no body, takes a reason, and says what it removed", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    const reset = await open.ask("POST", `/sessions/${sessionId}/reset`);
    expect(reset.status).toBe(200);
    expect(reset.json()).toMatchObject({
      outcome: "reset",
      sessionId,
      oldEpoch: 1,
      epoch: 2,
      stoppedRunId: null,
      removedEntries: 2,
      discardedMessages: 0,
      cancelledDeliveries: 0,
      recalledDeliveries: 0,
    });
    const deleted = await open.ask("DELETE", `/sessions/${sessionId}`, { reason: "asked for by Ana" });
    expect(deleted.json()).toMatchObject({ outcome: "deleted", sessionId, oldEpoch: 2, epoch: 3, removedEntries: 0 });
    expect(await open.bot.audit(2)).toMatchObject([
      { operation: "session.delete", reason: "asked for by Ana", outcome: "done", actor: { surface: "http" } },
      { operation: "session.reset", reason: "", outcome: "done" },
    ]);
  });

  it("is no error when the session was deleted before: the answer says when", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    await open.ask("DELETE", `/sessions/${sessionId}`);
    const retired = await open.ask("GET", `/sessions/${sessionId}`);
    const again = await open.ask("DELETE", `/sessions/${sessionId}`);
    expect(again.status).toBe(200);
    expect(again.json()).toEqual({
      outcome: "already-deleted",
      sessionId,
      epoch: 2,
      deletedAt: expect.stringMatching(rfc3339),
      undoUntil: expect.stringMatching(rfc3339),
    });
    expect(retired.json()).toMatchObject({ deletedAt: Reflect.get(Object(again.json()), "deletedAt") });
  });

  it("claims nothing when the store cannot confirm", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    for (const operation of ["reset", "delete"] as const) {
      Object.defineProperty(open.bot.sessions, operation, {
        configurable: true,
        value: () => Promise.reject(new StoreError("STORE_FULL", "No space left for /srv/keyturn/data/s.json")),
      });
    }
    for (const [method, path] of [
      ["DELETE", `/sessions/${sessionId}`],
      ["POST", `/sessions/${sessionId}/reset`],
    ] as const) {
      const answer = await open.ask(method, path);
      expect(answer.status).toBe(503);
      expect(codeOf(answer)).toBe("STORE_FULL");
      expect(answer.headers["retry-after"]).toBe("5");
      expect(answer.text).not.toContain("/srv/keyturn");
      expect(open.log.lines.join("\n")).toContain("/srv/keyturn");
    }
    expect((await open.ask("GET", `/sessions/${sessionId}`)).status).toBe(200);
  });

  it.each([{ reason: "x".repeat(501) }, { reason: 5 }, { why: "x" }, [], "text", null])(
    "refuses the body %j",
    async (body) => {
      await using open = await openGateway();
      const sessionId = await open.converse("hello", "hi");
      for (const [method, rest] of [
        ["DELETE", ""],
        ["POST", "/reset"],
        ["POST", "/stop"],
        ["POST", "/regenerate"],
      ] as const) {
        expect(codeOf(await open.ask(method, `/sessions/${sessionId}${rest}`, body))).toBe("REQUEST_INVALID");
      }
      expect((await open.ask("GET", `/sessions/${sessionId}`)).json()).toMatchObject({ epoch: 1, entries: 2 });
    },
  );
});

describe("POST /sessions/:id/regenerate", () => {
  it("takes the answer back and has it written anew, once for one key", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    const key = { "Idempotency-Key": "again" };
    const answer = await open.ask("POST", `/sessions/${sessionId}/regenerate`, { reason: "too short" }, key);
    expect([answer.status, answer.json()]).toEqual([
      200,
      { outcome: "regenerated", sessionId, epoch: 1, version: expect.any(Number) },
    ]);
    const run = await open.runner.nextRun();
    expect(run.texts).toEqual(["hello"]);
    const busy = await open.ask("POST", `/sessions/${sessionId}/regenerate`);
    expect(busy.json()).toMatchObject({ outcome: "busy" });
    run.answer("hello yourself");
    await open.bot.settled();
    const again = await open.ask("POST", `/sessions/${sessionId}/regenerate`, { reason: "too short" }, key);
    expect(again.json()).toEqual(answer.json());
    const other = await open.ask("POST", `/sessions/${sessionId}/regenerate`, { runId: `r_${"a".repeat(22)}` });
    expect(other.json()).toMatchObject({ outcome: "nothing" });
    const page = messagesPageSchema.parse((await open.ask("GET", `/sessions/${sessionId}/messages`)).json());
    expect(page.items).toMatchObject([{ text: "hello" }, { parts: [{ text: "hello yourself" }] }]);
  });
});

it("tells the log, and nobody else, why a policy failed", async () => {
  let isBroken = false;
  const policy: Policy = {
    authorize: () => {
      if (isBroken) throw new Error("the directory at ldap.lan is away");
      return true;
    },
  };
  await using open = await openGateway({ bot: { policy } });
  isBroken = true;
  const answer = await open.ask("GET", "/sessions");
  expect([answer.status, codeOf(answer)]).toEqual([403, "NOT_AUTHORIZED"]);
  expect(answer.text).not.toContain("ldap.lan");
  expect(open.log.lines.join("\n")).toContain("ldap.lan");
});

it("asks the bot's policy for every operation, and answers 403 where it says no or nothing", async () => {
  let isOpen = true;
  const policy: Policy = { authorize: () => (isOpen ? true : undefined) };
  await using open = await openGateway({ bot: { policy } });
  const { sessionId, runId } = await open.startRun("hello");
  isOpen = false;
  const requests = [
    ["GET", "/sessions"],
    ["GET", `/sessions/${sessionId}`],
    ["GET", `/sessions/${sessionId}/messages`],
    ["GET", `/sessions/${sessionId}/export`],
    ["POST", `/sessions/${sessionId}/reset`],
    ["POST", `/sessions/${sessionId}/stop`],
    ["POST", `/sessions/${sessionId}/regenerate`],
    ["DELETE", `/sessions/${sessionId}`],
    ["GET", "/runs"],
    ["GET", `/runs/${runId}`],
    ["POST", `/runs/${runId}/stop`],
    ["GET", "/events"],
    ["GET", `/events?sessionId=${sessionId}`],
  ] as const;
  for (const [method, path] of requests) {
    const answer = await open.ask(method, path);
    expect([answer.status, codeOf(answer)], path).toEqual([403, "NOT_AUTHORIZED"]);
  }
  isOpen = true;
  expect((await open.ask("GET", `/sessions/${sessionId}`)).json()).toMatchObject({ epoch: 1, running: { runId } });
});

describe("POST /sessions/:id/restore", () => {
  it.each(["reset", "delete"] as const)("undoes a %s, under a new epoch", async (removal) => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    const removed = await (removal === "reset"
      ? open.ask("POST", `/sessions/${sessionId}/reset`)
      : open.ask("DELETE", `/sessions/${sessionId}`));
    expect(removed.json()).toMatchObject({ epoch: 2, undoUntil: expect.stringMatching(rfc3339) });
    const restored = await open.ask("POST", `/sessions/${sessionId}/restore`);
    expect(restored.status).toBe(200);
    expect(restored.json()).toMatchObject({ id: sessionId, epoch: 3, entries: 2 });
    expect((await open.ask("GET", `/sessions/${sessionId}`)).json()).toMatchObject({ epoch: 3, entries: 2 });
  });

  it("says why it cannot: nothing to undo, something new in its place, no such session", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    const nothing = await open.ask("POST", `/sessions/${sessionId}/restore`);
    expect(nothing.status).toBe(410);
    expect(nothing.json()).toMatchObject({ code: "RESTORE_NOTHING" });
    await open.ask("POST", `/sessions/${sessionId}/reset`);
    await open.converse("something new", "indeed");
    const occupied = await open.ask("POST", `/sessions/${sessionId}/restore`);
    expect(occupied.status).toBe(409);
    expect(occupied.json()).toMatchObject({ code: "RESTORE_OCCUPIED" });
    expect((await open.ask("POST", `/sessions/s_${"a".repeat(22)}/restore`)).status).toBe(404);
  });
});
