import { App, type Installation as Grant, type InstallationStore } from "@slack/bolt";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { quietLogger } from "../../test-support/start-bolt.ts";
import { ManualClock } from "../manual-clock.ts";
import { type Person, type SlackApp, SlackServer, slackLimits } from "./index.ts";
import { fieldOf } from "./read.ts";

let clock: ManualClock;
let slack: SlackServer;
let ada: Person;
let app: SlackApp;

beforeEach(async () => {
  clock = new ManualClock(Date.now());
  slack = await SlackServer.start({ clock });
  ada = slack.addPerson("ada", { isAdmin: true });
  app = slack.addApp({ name: "shop", rotatesTokens: true });
});

afterEach(() => slack.close());

const redirectUri = "http://127.0.0.1:1/slack/oauth_redirect";

function authorizationUrl(more: Readonly<Record<string, string>> = {}): string {
  const query = {
    client_id: app.clientId,
    scope: "chat:write,commands",
    state: "s-1",
    redirect_uri: redirectUri,
    ...more,
  };
  return `${slack.authorizationUrl}?${new URLSearchParams(query).toString()}`;
}

async function call(method: string, fields: Readonly<Record<string, string>>): Promise<unknown> {
  const client = { client_id: app.clientId, client_secret: app.clientSecret };
  const body = new URLSearchParams({ ...client, ...fields });
  return (await fetch(`${slack.apiUrl}${method}`, { method: "POST", body })).json();
}

function grant(): string {
  return slack.authorize(authorizationUrl(), ada).searchParams.get("code") ?? "";
}

describe("an authorisation", () => {
  it("leads back with a code and the state, or with the refusal", async () => {
    const agreed = slack.authorize(authorizationUrl(), ada);
    expect(agreed.href).toMatch(/^http:\/\/127\.0\.0\.1:1\/slack\/oauth_redirect\?state=s-1&code=/);
    expect(slack.decline(authorizationUrl()).searchParams.get("error")).toBe("access_denied");
    const browser = await fetch(authorizationUrl(), { redirect: "manual" });
    expect([browser.status, browser.headers.get("location")]).toEqual([
      302,
      expect.stringContaining("state=s-1&code="),
    ]);
    expect((await fetch(authorizationUrl({ client_id: "?" }))).status).toBe(400);
  });

  it("is exchanged once, by the app that it is for, from the place that asked", async () => {
    const code = grant();
    expect(await call("oauth.v2.access", { code, client_secret: "?" })).toMatchObject({ error: "bad_client_secret" });
    expect(await call("oauth.v2.access", { code, client_id: "?" })).toMatchObject({ error: "invalid_client_id" });
    expect(await call("oauth.v2.access", { code: "?" })).toMatchObject({ error: "invalid_code" });
    const elsewhere = "http://elsewhere.example/";
    expect(await call("oauth.v2.access", { code, redirect_uri: elsewhere })).toMatchObject({
      error: "bad_redirect_uri",
    });
    expect(await call("oauth.v2.access", { code, redirect_uri: redirectUri })).toMatchObject({
      ok: true,
      token_type: "bot",
      scope: "chat:write,commands",
      team: { id: slack.workspace.id },
      authed_user: { id: ada.id },
      expires_in: slackLimits.rotatedTokenLife,
    });
    expect(await call("oauth.v2.access", { code })).toMatchObject({ error: "code_already_used" });
  });

  it("is worth nothing after ten minutes", async () => {
    const code = grant();
    await clock.advance(slackLimits.codeLife);
    expect(await call("oauth.v2.access", { code })).toMatchObject({ error: "code_expired" });
  });
});

