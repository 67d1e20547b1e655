import { describe, expect, it } from "vitest";
import { bearerOf, makeCode, postLogin } from "../../test-support/access.ts";
import { type OpenGateway, bearer, openGateway, testToken } from "../../test-support/open-gateway.ts";
import { codeOf } from "../../test-support/problems.ts";

const wrong = "wrong-wrong-wrong-wrong";
const status = { path: "/api/v1/status" };

async function guess(open: OpenGateway, times: number, from?: string): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < times; attempt += 1) {
    statuses.push((await postLogin(open, { token: wrong }, from)).status);
  }
  return statuses;
}

describe("guesses", () => {
  it("at the login end after ten, for that address alone, also on this machine (T13, T15)", async () => {
    await using open = await openGateway();
    expect(await guess(open, 11)).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    const refused = await postLogin(open, { token: testToken });
    expect([refused.status, codeOf(refused), Number(refused.headers["retry-after"])]).toEqual([
      429,
      "TRIES_EXHAUSTED",
      60,
    ]);
    expect((await postLogin(open, { token: testToken }, "127.0.0.2")).status).toBe(204);
  });

  it("spread over login, code, token, cookie and events share one budget (T14)", async () => {
    await using open = await openGateway();
    const { port } = new URL(open.url);
    let cookies = 0;
    const ways = [
      () => postLogin(open, { token: wrong }),
      () => postLogin(open, { code: "AAAA-BBBBB-CCCCC" }),
      () => open.exchange({ ...status, headers: bearerOf(wrong) }),
      () => open.exchange({ path: "/api/v1/events", headers: bearerOf(wrong) }),
      () => open.exchange({ ...status, headers: { Cookie: `gw_${port}=${(cookies += 1)}` } }),
    ];
    for (const way of [...ways, ...ways]) expect((await way()).status).toBe(401);
    for (const way of ways) expect((await way()).status).toBe(429);
    expect((await open.exchange({ ...status, headers: bearer })).status).toBe(429);
  });

  it("with two credentials count once, and are told nothing about either (T17)", async () => {
    await using open = await openGateway();
    const { port } = new URL(open.url);
    const headers = { ...bearerOf(wrong), Cookie: `gw_${port}=bogus` };
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await open.exchange({ ...status, headers })).status).toBe(400);
    }
    expect((await open.exchange({ ...status, headers })).status).toBe(429);
  });

  it("are not what a browser makes that sends one old cookie again and again", async () => {
    await using open = await openGateway();
    const { port } = new URL(open.url);
    const headers = { Cookie: `gw_${port}=${"x".repeat(12)}.${"y".repeat(43)}` };
    for (let attempt = 0; attempt < 11; attempt += 1) {
      expect((await open.exchange({ ...status, headers })).status).toBe(401);
    }
    expect((await postLogin(open, { token: testToken })).status).toBe(204);
  });

  it("at a code burn it after five, and no other code", async () => {
    await using open = await openGateway();
    const [code, other] = [await makeCode(open), await makeCode(open)];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await postLogin(open, { code: `${code.slice(0, 4)}-AAAAA-BBBBB` })).status).toBe(401);
    }
    expect((await postLogin(open, { code })).status).toBe(401);
    expect((await postLogin(open, { code: other })).status).toBe(204);
  });

  it("from many addresses end too, but not for whoever came in from theirs before", async () => {
    await using open = await openGateway();
    expect((await open.exchange({ ...status, headers: bearer, from: "127.0.0.99" })).status).toBe(200);
    for (let machine = 1; machine <= 30; machine += 1) await guess(open, 10, `127.0.1.${machine}`);
    expect((await open.exchange({ ...status, headers: bearer, from: "127.0.2.1" })).status).toBe(429);
    expect((await open.exchange({ ...status, headers: bearer, from: "127.0.0.99" })).status).toBe(200);
    await open.clock.advance(60_001);
    expect((await open.exchange({ ...status, headers: bearer, from: "127.0.2.1" })).status).toBe(200);
  });

  it("are not helped by a token in the address (T9)", async () => {
    await using open = await openGateway();
    for (const name of ["token", "access_token"]) {
      for (const path of ["/api/v1/sessions", "/api/v1/events", "/api/v1/tokens"]) {
        expect((await open.exchange({ path: `${path}?${name}=${testToken}` })).status).toBe(401);
      }
    }
    expect(open.log.lines.join("\n")).toContain("token=[redacted]");
    expect(open.log.lines.join("\n")).not.toContain(testToken);
  });
});
