import { ConfigurationError } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import {
  RecordingAudit,
  bearerOf,
  cookieOf,
  makeCode,
  makeToken,
  pageHeaders,
  postLogin,
} from "../../test-support/access.ts";
import { bearer, openGateway } from "../../test-support/open-gateway.ts";
import { GatewayClient } from "../client/index.ts";
import { BasePath, chooseBasePath } from "./base-path.ts";

const basePath = "/bots/keyturn";

describe("a gateway below a base path", () => {
  it("finds every route with the path and without it, and nothing under half of it", async () => {
    await using open = await openGateway({ gateway: { basePath } });
    const sessionId = await open.converse("hello", "hi");
    for (const start of ["", basePath]) {
      for (const path of [
        "/healthz",
        "/readyz",
        "/openapi.json",
        "/api/v1/sessions",
        `/api/v1/sessions/${sessionId}`,
      ]) {
        expect((await open.exchange({ path: start + path, headers: bearer })).status, start + path).toBe(200);
      }
      expect((await open.exchange({ method: "PUT", path: `${start}/healthz` })).status).toBe(405);
    }
    const elsewhere = ["/bots/healthz", `${basePath}healthz`, `/%62ots/keyturn`, `/%62ots/keyturn/healthz`];
    for (const path of [...elsewhere, `${basePath}//healthz`, `${basePath}${basePath}/healthz`]) {
      const answer = await open.exchange({ path, headers: bearer });
      expect(answer.status, path).toBe(404);
      expect(answer.text).toContain(`begins with ${basePath}/api/v1/`);
    }
  });

  it("leads from the path without its last slash to the page, and to nowhere else", async () => {
    await using open = await openGateway({ gateway: { basePath } });
    for (const path of [basePath, `${basePath}?next=//elsewhere.example`]) {
      const answer = await open.exchange({ path, headers: { Host: new URL(open.url).host } });
      expect([answer.status, answer.headers.location]).toEqual([301, `${basePath}/`]);
    }
    expect((await open.exchange({ path: `${basePath}/` })).status).toBe(200);
    expect((await open.exchange({ method: "POST", path: basePath, headers: bearer })).status).toBe(405);
    await using without = await openGateway();
    expect((await without.exchange({ path: "/" })).status).toBe(200);
  });

  it("says where it is: to whoever started it, in its description, and to its client", async () => {
    await using open = await openGateway({ gateway: { publicUrl: "https://example.org/bots/keyturn/" } });
    expect(new URL(open.url).pathname).toBe(basePath);
    const description = await open.exchange({ path: `${basePath}/openapi.json`, headers: bearer });
    expect(description.json()).toMatchObject({ servers: [{ url: basePath }] });
    const client = new GatewayClient({ url: open.url, token: (await makeToken(open, "viewer")).token });
    expect((await client.access.me()).role).toBe("viewer");
  });

  it("gives a login a cookie for its path alone, whose change is let in from the public page", async () => {
    await using open = await openGateway({ gateway: { publicUrl: "https://example.org", basePath } });
    const login = await postLogin(open, { code: await makeCode(open) });
    expect(login.headers["set-cookie"]).toEqual([
      expect.stringMatching(/^__Secure-gw=\S+; Path=\/bots\/keyturn; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/),
    ]);
    const headers = { ...pageHeaders(open, cookieOf(login)), Host: "example.org", Origin: "https://example.org" };
    const logout = await open.exchange({ method: "POST", path: `${basePath}/api/v1/auth/logout`, headers });
    expect(logout.status).toBe(204);
    expect(logout.headers["set-cookie"]).toEqual([
      expect.stringContaining("__Secure-gw=; Path=/bots/keyturn; Max-Age=0"),
    ]);
  });

  it("has a cookie for its path without TLS too", async () => {
    await using open = await openGateway({ gateway: { basePath } });
    const login = await postLogin(open, { code: await makeCode(open) });
    expect(login.headers["set-cookie"]).toEqual([expect.stringMatching(/^gw_\d+=\S+; Path=\/bots\/keyturn; /)]);
  });

  it("names the session in the audit log whichever way a refused change came", async () => {
    const audit = new RecordingAudit();
    await using open = await openGateway({ bot: { audit }, gateway: { basePath } });
    const sessionId = await open.converse("hello", "hi");
    const { token } = await makeToken(open, "viewer");
    for (const start of ["", basePath]) {
      const path = `${start}/api/v1/sessions/${sessionId}`;
      const answer = await open.exchange({ method: "DELETE", path, headers: bearerOf(token) });
      expect(answer.status).toBe(403);
      expect(audit.entries.at(-1)).toMatchObject({ operation: "session.delete", sessionId, outcome: "denied" });
    }
  });

  it("takes a repeated command that came the other way for the same", async () => {
    await using open = await openGateway({ gateway: { basePath } });
    const post = (start: string) =>
      open.exchange({
        method: "POST",
        path: `${start}/api/v1/tokens`,
        headers: { ...bearer, "Content-Type": "application/json", "Idempotency-Key": "key-1-of-this-test" },
        body: '{"label":"Ana","role":"viewer"}',
      });
    expect((await post(basePath)).status).toBe(201);
    expect((await post("")).status).toBe(409);
  });
});

describe("the paths that a path may stand for", () => {
  it.each([
    ["", "/api/v1/status", ["/api/v1/status"]],
    ["/api", "/api/v1/status", ["/v1/status", "/api/v1/status"]],
    ["/api", "/apis/v1", ["/apis/v1"]],
    ["/a.b", "/a-b/healthz", ["/a-b/healthz"]],
  ])("below %j are, of %s, %j", (text, path, meanings) => {
    expect(new BasePath(text).meaningsOf(path)).toEqual(meanings);
  });
});

describe("the settings of a base path", () => {
  it.each([
    [undefined, undefined, ""],
    [undefined, "https://example.org", ""],
    [undefined, "https://example.org/bots/keyturn/", "/bots/keyturn"],
    ["/bots/keyturn", undefined, "/bots/keyturn"],
    ["/bots/keyturn", "https://example.org/", "/bots/keyturn"],
    ["/bots/keyturn", "https://example.org/bots/keyturn", "/bots/keyturn"],
    ["/a.b_c~d-e/..f", undefined, "/a.b_c~d-e/..f"],
  ])("%j and %j give %j", (text, url, chosen) => {
    expect(chooseBasePath(text, url === undefined ? undefined : new URL(url))).toBe(chosen);
  });

  it.each([
    "",
    "/",
    "bots",
    "/bots/",
    "//bots",
    "/bots//keyturn",
    "/bots/../etc",
    "/..",
    "/./bots",
    "/b%6fts",
    "/bots\n",
    "/bots;x",
    "/bots?x",
    "/bots#x",
    '/"><script>alert(1)</script>',
    "/böts",
    `/${"x".repeat(200)}`,
  ])("are not %j (T36, as far as there is no page)", (text) => {
    expect(() => chooseBasePath(text, undefined)).toThrow(ConfigurationError);
    expect(() => chooseBasePath(text, undefined)).toThrow("/bots/keyturn");
  });

  it("may not name two different paths, nor be a public URL with another kind of path", () => {
    const choose = (text: string | undefined, url: string) => () => chooseBasePath(text, new URL(url));
    expect(choose("/a", "https://example.org/b")).toThrow('basePath is "/a", and the path of publicUrl is "/b"');
    expect(choose(undefined, "https://example.org/b%20c")).toThrow("The path of publicUrl");
  });
});
