import { describe, expect, it } from "vitest";
import { RecordingAudit, logIn, pageHeaders } from "../../test-support/access.ts";
import { openEvents } from "../../test-support/event-reader.ts";
import { bearer, openGateway } from "../../test-support/open-gateway.ts";
import { codeOf } from "../../test-support/problems.ts";

describe("a page of somebody else, with the cookie of somebody who is logged in,", () => {
  it.each([
    ["from another site", { Origin: "https://evil.example", "X-Gateway": "1" }],
    ["from another port of this machine", { Origin: "http://127.0.0.1:9999", "X-Gateway": "1" }],
    ["that hides where it is", { "Sec-Fetch-Site": "cross-site", "X-Gateway": "1" }],
    ["from another port, as the browser says", { "Sec-Fetch-Site": "same-site", "X-Gateway": "1" }],
    ["that says nothing", {}],
    ["in a sandbox", { Origin: "null", "X-Gateway": "1" }],
    ["under the right name without its port", { Origin: "http://127.0.0.1", "X-Gateway": "1" }],
    ["that the origin of a form gives away", { Origin: "own" }],
    ["from the address bar", { Origin: "own", "X-Gateway": "1", "Sec-Fetch-Site": "none" }],
  ])("%s deletes nothing (T2, T3, T4)", async (_, headers) => {
    const audit = new RecordingAudit();
    await using open = await openGateway({ bot: { audit } });
    const sessionId = await open.converse("hello", "hi");
    const cookie = await logIn(open);
    const sent: Record<string, string> = { Cookie: cookie, ...headers };
    if (sent["Origin"] === "own") sent["Origin"] = open.url;
    const answer = await open.exchange({ method: "DELETE", path: `/api/v1/sessions/${sessionId}`, headers: sent });
    expect([answer.status, codeOf(answer)]).toEqual([403, "ORIGIN_NOT_ALLOWED"]);
    expect((await open.ask("GET", `/sessions/${sessionId}`)).status).toBe(200);
    expect(audit.entries.at(-1)).toMatchObject({
      operation: "session.delete",
      outcome: "denied",
      sessionId,
      reason: "ORIGIN_NOT_ALLOWED",
      actor: { id: "token", label: "operator", surface: "dashboard" },
      address: "127.0.0.1",
    });
  });

  it("reads no events and no list (T5)", async () => {
    await using open = await openGateway();
    const cookie = await logIn(open);
    for (const path of ["/api/v1/events", "/api/v1/sessions"]) {
      for (const site of ["cross-site", "same-site"]) {
        const answer = await open.exchange({ path, headers: { Cookie: cookie, "Sec-Fetch-Site": site } });
        expect(answer.status).toBe(403);
      }
      const other = { Cookie: cookie, Origin: "https://evil.example" };
      expect((await open.exchange({ path, headers: other })).status).toBe(403);
    }
    const upgrade = { Cookie: cookie, Upgrade: "websocket", Connection: "Upgrade" };
    expect((await open.exchange({ path: "/api/v1/events", headers: upgrade })).status).toBe(426);
  });

  it("logs nobody in", async () => {
    await using open = await openGateway();
    for (const headers of [{ Origin: "https://evil.example" }, { "Sec-Fetch-Site": "cross-site" }]) {
      const body = JSON.stringify({ code: "AAAA-BBBBB-CCCCC" });
      const login = { method: "POST", path: "/api/v1/auth/login", body };
      const answer = await open.exchange({ ...login, headers: { "Content-Type": "application/json", ...headers } });
      expect(codeOf(answer)).toBe("ORIGIN_NOT_ALLOWED");
      expect((await open.exchange({ ...login, headers: { "Content-Type": "text/plain" } })).status).toBe(415);
    }
  });
});

describe("a page of the gateway's own", () => {
  it("changes and reads with its cookie", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    const cookie = await logIn(open);
    const headers = pageHeaders(open, cookie);
    expect((await open.exchange({ path: "/api/v1/sessions", headers: { Cookie: cookie } })).status).toBe(200);
    for (const site of ["same-origin", "none"]) {
      const events = await openEvents(open.url, "/api/v1/events", { Cookie: cookie, "Sec-Fetch-Site": site });
      expect((await events.next())?.event).toBe("hello");
      events.close();
    }
    const path = `/api/v1/sessions/${sessionId}`;
    expect((await open.exchange({ method: "DELETE", path, headers })).status).toBe(200);
    const [entry] = await open.bot.audit(1);
    expect(entry?.actor).toEqual({ kind: "operator", id: "token", label: "operator", surface: "dashboard" });
  });

  it("is the public one behind a proxy with TLS", async () => {
    await using open = await openGateway({ gateway: { publicUrl: "https://bot.example.org" } });
    const sessionId = await open.converse("hello", "hi");
    const cookie = await logIn(open);
    expect(cookie).toMatch(/^__Host-gw=/);
    const path = `/api/v1/sessions/${sessionId}/reset`;
    const reset = (Origin: string) =>
      open.exchange({
        method: "POST",
        path,
        headers: { Cookie: cookie, Host: "bot.example.org", "X-Gateway": "1", Origin },
      });
    expect((await reset("https://bot.example.org.evil.example")).status).toBe(403);
    expect((await reset("http://bot.example.org")).status).toBe(403);
    expect((await reset("https://bot.example.org")).status).toBe(200);
  });

  it("has a cookie or a token, never both", async () => {
    await using open = await openGateway();
    const cookie = await logIn(open);
    const both = { ...bearer, Cookie: cookie };
    const answer = await open.exchange({ path: "/api/v1/status", headers: both });
    expect([answer.status, codeOf(answer)]).toEqual([400, "CREDENTIALS_AMBIGUOUS"]);
    const ofOthers = { ...bearer, Cookie: "theme=dark; gw_1=x.y" };
    expect((await open.exchange({ path: "/api/v1/status", headers: ofOthers })).status).toBe(200);
  });
});
