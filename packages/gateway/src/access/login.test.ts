import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  RecordingAudit,
  bearerOf,
  cookieOf,
  logIn,
  makeCode,
  makeToken,
  pageHeaders,
  postLogin,
} from "../../test-support/access.ts";
import { type OpenGateway, openGateway, testToken } from "../../test-support/open-gateway.ts";
import { codeOf } from "../../test-support/problems.ts";
import { LoginCodes } from "./login-codes.ts";

const hour = 3_600_000;

function statusWith(open: OpenGateway, cookie: string): Promise<number> {
  return open.exchange({ path: "/api/v1/status", headers: { Cookie: cookie } }).then(({ status }) => status);
}

describe("a login code", () => {
  it("lets somebody in once (T11)", async () => {
    const audit = new RecordingAudit();
    await using open = await openGateway({ bot: { audit } });
    const code = await makeCode(open);
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    const answer = await postLogin(open, { code });
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect(await statusWith(open, cookieOf(answer))).toBe(200);
    const again = await postLogin(open, { code });
    expect([again.status, again.headers["set-cookie"]]).toEqual([401, undefined]);
    expect(audit.outcomes).toEqual(["code.create done", "login.create done"]);
  });

  it("is of no use after five minutes (T11)", async () => {
    await using open = await openGateway();
    const codes = [await makeCode(open), await makeCode(open)] as const;
    await open.clock.advance(299_999);
    expect((await postLogin(open, { code: codes[0] })).status).toBe(204);
    await open.clock.advance(1);
    expect((await postLogin(open, { code: codes[1] })).status).toBe(401);
  });

  it("is read as somebody types it", async () => {
    await using open = await openGateway();
    const typed = (await makeCode(open)).toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l");
    expect((await postLogin(open, { code: typed })).status).toBe(204);
  });

  it("ends with the credentials of whoever made it", async () => {
    await using open = await openGateway();
    const { id, token } = await makeToken(open, "admin");
    const headers = { ...bearerOf(token), "Content-Type": "application/json" };
    const made = await open.exchange({ method: "POST", path: "/api/v1/auth/codes", headers, body: "{}" });
    const { code } = z.object({ code: z.string() }).parse(made.json());
    await open.ask("DELETE", `/tokens/${id}`);
    expect((await postLogin(open, { code })).status).toBe(401);
  });

  it("lets somebody else in with less, under their own name", async () => {
    await using open = await openGateway();
    const cookie = await logIn(open, { label: "Vera", role: "viewer" });
    const me = await open.exchange({ path: "/api/v1/auth/me", headers: { Cookie: cookie } });
    expect(me.json()).toMatchObject({ actor: { id: "login:Vera", label: "Vera" }, role: "viewer" });
  });

  it("takes the place of the oldest when there are many", async () => {
    await using open = await openGateway();
    const codes = new LoginCodes(open.clock);
    const maker = { holds: () => Promise.resolve(true) } as never;
    const grant = { actorId: "a", label: "a", role: "viewer", maker } as const;
    const made = Array.from({ length: 21 }, () => codes.create(grant));
    expect(made.filter((code) => codes.take(code) !== undefined)).toEqual(made.slice(1));
  });
});

