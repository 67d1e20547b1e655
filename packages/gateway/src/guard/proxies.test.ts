import { describe, expect, it } from "vitest";
import { ConfigurationError } from "@keyturn/core";
import { RecordingAudit, bearerOf } from "../../test-support/access.ts";
import { bearer, openGateway } from "../../test-support/open-gateway.ts";
import { TrustedProxies } from "./trusted-proxies.ts";

const wrong = bearerOf("wrong-wrong-wrong-wrong");
const path = "/api/v1/status";
const secret = "the-secret-of-the-proxy";

describe("X-Forwarded-For", () => {
  it("counts for nothing from whoever is no trusted proxy, however often it changes (T18)", async () => {
    const audit = new RecordingAudit();
    await using open = await openGateway({ bot: { audit } });
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const headers = { ...wrong, "X-Forwarded-For": `1.2.3.${attempt}`, Forwarded: `for=1.2.3.${attempt}` };
      expect((await open.exchange({ path, headers })).status).toBe(401);
    }
    const headers = { ...wrong, "X-Forwarded-For": "1.2.3.99" };
    expect((await open.exchange({ path, headers })).status).toBe(429);
    await open.ask("POST", "/auth/codes", {}, { "X-Forwarded-For": "1.2.3.4" });
    await open.clock.advance(60_001);
    await open.ask("POST", "/auth/codes", {}, { "X-Forwarded-For": "1.2.3.4" });
    expect(audit.entries.map(({ address }) => address)).toEqual(["127.0.0.1"]);
  });

  it("of a trusted proxy is read from its end, so that what a client put in front changes nothing", async () => {
    await using open = await openGateway({ gateway: { trustedProxies: ["127.0.0.1"] } });
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const headers = { ...wrong, "X-Forwarded-For": `10.9.8.${attempt}, 192.0.2.7` };
      expect((await open.exchange({ path, headers })).status).toBe(401);
    }
    const again = { ...bearer, "X-Forwarded-For": "10.9.8.77, 192.0.2.7" };
    expect((await open.exchange({ path, headers: again })).status).toBe(429);
    expect((await open.exchange({ path, headers: { ...bearer, "X-Forwarded-For": "192.0.2.8" } })).status).toBe(200);
  });

  it.each([
    ["192.0.2.1", undefined, "192.0.2.1"],
    ["192.0.2.1", "1.1.1.1", "192.0.2.1"],
    ["10.0.0.1", undefined, "10.0.0.1"],
    ["10.0.0.1", "1.1.1.1", "1.1.1.1"],
    ["10.0.0.1", "2.2.2.2, 1.1.1.1, 10.0.0.2", "1.1.1.1"],
    ["10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
    ["10.0.0.1", "1.1.1.1, nonsense", "10.0.0.1"],
    ["10.0.0.1", "", "10.0.0.1"],
    ["::1", "2001:db8::1", "2001:db8::1"],
    ["::ffff:10.0.0.1", "1.1.1.1", "1.1.1.1"],
  ])("from %s saying %j comes from %s", (peer, forwarded, address) => {
    expect(new TrustedProxies(["10.0.0.0/8", "::1"]).resolve(peer, forwarded)).toBe(address);
  });

  it.each(["", "proxy.example", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8/8", "::1/129"])(
    "of the proxy %j is a mistake of the configuration",
    (proxy) => {
      expect(() => new TrustedProxies([proxy])).toThrow(ConfigurationError);
    },
  );
});

describe("a proxy that says who somebody is", () => {
  const proxyIdentity = {
    userHeader: "X-Forwarded-User",
    secretHeader: "X-Proxy-Secret",
    secret,
    roles: { ana: "admin", vera: "viewer" },
  } as const;
  const behind = { gateway: { trustedProxies: ["127.0.0.1"], proxyIdentity } };

  it("is not believed without its secret, from a place that is not its own, or when it is off (T20)", async () => {
    const claim = { "X-Forwarded-User": "ana" };
    await using open = await openGateway(behind);
    expect((await open.exchange({ path, headers: claim })).status).toBe(401);
    expect((await open.exchange({ path, headers: { ...claim, "X-Proxy-Secret": "" } })).status).toBe(401);
    expect((await open.exchange({ path, headers: { ...claim, "X-Proxy-Secret": "guess" } })).status).toBe(401);
    const proven = { ...claim, "X-Proxy-Secret": secret };
    expect((await open.exchange({ path, headers: proven, from: "127.0.0.2" })).status).toBe(401);
    await using off = await openGateway();
    expect((await off.exchange({ path, headers: proven })).status).toBe(401);
  });

  it("gives each person the role that the configuration says, and others none", async () => {
    await using open = await openGateway(behind);
    const as = (user: string, target: string) =>
      open.exchange({
        path: target,
        headers: { "X-Forwarded-User": user, "X-Proxy-Secret": secret, "X-Role": "admin" },
      });
    expect((await as("ana", "/api/v1/tokens")).status).toBe(200);
    expect((await as("vera", "/api/v1/tokens")).status).toBe(403);
    expect((await as("vera", path)).status).toBe(200);
    for (const user of ["eve", "constructor", "__proto__"]) expect((await as(user, path)).status).toBe(403);
    expect((await as("ana", "/api/v1/auth/me")).json()).toMatchObject({ actor: { id: "proxy:ana", label: "ana" } });
  });

  it("gives everybody whom it names the role of others when there is one, whatever their name", async () => {
    const gateway = {
      trustedProxies: ["127.0.0.1"],
      proxyIdentity: { ...proxyIdentity, otherRole: "viewer" },
    } as const;
    await using open = await openGateway({ gateway });
    for (const user of ["eve", "constructor", "__proto__"]) {
      const headers = { "X-Forwarded-User": user, "X-Proxy-Secret": secret };
      expect((await open.exchange({ path: "/api/v1/auth/me", headers })).json()).toMatchObject({ role: "viewer" });
    }
  });

  it("does not make a change of a page of somebody else one of its own", async () => {
    await using open = await openGateway(behind);
    const headers = { "X-Forwarded-User": "ana", "X-Proxy-Secret": secret, "Content-Type": "application/json" };
    const post = (more: Readonly<Record<string, string>>) =>
      open.exchange({ method: "POST", path: "/api/v1/auth/codes", headers: { ...headers, ...more }, body: "{}" });
    expect((await post({ Origin: "https://evil.example", "X-Gateway": "1" })).status).toBe(403);
    expect((await post({})).status).toBe(403);
    expect((await post({ Origin: open.url, "X-Gateway": "1" })).status).toBe(201);
  });

  it("cannot have its secret guessed under changing addresses", async () => {
    await using open = await openGateway(behind);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      const claim = { "X-Forwarded-User": "ana", "X-Proxy-Secret": `guess-${attempt}` };
      const headers = { ...claim, "X-Forwarded-For": `192.0.2.${attempt}` };
      statuses.push((await open.exchange({ path, headers })).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  it("needs trusted proxies, a long secret and names of headers", async () => {
    const mistakes = [
      { proxyIdentity },
      { trustedProxies: ["127.0.0.1"], proxyIdentity: { ...proxyIdentity, secret: " " } },
      { trustedProxies: ["127.0.0.1"], proxyIdentity: { ...proxyIdentity, userHeader: "" } },
    ];
    for (const gateway of mistakes) await expect(openGateway({ gateway })).rejects.toThrow(ConfigurationError);
  });
});
