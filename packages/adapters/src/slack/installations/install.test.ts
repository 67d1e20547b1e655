import { describe, expect, it } from "vitest";
import { promises } from "../../../../../test/requirements.ts";
import { Browser, linkOf } from "../../../test-support/browser.ts";
import { openOAuthBot } from "../../../test-support/open-oauth-bot.ts";

/** A workspace says hello to the bot, in a channel with the bot in it; resolves with the answer's text. */
async function talk(
  test: Awaited<ReturnType<typeof openOAuthBot>>,
  place: typeof test.acme,
  text: string,
): Promise<string | undefined> {
  const installation = test.installationIn(place);
  const room = test.slack.addChannel(`room-${text}`, {
    workspace: place.workspace,
    members: [place.admin, installation],
  });
  const root = place.admin.says(room, `@keybot ${text}`);
  (await test.runner.nextRun()).answer(`re: ${text}`);
  return (await test.slack.waitFor(() => room.replies(root.ts)[0])).text;
}

describe(`${promises("slack-installations")}a workspace that installs the app`, () => {
  it.each(["http", "socket"] as const)("is answered from then on, without a restart (%s)", async (mode) => {
    await using test = await openOAuthBot({ mode });
    expect(test.status()).toMatchObject({
      state: "connected",
      reason: expect.stringContaining("/hooks/slack/install"),
    });
    const page = await test.install(test.acme);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("The bot is in Acme now.")]);
    expect(test.status()).toMatchObject({ state: "connected", reason: undefined });
    expect(await talk(test, test.acme, "hello")).toBe("re: hello");
    await test.install(test.globex);
    expect(await talk(test, test.globex, "bonjour")).toBe("re: bonjour");
  });

  it("is asked for exactly what the bot needs, by a page that tells nothing secret and loads nothing", async () => {
    await using test = await openOAuthBot();
    const { status, text, headers } = await new Browser().open(`${test.site.url}hooks/slack/install`);
    expect(status).toBe(200);
    const link = new URL(linkOf(text));
    expect(link.origin + link.pathname).toBe(test.slack.authorizationUrl);
    expect(link.searchParams.get("scope")?.split(",")).toContain("app_mentions:read");
    expect([...link.searchParams.keys()].toSorted()).toEqual(["client_id", "redirect_uri", "scope", "state"]);
    expect(text).not.toContain(test.app.clientSecret);
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("set-cookie")).toMatch(/; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
  });

  it("may do it again: the newest token counts, and the conversation goes on", async () => {
    await using test = await openOAuthBot();
    await test.install(test.acme);
    const first = test.installationIn(test.acme).botToken;
    await test.install(test.acme);
    test.slack.faults.refuseToken(first, "token_revoked");
    expect(await talk(test, test.acme, "again")).toBe("re: again");
  });

  it("is told of to operators when it did not grant all that the bot needs, until it does", async () => {
    await using test = await openOAuthBot();
    const browser = new Browser();
    const { text } = await browser.open(`${test.site.url}hooks/slack/install`);
    const asked = new URL(linkOf(text));
    asked.searchParams.set("scope", "chat:write,app_mentions:read");
    await browser.open(test.slack.authorize(asked.href, test.acme.admin));
    expect(test.status()).toMatchObject({
      state: "connected",
      reason: expect.stringMatching(/"Acme" \(T\w+\) has not granted channels:history, .*Install the app there again/),
    });
    await test.install(test.acme);
    expect(test.status()?.reason).toBeUndefined();
  });

  it("is told so when it does not agree", async () => {
    await using test = await openOAuthBot();
    const browser = new Browser();
    const { text } = await browser.open(`${test.site.url}hooks/slack/install`);
    const page = await browser.open(test.slack.decline(linkOf(text)));
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("You did not agree")]);
    expect(test.slack.callsOf("oauth.v2.access")).toEqual([]);
  });
});

