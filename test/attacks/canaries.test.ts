import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { createMetrics } from "@keyturn/gateway";
import { cookieOf, makeCode, postLogin } from "../../packages/gateway/test-support/access.ts";
import { openGateway, testToken } from "../../packages/gateway/test-support/open-gateway.ts";
import { routeTable } from "../../packages/gateway/src/routes/route-table.ts";
import { useStage } from "../application/support/stage.ts";

/** The shortest piece of a secret that counts as told: three characters of one were the leak elsewhere. */
const telling = 8;

/** Whether a text has a secret, or its last characters: its first are the same in each of a kind. */
function isTold(secret: string, text: string): boolean {
  return text.includes(secret) || text.includes(secret.slice(-telling));
}

describe("the operator's token, from a boot to an end (T10)", () => {
  const stage = useStage();

  it("is in nothing that is printed, logged, written or answered", async () => {
    const canary = "canary-1f8e2d7c6b5a4039";
    const apiKey = "sk-canary-9a8b7c6d5e4f3021";
    const environment = { KEYTURN_TOKEN: canary, OPENAI_COMPATIBLE_API_KEY: apiKey, KEYTURN_LOG_LEVEL: "debug" };
    const bot = await stage.startBot({ environment });
    const told: string[] = [];
    const ask = async (target: string, init: RequestInit = {}) => {
      const answer = await fetch(`${bot.url}${target}`, init);
      told.push(JSON.stringify([...answer.headers]), await answer.text());
      return answer;
    };
    const bearer = { Authorization: `Bearer ${canary}` };
    const json = { ...bearer, "Content-Type": "application/json" };
    const login = await ask("/api/v1/auth/login", {
      method: "POST",
      headers: json,
      body: JSON.stringify({ token: canary }),
    });
    expect(login.status).toBe(204);
    const { sessionId } = await bot.send("lobby", "hello");
    const targets = ["/metrics", "/openapi.json", "/", "/index.html", "/healthz", "/readyz", "/api/v1/status"];
    const ofApi = [
      "/auth/me",
      "/auth/sessions",
      "/tokens",
      "/runs",
      "/audit",
      "/logs",
      "/config",
      "/config/schema",
      "/plugins",
      "/adapters",
      "/schedules",
      "/usage",
      "/sessions",
      `/sessions/${sessionId}/export`,
    ];
    for (const target of [...targets, ...ofApi.map((name) => `/api/v1${name}`)]) {
      for (const query of ["", `?token=${canary}`, `?access_token=${canary}`]) {
        await ask(target + query, { headers: bearer });
        await ask(target + query);
      }
    }
    await ask(`/api/v1/sessions/${canary}`, { headers: bearer });
    await ask("/api/v1/webchat/messages", { method: "POST", headers: json, body: JSON.stringify({ text: 5, canary }) });
    bot.process.signal("SIGTERM");
    await bot.process.ended;
    const data = path.join(stage.folder, ".keyturn");
    const names = await readdir(data, { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
    const written = await Promise.all(files.map((file) => readFile(file, "utf8")));
    expect(told.length).toBeGreaterThan(100);
    expect(bot.process.errors).toContain("A request was");
    const everything = [bot.process.output, bot.process.errors, ...told, ...written].join("\n");
    expect([canary, apiKey].filter((secret) => isTold(secret, everything))).toEqual([]);
  });
});

describe("secrets of the configuration (T37)", () => {
  it("are in no answer that reads something, and in no refusal, not even in part", async () => {
    const secrets = { proxy: "qzProxySecret-55aa66bb", metrics: "qzMetricsToken-77cc88dd" };
    const proxyIdentity = {
      userHeader: "X-Forwarded-User",
      secretHeader: "X-Proxy-Secret",
      secret: secrets.proxy,
      roles: {},
    };
    await using open = await openGateway({
      gateway: {
        proxyIdentity,
        trustedProxies: ["127.0.0.1"],
        metrics: { collector: createMetrics(), token: secrets.metrics },
      },
    });
    const sessionId = await open.converse("hello", "hi");
    // What stands before the dot is the login's id, and no secret.
    const cookie = cookieOf(await postLogin(open, { code: await makeCode(open) })).split(".")[1] ?? "";
    const told: string[] = [];
    const readable = routeTable.filter(({ form, isStream }) => form.method === "get" && isStream !== true);
    for (const { form } of readable) {
      const target = form.path.replace("{id}", sessionId).replaceAll(/\{\w+\}/g, sessionId);
      const answer = await open.exchange({ path: target, headers: { Authorization: `Bearer ${testToken}` } });
      told.push(JSON.stringify(answer.headers), answer.text);
    }
    for (const { form } of routeTable.filter(({ form: { method } }) => method !== "get")) {
      const target = form.path.replace("{id}", sessionId).replaceAll(/\{\w+\}/g, sessionId);
      const body = JSON.stringify({ token: secrets.proxy, unknown: [secrets.metrics] });
      const headers = { Authorization: `Bearer ${testToken}`, "Content-Type": "application/json" };
      const refused = await open.exchange({ method: form.method.toUpperCase(), path: target, headers, body });
      told.push(JSON.stringify(refused.headers), refused.text);
    }
    const everything = [...told, ...open.log.lines].join("\n");
    expect(cookie.length).toBeGreaterThanOrEqual(16);
    expect([testToken, cookie, secrets.proxy, secrets.metrics].filter((secret) => isTold(secret, everything))).toEqual(
      [],
    );
  });
});
