import { describe, expect, it } from "vitest";
import { bearerOf, makeToken } from "../../test-support/access.ts";
import { type OpenGateway, openGateway } from "../../test-support/open-gateway.ts";
import { codeOf } from "../../test-support/problems.ts";
import { type WireAuditEntry, auditSchema } from "../wire/audit.ts";

async function auditOf(open: OpenGateway, query = ""): Promise<readonly WireAuditEntry[]> {
  const answer = await open.ask("GET", `/audit${query}`);
  expect(answer.status, answer.text).toBe(200);
  return auditSchema.parse(answer.json()).items;
}

describe("GET /audit", () => {
  it("shows the newest entries, filtered by actor, operation, outcome and time", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    await open.ask("POST", `/sessions/${sessionId}/stop`);
    const ana = { kind: "participant", id: "ana", adapter: "webchat", account: "web", surface: "webchat" } as const;
    const [session] = await open.bot.sessions.list({ limit: 1 }, { kind: "operator", id: "test", surface: "code" });
    if (session === undefined) throw new Error("There is no session.");
    await expect(open.bot.sessions.delete(session.id, { actor: ana, reason: "mine" })).rejects.toThrow("ana");
    await open.ask("POST", `/sessions/${sessionId}/reset`, { reason: "tidying" });

    const operations = (await auditOf(open)).map(({ operation, outcome }) => `${operation} ${outcome}`);
    expect(operations).toEqual(["session.reset done", "session.delete denied", "session.stop nothing to do"]);
    expect(await auditOf(open, "?limit=1")).toMatchObject([
      { sessionId, reason: "tidying", actor: { kind: "operator", id: "token", surface: "http" } },
    ]);
    expect(await auditOf(open, "?actor=ana")).toMatchObject([{ operation: "session.delete", reason: "mine" }]);
    expect(await auditOf(open, "?operation=session.stop")).toHaveLength(1);
    expect(await auditOf(open, "?outcome=nothing+to+do")).toMatchObject([{ operation: "session.stop" }]);
    expect(await auditOf(open, "?outcome=done&actor=ana")).toEqual([]);
    expect(await auditOf(open, "?since=2999-01-01T00:00:00Z")).toEqual([]);
    expect(await auditOf(open, "?since=2000-01-01T00:00:00Z")).toHaveLength(3);
  });

  it("has what the gateway let somebody do or refused beside what the bot did, from every surface", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    const viewer = await makeToken(open, "viewer", "Vera");
    await open.exchange({ method: "DELETE", path: `/api/v1/sessions/${sessionId}`, headers: bearerOf(viewer.token) });
    await open.ask("POST", "/webchat/messages", { conversation: "lobby", text: "/reset" });
    await open.ask("DELETE", `/sessions/${sessionId}`, { reason: "over" }, { "X-Keyturn-Surface": "command-line" });
    await open.ask("DELETE", `/sessions/${sessionId}`);
    await open.ask("DELETE", `/tokens/${viewer.id}`);
    const lines = (await auditOf(open)).map(({ actor, operation, outcome, address }) =>
      [actor.kind, actor.label ?? actor.id, actor.surface, address ?? "-", operation, outcome].join(" "),
    );
    expect(lines.toReversed()).toEqual([
      "operator operator http 127.0.0.1 token.create done",
      "operator Vera http 127.0.0.1 session.delete denied",
      "participant token webchat - session.reset done",
      "operator operator command-line 127.0.0.1 session.delete done",
      "operator operator http 127.0.0.1 session.delete nothing to do",
      "operator operator http 127.0.0.1 token.revoke done",
    ]);
    expect(await auditOf(open, "?surface=webchat")).toHaveLength(1);
    expect(await auditOf(open, `?sessionId=${sessionId}`)).toHaveLength(4);
    expect(await auditOf(open, "?operation=token.create")).toMatchObject([{ target: viewer.id }]);
  });

  it("gives pages that go on where the one before ended, whatever was added meanwhile", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    const stop = () => open.ask("POST", `/sessions/${sessionId}/stop`);
    for (let times = 0; times < 5; times += 1) await stop();
    const read = async (query: string) => auditSchema.parse((await open.ask("GET", `/audit${query}`)).json());
    const first = await read("?limit=2");
    await stop();
    const second = await read(`?limit=2&cursor=${first.nextCursor}`);
    const third = await read(`?limit=2&cursor=${second.nextCursor}`);
    expect([first, second, third].map(({ items }) => items.length)).toEqual([2, 2, 1]);
    expect(third.nextCursor).toBeNull();
    const other = await open.ask("GET", `/audit?limit=2&outcome=done&cursor=${first.nextCursor}`);
    expect([other.status, codeOf(other)]).toEqual([400, "CURSOR_INVALID"]);
  });

  it.each([
    "?limit=0",
    "?outcome=maybe",
    "?since=yesterday",
    "?actor=",
    "?operation=",
    "?page=2",
    "?cursor=x",
    "?sessionId=x",
  ])("refuses the query %s", async (query) => {
    await using open = await openGateway();
    const answer = await open.ask("GET", `/audit${query}`);
    expect(answer.status).toBe(400);
  });

  it("asks the bot's policy", async () => {
    await using open = await openGateway({ bot: { policy: { authorize: () => false } } });
    const answer = await open.ask("GET", "/audit");
    expect([answer.status, codeOf(answer)]).toEqual([403, "NOT_AUTHORIZED"]);
  });
});