describe(`${promises("slack-installations")}an answer of Slack's that the browser did not ask for`, () => {
  const attempts = async (test: Awaited<ReturnType<typeof openOAuthBot>>) => {
    const browser = new Browser();
    const { text } = await browser.open(`${test.site.url}hooks/slack/install`);
    return { browser, back: test.slack.authorize(linkOf(text), test.acme.admin) };
  };

  it.each<[string, (back: URL) => void]>([
    ["no state", (back) => back.searchParams.delete("state")],
    ["an empty state", (back) => back.searchParams.set("state", "")],
    ["a state of another form", (back) => back.searchParams.set("state", "a.b.c.d")],
    ["a state that was changed", (back) => back.searchParams.set("state", `1${back.searchParams.get("state")}`)],
    ["a state without its signature", (back) => back.searchParams.set("state", `${back.searchParams.get("state")}x`)],
  ])("is refused with %s, and no code is redeemed", async (_name, change) => {
    await using test = await openOAuthBot();
    const { browser, back } = await attempts(test);
    change(back);
    expect(await browser.open(back)).toMatchObject({ status: 400, text: expect.stringContaining("Nothing was added") });
    expect(test.slack.callsOf("oauth.v2.access")).toEqual([]);
  });

  it("is refused in another browser: nobody's app is put into somebody else's hands", async () => {
    await using test = await openOAuthBot();
    const { back } = await attempts(test);
    expect(await new Browser().open(back)).toMatchObject({ status: 400 });
    const victim = await attempts(test);
    expect(await victim.browser.open(back)).toMatchObject({ status: 400 });
    expect(test.slack.callsOf("oauth.v2.access")).toEqual([]);
  });

  it("is refused the second time, and after ten minutes", async () => {
    await using test = await openOAuthBot();
    const { browser, back } = await attempts(test);
    expect(await browser.open(back)).toMatchObject({ status: 200 });
    expect(await browser.open(back)).toMatchObject({ status: 400, text: expect.stringContaining("used already") });
    const slow = await attempts(test);
    await test.clock.advance(600_000);
    expect(await slow.browser.open(slow.back)).toMatchObject({
      status: 400,
      text: expect.stringContaining("ten minutes"),
    });
    expect(test.slack.callsOf("oauth.v2.access")).toHaveLength(1);
  });
});

describe(`${promises("slack-installations")}an installation that cannot be`, () => {
  it("is answered clearly when it is of a whole organisation", async () => {
    await using test = await openOAuthBot();
    const grant = { ok: true, access_token: "xoxb-org", bot_user_id: "U1", team: null, is_enterprise_install: true };
    test.slack.faults.next({ method: "oauth.v2.access", status: 200, body: JSON.stringify(grant) });
    const page = await test.install(test.acme);
    expect([page.status, page.text]).toEqual([400, expect.stringContaining("a whole organisation")]);
    expect(test.status()?.reason).toContain("No Slack workspace has the app");
  });

  it("is refused to workspaces that are not on the list, and their token is given back", async () => {
    await using test = await openOAuthBot({ oauth: { workspaces: ["T0000000"] } });
    expect(await test.install(test.globex)).toMatchObject({ status: 403 });
    expect(test.slack.callsOf("auth.revoke")).toHaveLength(1);
    expect(test.status()?.reason).toContain("No Slack workspace has the app");
  });

  it.each([
    ["refuses the code", { error: "invalid_code" }, 400],
    ["does not know the app", { error: "bad_client_secret" }, 400],
    ["fails", { status: 500 }, 502],
    ["answers nonsense", { status: 200, body: "<html>" }, 502],
    ["cuts the line", { resets: true }, 502],
  ])("is told to the person and the log when Slack %s", async (_name, fault, status) => {
    await using test = await openOAuthBot();
    test.slack.faults.next({ method: "oauth.v2.access", ...fault });
    expect(await test.install(test.acme)).toMatchObject({ status });
    expect(test.lines.filter(([level]) => level === "error")).toHaveLength(1);
    expect(await test.install(test.acme)).toMatchObject({ status: 200 });
  });

  it("is escaped where a workspace has a strange name", async () => {
    await using test = await openOAuthBot();
    const workspace = test.slack.addWorkspace('<script>alert("1")</script>');
    const admin = test.slack.addPerson("eve", { workspace, isAdmin: true });
    const page = await test.install({ admin });
    expect(page.status).toBe(200);
    expect(page.text).not.toContain("<script");
  });

  it("has no other pages, and no other methods", async () => {
    await using test = await openOAuthBot();
    const ask = (path: string, method: string) => fetch(`${test.site.url}hooks/slack/${path}`, { method });
    expect((await ask("install", "POST")).status).toBe(401);
    expect((await ask("oauth_redirect", "POST")).status).toBe(401);
    expect((await ask("installed", "GET")).status).toBe(405);
  });
});
