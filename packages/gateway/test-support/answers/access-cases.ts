import { StoreError } from "@keyturn/core";
import { z } from "zod";
import { createMetrics } from "../../src/index.ts";
import { bearerOf, logIn, makeCode, makeToken, postLogin } from "../access.ts";
import { firstAsset } from "../dashboard.ts";
import { bearer } from "../open-gateway.ts";
import { type AnswerCases, given, plain, repeat, unknown } from "./answer-case.ts";

const listForm = z.object({ items: z.array(z.object({ id: z.string() })).min(1) });
const metricsToken = "metrics-5e1f0a9c3d7b2846";
const formOfToken = `kt_${"a".repeat(12)}_${"a".repeat(43)}`;
const stranger = { from: "127.0.0.7", wrong: "a-wrong-token-of-nobody" } as const;

/** What a store that cannot be read answers. */
export const unreadableStore = {
  read: () => Promise.reject(new StoreError("STORE_UNAVAILABLE", "Could not read /srv/keyturn/access.json")),
  write: () => Promise.reject(new StoreError("STORE_UNAVAILABLE", "Could not write /srv/keyturn/access.json")),
};

/** A token that nobody can look up. */
export const unreadableToken = formOfToken;

function measured(token?: string) {
  return { gateway: { metrics: { collector: createMetrics(), token } } };
}

/** The answers of the routes about who may come in, and of those that look at no credentials. */
export const accessCases: AnswerCases = {
  "GET /": {
    200: plain((open) => open.exchange({ path: "/" })),
    301: given({ gateway: { basePath: "/bot" } }, (open) => open.exchange({ path: "/bot" })),
    304: plain((open) => open.exchange({ path: "/", headers: { "If-None-Match": "*" } })),
    404: { options: { gateway: { dashboard: false } }, ask: (open) => open.exchange({ path: "/" }) },
  },
  "GET /assets/{name}": {
    200: plain(async (open) => open.exchange({ path: await firstAsset(open) })),
    304: plain(async (open) => open.exchange({ path: await firstAsset(open), headers: { "If-None-Match": "*" } })),
    404: plain((open) => open.exchange({ path: "/assets/none.js" })),
  },
  "GET /healthz": { 200: plain((open) => open.exchange({ path: "/healthz" })) },
  "GET /readyz": {
    200: plain((open) => open.exchange({ path: "/readyz" })),
    503: plain((open) => {
      Object.defineProperty(open.bot.sessions, "probeStore", { value: () => Promise.reject(new Error("no disk")) });
      return open.exchange({ path: "/readyz" });
    }),
  },
  "GET /metrics": {
    200: given(measured(), (open) => open.exchange({ path: "/metrics" })),
    401: given(measured(metricsToken), (open) => open.exchange({ path: "/metrics" })),
    404: plain((open) => open.exchange({ path: "/metrics" })),
    429: given(measured(metricsToken), async (open) => {
      const guess = () => open.exchange({ path: "/metrics", headers: bearerOf(stranger.wrong), from: stranger.from });
      for (let tries = 0; tries < 10; tries += 1) await guess();
      return guess();
    }),
    500: given(
      {
        gateway: {
          metrics: { collector: Object.assign(createMetrics(), { text: () => Promise.reject(new Error()) }) },
        },
      },
      (open) => open.exchange({ path: "/metrics" }),
    ),
  },
  "GET /openapi.json": { 200: plain((open) => open.exchange({ path: "/openapi.json", headers: bearer })) },
  "POST /api/v1/auth/login": {
    204: plain(async (open) => postLogin(open, { code: await makeCode(open) })),
    401: plain((open) => postLogin(open, { code: "AAAA-AAAA" })),
    403: plain((open) =>
      open.exchange({ method: "POST", path: "/api/v1/auth/login", headers: { Origin: "https://evil.example" } }),
    ),
    429: plain(async (open) => {
      for (let tries = 0; tries < 10; tries += 1) await postLogin(open, { token: stranger.wrong }, stranger.from);
      return postLogin(open, { token: stranger.wrong }, stranger.from);
    }),
    500: given({ gateway: { token: () => Promise.reject(new Error("no such file")) } }, (open) =>
      postLogin(open, { token: stranger.wrong }),
    ),
    503: given({ gateway: { access: unreadableStore } }, (open) => postLogin(open, { token: formOfToken })),
  },
  "POST /api/v1/auth/logout": { 204: plain((open) => open.ask("POST", "/auth/logout")) },
  "GET /api/v1/auth/me": { 200: plain((open) => open.ask("GET", "/auth/me")) },
  "POST /api/v1/auth/codes": {
    201: plain((open) => open.ask("POST", "/auth/codes")),
    409: plain((open) => repeat((key) => open.ask("POST", "/auth/codes", {}, key))),
    422: plain((open) => repeat((key, round) => open.ask("POST", "/auth/codes", { label: `Ana ${round}` }, key))),
  },
  "GET /api/v1/auth/sessions": { 200: plain((open) => open.ask("GET", "/auth/sessions")) },
  "DELETE /api/v1/auth/sessions/{id}": {
    204: plain(async (open) => {
      await logIn(open);
      const { items } = listForm.parse((await open.ask("GET", "/auth/sessions")).json());
      return open.ask("DELETE", `/auth/sessions/${items[0]?.id}`);
    }),
    404: plain((open) => open.ask("DELETE", `/auth/sessions/${unknown.login}`)),
  },
  "GET /api/v1/tokens": { 200: plain((open) => open.ask("GET", "/tokens")) },
  "POST /api/v1/tokens": {
    201: plain((open) => open.ask("POST", "/tokens", { label: "Ana", role: "viewer" })),
    409: plain((open) => repeat((key) => open.ask("POST", "/tokens", { label: "Ana", role: "viewer" }, key))),
    422: plain((open) =>
      repeat((key, round) => open.ask("POST", "/tokens", { label: `Ana ${round}`, role: "viewer" }, key)),
    ),
  },
  "DELETE /api/v1/tokens/{id}": {
    204: plain(async (open) => open.ask("DELETE", `/tokens/${(await makeToken(open, "viewer")).id}`)),
    404: plain((open) => open.ask("DELETE", `/tokens/${unknown.token}`)),
  },
};
