import type { ImportedSession, SessionId } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { type OpenGateway, bearer, openGateway } from "../../test-support/open-gateway.ts";
import { codeOf } from "../../test-support/problems.ts";

const operator = { kind: "operator", id: "tests", surface: "code" } as const;

/** A session of that many entries, each of that many characters. */
async function importLong(open: OpenGateway, count: number, length: number): Promise<SessionId> {
  const imported: ImportedSession = {
    key: { adapter: "webchat", account: "web", place: "long" },
    owner: { id: "ada" },
    settings: {},
    usage: { inputTokens: 0, outputTokens: 0, runs: 0 },
    createdAt: 0,
    entries: Array.from({ length: count }, (_, number) => ({
      role: "notice",
      at: number,
      text: String(number).padStart(length, "."),
    })),
  };
  return (await open.bot.sessions.import(imported, operator)).id;
}

describe("GET /sessions/:id/export", () => {
  it("gives lines: the head, each entry, and an end that counts them", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi\nthere");
    const answer = await open.ask("GET", `/sessions/${sessionId}/export?format=jsonl`);
    expect(answer.headers).toMatchObject({
      "content-type": "application/x-ndjson",
      "content-disposition": `attachment; filename="keyturn-${sessionId}.jsonl"`,
      "x-content-type-options": "nosniff",
    });
    const lines = answer.text.trimEnd().split("\n");
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { type: "session", format: "keyturn-session-1", session: { id: sessionId, entries: 2 } },
      { role: "user", sequence: 0, text: "hello" },
      { role: "assistant", sequence: 1, parts: [{ text: "hi\nthere" }] },
      { type: "end", entries: 2 },
    ]);
  });

  it("gives Markdown in which nothing that was said can do anything", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("<img src=x onerror=alert(1)>", "```\n# hi");
    const answer = await open.ask("GET", `/sessions/${sessionId}/export?format=md`);
    expect(answer.headers).toMatchObject({
      "content-type": "text/markdown; charset=utf-8",
      "content-disposition": `attachment; filename="keyturn-${sessionId}.md"`,
      "x-content-type-options": "nosniff",
    });
    expect(answer.text).toContain("```text\n<img src=x onerror=alert(1)>\n```\n");
    expect(answer.text).toContain("````text\n```\n# hi\n````\n");
  });

  it("knows no other format", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    expect(codeOf(await open.ask("GET", `/sessions/${sessionId}/export?format=html`))).toBe("REQUEST_INVALID");
  });

  it.each(["json", "jsonl", "md"])("gives a session of several pages whole and in order, as %s", async (format) => {
    await using open = await openGateway();
    const sessionId = await importLong(open, 2_345, 8);
    const answer = await open.ask("GET", `/sessions/${sessionId}/export?format=${format}`);
    const numbers = [...answer.text.matchAll(/\.(\d+)\b/g)].map(([, number]) => Number(number));
    expect(numbers.filter((number) => number < 2_345)).toEqual(Array.from({ length: 2_345 }, (_, number) => number));
    expect(answer.text).toContain("2345");
  });

  it("is of one version: what is said while it is read is not in it", async () => {
    await using open = await openGateway();
    const sessionId = await importLong(open, 1_500, 8);
    const { pages, session } = await open.bot.sessions.openExport(sessionId, operator);
    const read: number[] = [];
    for await (const page of pages) {
      read.push(page.length);
      const author = { id: "tests" };
      await open.bot.post(session.id, { mode: "note", text: "later", author }, operator);
    }
    expect(session).toMatchObject({ id: sessionId, entries: 1_500 });
    expect(read).toEqual([1_000, 500]);
  });

  it("breaks off when the session is reset while it is read, so that nobody takes a part for the whole", async () => {
    await using open = await openGateway();
    const sessionId = await importLong(open, 6_000, 5_000);
    const response = await fetch(`${open.url}/api/v1/sessions/${sessionId}/export?format=jsonl`, { headers: bearer });
    const reader = response.body?.getReader();
    const first = await reader?.read(); // 1. the answer has begun
    expect(response.status).toBe(200);
    expect(first?.done).toBe(false);
    await open.ask("POST", `/sessions/${sessionId}/reset`); // 2. the session is reset
    const rest = (async () => {
      while ((await reader?.read())?.done === false); // 3. and the reader reads on
    })();
    await expect(rest).rejects.toThrow();
  });
});