describe("a login", () => {
  it("has a cookie that no script reads and no other site sends", async () => {
    await using open = await openGateway();
    const { port } = new URL(open.url);
    const [cookie] = (await postLogin(open, { token: testToken })).headers["set-cookie"] ?? [];
    expect(cookie).toMatch(
      new RegExp(`^gw_${port}=[\\w-]{12}\\.[\\w-]{43}; Path=/; Max-Age=604800; HttpOnly; SameSite=Strict$`),
    );
    await using secure = await openGateway({ gateway: { publicUrl: "https://bot.example.org" } });
    const [safe] = (await postLogin(secure, { token: testToken })).headers["set-cookie"] ?? [];
    expect(safe).toMatch(/^__Host-gw=[^;]+; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict; Secure$/);
  });

  it("takes a code or a token, nothing else and not both", async () => {
    await using open = await openGateway();
    for (const body of [
      {},
      { code: "" },
      { token: testToken, code: "A" },
      { token: 5 },
      { token: testToken, role: "a" },
    ]) {
      expect((await postLogin(open, body)).status).toBe(400);
    }
  });

  it("ends twelve hours after the last request", async () => {
    await using open = await openGateway();
    const cookie = await logIn(open);
    await open.clock.advance(11 * hour);
    expect(await statusWith(open, cookie)).toBe(200);
    await open.clock.advance(11 * hour);
    expect(await statusWith(open, cookie)).toBe(200);
    await open.clock.advance(12 * hour);
    expect(await statusWith(open, cookie)).toBe(401);
  });

  it("ends after seven days, however busy it was", async () => {
    await using open = await openGateway();
    const cookie = await logIn(open);
    for (let passed = 0; passed < 160; passed += 10) {
      await open.clock.advance(10 * hour);
      expect(await statusWith(open, cookie)).toBe(200);
    }
    await open.clock.advance(8 * hour);
    expect(await statusWith(open, cookie)).toBe(401);
  });

  it("is ended by its logout, and the cookie taken away", async () => {
    await using open = await openGateway();
    const [cookie, other] = [await logIn(open), await logIn(open)];
    const headers = pageHeaders(open, cookie);
    const answer = await open.exchange({ method: "POST", path: "/api/v1/auth/logout", headers });
    expect(answer.status).toBe(204);
    expect(answer.headers["set-cookie"]?.[0]).toMatch(/^gw_\d+=; Path=\/; Max-Age=0;/);
    expect([await statusWith(open, cookie), await statusWith(open, other)]).toEqual([401, 200]);
    expect((await open.ask("POST", "/auth/logout")).status).toBe(204);
  });

  it("is seen and ended by its person and by admins, and by nobody else", async () => {
    await using open = await openGateway();
    const ana = await logIn(open, { label: "Ana", role: "operator" });
    const vera = await logIn(open, { label: "Vera", role: "viewer" });
    const list = async (cookie: string) => {
      const answer = await open.exchange({ path: "/api/v1/auth/sessions", headers: { Cookie: cookie } });
      const form = z.object({ items: z.array(z.object({ id: z.string(), actor: z.object({ label: z.string() }) })) });
      return form.parse(answer.json()).items;
    };
    const end = (cookie: string, id: string) =>
      open.exchange({ method: "DELETE", path: `/api/v1/auth/sessions/${id}`, headers: pageHeaders(open, cookie) });
    const [own, ...rest] = await list(ana);
    expect([own?.actor.label, rest]).toEqual(["Ana", []]);
    expect((await open.ask("GET", "/auth/sessions")).json()).toMatchObject({
      items: [{ actor: { label: "Ana" } }, { actor: { label: "Vera" } }],
    });
    const foreign = await end(vera, own?.id ?? "");
    expect([foreign.status, codeOf(foreign)]).toEqual([404, "LOGIN_NOT_FOUND"]);
    expect(await statusWith(open, ana)).toBe(200);
    expect((await end(ana, own?.id ?? "")).status).toBe(204);
    expect(await statusWith(open, ana)).toBe(401);
    const [other] = await list(vera);
    expect((await open.ask("DELETE", `/auth/sessions/${other?.id}`)).status).toBe(204);
    expect(await statusWith(open, vera)).toBe(401);
  });

  it("writes in the web chat under its own name", async () => {
    await using open = await openGateway();
    const cookie = await logIn(open, { label: "Ana", role: "operator" });
    const headers = { ...pageHeaders(open, cookie), "Content-Type": "application/json" };
    const body = JSON.stringify({ conversation: "lobby", text: "hello" });
    await open.exchange({ method: "POST", path: "/api/v1/webchat/messages", headers, body });
    expect((await open.ask("GET", "/sessions")).json()).toMatchObject({
      items: [{ owner: { id: "login:Ana", name: "Ana" } }],
    });
    (await open.runner.nextRun()).answer("hi");
  });
});
