import { describe, expect, it } from "vitest";
import { createGate } from "../../test-support/gate.ts";
import { type OpenGateway, bearer, openGateway, testToken } from "../../test-support/open-gateway.ts";
import { codeOf } from "../../test-support/problems.ts";

const wrong = { Authorization: "Bearer wrong-wrong-wrong-wrong" };
const status = { path: "/api/v1/status" };

async function spendTries(open: OpenGateway, count: number): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < count; attempt += 1) {
    statuses.push((await open.exchange({ ...status, headers: wrong })).status);
  }
  return statuses;
}

describe("the operator's token", () => {
  it("is asked for in the Authorization header, as a bearer's", async () => {
    await using open = await openGateway();
    expect((await open.exchange({ ...status, headers: bearer })).status).toBe(200);
    expect((await open.exchange({ ...status, headers: { Authorization: `bearer  ${testToken}` } })).status).toBe(200);
    const others = [
      {},
      { Authorization: testToken },
      { Authorization: `Basic ${Buffer.from(`admin:${testToken}`).toString("base64")}` },
      { Authorization: "Bearer" },
      { Authorization: `Bearer ${testToken} ${testToken}` },
      { Authorization: `Bearer ${testToken.slice(0, -1)}` },
      { Authorization: `Bearer ${testToken.toUpperCase()}` },
      { "X-Forwarded-User": "admin", "X-Api-Key": testToken },
      { Cookie: `token=${testToken}` },
    ];
    for (const headers of others) {
      expect((await open.exchange({ ...status, headers })).status, JSON.stringify(headers)).toBe(401);
    }
  });

  it("may be guessed at ten times a minute, then not at all, however right the next one is", async () => {
    await using open = await openGateway();
    expect(await spendTries(open, 11)).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    const blocked = await open.exchange({ ...status, headers: bearer });
    expect(blocked.status).toBe(429);
    expect(codeOf(blocked)).toBe("TRIES_EXHAUSTED");
    expect(blocked.headers["retry-after"]).toBe("60");

    await open.clock.advance(59_000);
    expect((await open.exchange({ ...status, headers: bearer })).headers["retry-after"]).toBe("1");
    await open.clock.advance(1_000);
    expect((await open.exchange({ ...status, headers: bearer })).status).toBe(200);
  });

  it("has one budget for all routes, event streams included", async () => {
    await using open = await openGateway();
    const paths = [
      "/api/v1/status",
      "/api/v1/events",
      "/api/v1/sessions",
      "/api/v1/runs",
      `/api/v1/runs/r_${"a".repeat(22)}`,
    ];
    for (const path of [...paths, ...paths]) expect((await open.exchange({ path, headers: wrong })).status).toBe(401);
    for (const path of paths) expect((await open.exchange({ path, headers: wrong })).status).toBe(429);
    expect((await open.exchange({ path: "/healthz" })).status).toBe(200);
  });

  it("counts by the connection's address, whatever the headers say of it", async () => {
    await using open = await openGateway();
    const statuses: number[] = [];
    for (let attempt = 1; attempt <= 11; attempt += 1) {
      const forwarded = {
        "X-Forwarded-For": `1.2.3.${attempt}`,
        Forwarded: `for=1.2.3.${attempt}`,
        "X-Real-IP": `1.2.3.${attempt}`,
      };
      statuses.push((await open.exchange({ ...status, headers: { ...wrong, ...forwarded } })).status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect(open.log.lines.join("\n")).not.toContain("1.2.3.");
  });

  it("costs nothing when nobody guesses: requests without one are not counted", async () => {
    await using open = await openGateway();
    for (let request = 0; request < 30; request += 1) expect((await open.exchange(status)).status).toBe(401);
    expect((await open.exchange({ ...status, headers: bearer })).status).toBe(200);
  });

  it("counts tries that come at the same time one after the other", async () => {
    // 1. the token comes from somewhere slow, so that all tries wait for it together
    const tries = 40;
    const allAreHere = createGate();
    let asked = 0;
    const token = async () => {
      asked += 1;
      if (asked === tries) allAreHere.open();
      await allAreHere.opened;
      return testToken;
    };
    await using open = await openGateway({ gateway: { token } });
    // 2. forty come at once
    const answers = await Promise.all(
      Array.from({ length: tries }, () => open.exchange({ ...status, headers: wrong })),
    );
    // 3. ten of them were looked at
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((code) => code === 401)).toHaveLength(10);
    expect(statuses.filter((code) => code === 429)).toHaveLength(30);
  });

  it("is not held against forty right ones at once", async () => {
    await using open = await openGateway();
    const answers = await Promise.all(Array.from({ length: 40 }, () => open.exchange({ ...status, headers: bearer })));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  });

  it("can be replaced while the gateway runs", async () => {
    let token = testToken;
    await using open = await openGateway({ gateway: { token: () => token } });
    expect((await open.exchange({ ...status, headers: bearer })).status).toBe(200);
    token = "another-token-another-token";
    expect((await open.exchange({ ...status, headers: bearer })).status).toBe(401);
    const replaced = { Authorization: `Bearer ${token}` };
    expect((await open.exchange({ ...status, headers: replaced })).status).toBe(200);
  });

  it("lets nobody in when it cannot be had, or is blank", async () => {
    const failures = [
      () => "",
      () => "short",
      () => {
        throw new Error("the secret store of /srv/secrets is away");
      },
    ];
    for (const token of failures) {
      await using open = await openGateway({ gateway: { token } });
      for (const headers of [bearer, { Authorization: "Bearer short" }]) {
        const answer = await open.exchange({ ...status, headers });
        expect(answer.status).toBe(500);
        expect(answer.text).not.toContain("/srv/secrets");
      }
    }
  });

  it("names the surface for the audit log when asked to, among those that there are", async () => {
    await using open = await openGateway();
    const surfaces = { "command-line": "command-line", http: "http", discord: "http", "": "http" };
    for (const [named, expected] of Object.entries(surfaces)) {
      const sessionId = await open.converse("hello", "hi", `room-${named}`);
      await open.ask("POST", `/sessions/${sessionId}/reset`, { reason: "as asked" }, { "X-Keyturn-Surface": named });
      const [entry] = await open.bot.audit(1);
      expect(entry).toMatchObject({
        actor: { kind: "operator", id: "token", surface: expected },
        operation: "session.reset",
        reason: "as asked",
        outcome: "done",
      });
    }
  });
});