describe("tokens that rotate", () => {
  it("end after twelve hours, and a refresh token gets the next pair once", async () => {
    const first = await call("oauth.v2.access", { code: grant() });
    const test = (token: unknown) => call("auth.test", { token: String(token) });
    expect(await test(fieldOf(first, "access_token"))).toMatchObject({ ok: true });
    await clock.advance(slackLimits.rotatedTokenLife * 1_000);
    expect(await test(fieldOf(first, "access_token"))).toMatchObject({ error: "token_expired" });
    const refresh = { grant_type: "refresh_token", refresh_token: String(fieldOf(first, "refresh_token")) };
    const second = await call("oauth.v2.access", refresh);
    expect(await test(fieldOf(second, "access_token"))).toMatchObject({ ok: true });
    expect(await call("oauth.v2.access", refresh)).toMatchObject({ ok: false, error: "invalid_refresh_token" });
  });
});

describe("the real Bolt with OAuth", () => {
  it("installs itself, refreshes its token for each of three events at once, and hears of its end", async () => {
    const grants = new Map<string, Grant>();
    const store: InstallationStore = {
      storeInstallation: async (installation) => void grants.set(installation.team?.id ?? "", installation),
      fetchInstallation: async ({ teamId }) => grants.get(teamId ?? "") ?? Promise.reject(new Error("none")),
    };
    const heard: unknown[] = [];
    const bolt = new App({
      signingSecret: app.signingSecret,
      clientId: app.clientId,
      clientSecret: app.clientSecret,
      stateSecret: "state-secret",
      scopes: ["chat:write", "channels:history"],
      installationStore: store,
      installerOptions: { authorizationUrl: slack.authorizationUrl, directInstall: true, stateVerification: false },
      clientOptions: { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } },
      convoStore: false,
      logger: quietLogger,
    });
    bolt.message(async ({ message }) => void heard.push(fieldOf(message, "text")));
    bolt.event("app_uninstalled", async ({ event }) => void heard.push(event.type));
    bolt.error(() => Promise.resolve());
    const server = await bolt.start({ port: 0, host: "127.0.0.1" });
    const origin = `http://127.0.0.1:${String(fieldOf(server.address(), "port"))}`;
    await slack.useRequestUrl(`${origin}/slack/events`, app);

    // 1. A browser goes from the install page over Slack's page back to Bolt.
    const install = await fetch(`${origin}/slack/install`, { redirect: "manual" });
    const asked = new URL(install.headers.get("location") ?? "");
    asked.searchParams.set("redirect_uri", `${origin}/slack/oauth_redirect`);
    const back = slack.authorize(asked.href, ada);
    back.searchParams.set("state", "none");
    expect((await fetch(back)).status).toBe(200);
    const installed = grants.get(slack.workspace.id);
    const installation = slack.workspace.installations.get(app.id);
    expect(installed?.bot).toMatchObject({ token: installation?.botToken, refreshToken: installation?.refreshToken });
    if (installation === undefined || installed?.bot === undefined) throw new Error("Nothing was installed.");

    // 2. The token ends; three events come at once, and each one refreshes with the same refresh token.
    grants.set(slack.workspace.id, { ...installed, bot: { ...installed.bot, expiresAt: 1 } });
    const room = slack.addChannel("room", { members: [ada, installation] });
    slack.faults.next({ method: "oauth.v2.access", times: 3, delayMilliseconds: 1 });
    for (const text of ["a", "b", "c"]) ada.says(room, text);
    await slack.waitFor(() => slack.callsOf("oauth.v2.access").length === 4);
    await clock.advance(1);
    await slack.waitFor(() => slack.callsOf("oauth.v2.access").every(({ answer }) => answer !== undefined));
    const refreshes = slack.callsOf("oauth.v2.access").slice(1);
    expect(new Set(refreshes.map(({ args }) => args["refresh_token"])).size).toBe(1);
    const errors = refreshes.map(({ answer }) => fieldOf(answer?.body, "error"));
    expect(errors).toEqual([undefined, "invalid_refresh_token", "invalid_refresh_token"]);

    // 3. The app is removed: Bolt is told without a token.
    slack.uninstall(installation);
    await slack.waitFor(() => heard.includes("app_uninstalled"));
    await bolt.stop();
  });
});
