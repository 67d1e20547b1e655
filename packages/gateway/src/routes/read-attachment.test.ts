import { describe, expect, it } from "vitest";
import { z } from "zod";
import { attach } from "../../test-support/attach.ts";
import { openGateway } from "../../test-support/open-gateway.ts";
import { codeOf } from "../../test-support/problems.ts";
import { GatewayClient } from "../client/gateway-client.ts";
import { testToken } from "../../test-support/open-gateway.ts";

const page = "<script>alert(1)</script>";

describe("GET /sessions/:id/attachments/:messageId/:index", () => {
  it("gives the bytes as a file to save that no browser shows or runs", async () => {
    await using open = await openGateway();
    const { sessionId, messageId } = await attach(open, page);
    const answer = await open.ask("GET", `/sessions/${sessionId}/attachments/${messageId}/0`);
    expect([answer.status, answer.text]).toEqual([200, page]);
    expect(answer.headers).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": "attachment",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
  });

  it("gives none of another message, another place or another session, and none after a reset", async () => {
    await using open = await openGateway();
    const { sessionId, messageId } = await attach(open);
    const other = await open.converse("hello", "hi", "other");
    const paths = [
      `/sessions/${sessionId}/attachments/${messageId}/1`,
      `/sessions/${sessionId}/attachments/m_${"a".repeat(22)}/0`,
      `/sessions/${other}/attachments/${messageId}/0`,
    ];
    for (const path of paths) {
      const answer = await open.ask("GET", path);
      expect([answer.status, codeOf(answer)]).toEqual([404, "ATTACHMENT_NOT_FOUND"]);
    }
    await open.ask("POST", `/sessions/${sessionId}/reset`);
    const late = await open.ask("GET", `/sessions/${sessionId}/attachments/${messageId}/0`);
    expect([late.status, codeOf(late)]).toEqual([404, "ATTACHMENT_NOT_FOUND"]);
  });

  it("is told of by queue, messages and every export, by name, type and size, never the bytes", async () => {
    await using open = await openGateway();
    const { sessionId } = await attach(open, page);
    const told = [{ name: 'a "page".html', mediaType: "text/html", size: page.length }];
    const queue = await open.ask("GET", `/sessions/${sessionId}/queue`);
    expect(queue.json()).toMatchObject({ items: [{ text: "look", attachments: told }] });
    const reference = { sessionId, keyText: "webchat/local/files" } as const;
    const turn = await open.bot.sessions.claimTurn(reference, { isCollecting: false, historyLimit: 10 });
    await open.bot.sessions.stop(sessionId, { actor: { kind: "operator", id: "tests", surface: "code" }, reason: "" });
    expect(turn?.messages[0]?.attachments).toEqual(told);
    const messages = await open.ask("GET", `/sessions/${sessionId}/messages`);
    expect(messages.json()).toMatchObject({ items: [{ role: "user", attachments: told }, {}] });
    const exported = await open.ask("GET", `/sessions/${sessionId}/export`);
    expect(exported.json()).toMatchObject({ entries: [{ attachments: told }, {}] });
    const lines = await open.ask("GET", `/sessions/${sessionId}/export?format=jsonl`);
    expect(JSON.parse(lines.text.split("\n")[1] ?? "")).toMatchObject({ attachments: told });
    const markdown = await open.ask("GET", `/sessions/${sessionId}/export?format=md`);
    expect(markdown.text).toMatch(/Attachment .*html, .*, 25 bytes/);
    for (const { text } of [queue, messages, exported, lines, markdown]) expect(text).not.toContain("alert");
  });

  it("is not kept by a session that was imported, which tells of it all the same", async () => {
    await using open = await openGateway();
    const { sessionId, messageId } = await attach(open);
    const reference = { sessionId, keyText: "webchat/local/files" } as const;
    await open.bot.sessions.claimTurn(reference, { isCollecting: false, historyLimit: 10 });
    await open.bot.sessions.stop(sessionId, { actor: { kind: "operator", id: "tests", surface: "code" }, reason: "" });
    const exported: unknown = (await open.ask("GET", `/sessions/${sessionId}/export`)).json();
    const made = await open.ask("POST", "/sessions/import?key=webchat/local/copy", exported);
    const { id } = z.looseObject({ id: z.string() }).parse(made.json());
    const messages = await open.ask("GET", `/sessions/${id}/messages`);
    expect(messages.json()).toMatchObject({ items: [{ attachments: [{ mediaType: "text/html" }] }, {}] });
    const answer = await open.ask("GET", `/sessions/${id}/attachments/${messageId}/0`);
    expect([answer.status, codeOf(answer)]).toEqual([404, "ATTACHMENT_NOT_FOUND"]);
  });

  it("comes through the client as bytes", async () => {
    await using open = await openGateway();
    const { sessionId, messageId } = await attach(open, "\u0000ÿ");
    const client = new GatewayClient({ url: open.url, token: testToken });
    expect(Buffer.from(await client.attachment(sessionId, messageId, 0)).toString()).toBe("\u0000ÿ");
    await expect(client.attachment(sessionId, messageId, 3)).rejects.toMatchObject({ code: "ATTACHMENT_NOT_FOUND" });
  });
});
