import { describe, expect, it } from "vitest";
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

  it.each(["?limit=0", "?outcome=maybe", "?since=yesterday", "?actor=", "?operation=", "?page=2"])(
    "refuses the query %s",
    async (query) => {
      await using open = await openGateway();
      const answer = await open.ask("GET", `/audit${query}`);
      expect([answer.status, codeOf(answer)]).toEqual([400, "REQUEST_INVALID"]);
    },
  );

  it("asks the bot's policy", async () => {
    await using open = await openGateway({ bot: { policy: { authorize: () => false } } });
    const answer = await open.ask("GET", "/audit");
    expect([answer.status, codeOf(answer)]).toEqual([403, "NOT_AUTHORIZED"]);
  });
});
