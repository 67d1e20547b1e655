import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { Person, SlackApp, Workspace } from "@keyturn/testkit/slack";
import { beforeEach, describe, expect, it } from "vitest";
import { Browser, linkOf } from "../../packages/adapters/test-support/browser.ts";
import { promises } from "../requirements.ts";
import type { RunningBot } from "./support/running-bot.ts";
import { useSlack } from "./support/slack-stage.ts";
import { useStage } from "./support/stage.ts";

const stage = useStage();
const slack = useSlack();

let app: SlackApp;
let globex: Workspace;
let gus: Person;

beforeEach(() => {
  app = slack.server.addApp({ name: "Shop", rotatesTokens: true });
  globex = slack.server.addWorkspace("Globex");
  gus = slack.server.addPerson("gus", { workspace: globex, isAdmin: true });
});

const publicUrl = "https://bot.example.org";

/** What a process is given so that workspaces can install the app. */
function environmentOf(): Readonly<Record<string, string>> {
  return {
    SLACK_CLIENT_ID: app.clientId,
    SLACK_CLIENT_SECRET: app.clientSecret,
    SLACK_SIGNING_SECRET: app.signingSecret,
    SLACK_API_URL: slack.server.apiUrl,
    KEYTURN_PUBLIC_URL: publicUrl,
  };
}

async function startBot(environment: Readonly<Record<string, string>> = {}): Promise<RunningBot> {
  const bot = await stage.startBot({
    parameters: ["--model", "offline/eliza"],
    environment: { ...environmentOf(), ...environment },
  });
  await slack.server.useRequestUrl(`${bot.url}/hooks/slack/events`, app);
  return bot;
}

/** Goes the whole way in a browser; the public address is a proxy's, which is left out here. */
async function install(bot: RunningBot, person: Person = gus) {
  const browser = new Browser();
  const first = await browser.open(`${bot.url}/hooks/slack/install`);
  const back = slack.server.authorize(linkOf(first.text), person);
  const last = await browser.open(back.href.replace(publicUrl, bot.url));
  return { first, back, last, browser };
}

/** Somebody asks the bot in Globex; resolves with what it says. */
async function ask(text: string): Promise<string> {
  const installation = globex.installations.get(app.id);
  if (installation === undefined) throw new Error("The app is not installed.");
  const room = slack.server.addChannel("room", { workspace: globex, members: [gus, installation] });
  const question = gus.says(room, `@shop ${text}`);
  return slack.server.waitFor(() => room.replies(question.ts).find((reply) => reply.text !== "")?.text);
}

const readinessOf = async ({ url }: RunningBot): Promise<unknown> => (await fetch(`${url}/readyz`)).json();

describe(promises("slack-installations") + "keyturn start with SLACK_CLIENT_ID and SLACK_CLIENT_SECRET", () => {
  it("lets a workspace install the app and answers it, also after a restart; when it leaves, that is told", async () => {
    const bot = await startBot();
    // 1. Nobody has it yet.
    const page = `${publicUrl}/hooks/slack/install`;
    expect(await bot.client.adapters.read("slack")).toMatchObject({
      state: "connected",
      reason: expect.stringContaining(page),
    });
    expect(await readinessOf(bot)).toMatchObject({ status: "ok", checks: { channels: "degraded" } });
    // 2. Globex installs it.
    const { first, back, last, browser } = await install(bot);
    expect(back.href).toContain(`${publicUrl}/hooks/slack/oauth_redirect?`);
    expect(first.headers.get("set-cookie")).toMatch(/^__Host-keyturn-slack=.*; HttpOnly; SameSite=Lax; Secure$/);
    expect(first.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect([last.status, last.text]).toEqual([200, expect.stringContaining("The bot is in Globex now.")]);
    expect((await browser.open(back.href.replace(publicUrl, bot.url))).status).toBe(400);
    // It looks once a second.
    await expect.poll(() => readinessOf(bot), { timeout: 10_000 }).toMatchObject({ checks: { channels: "ok" } });
    expect(await ask("I am sad")).not.toBe("");
    // 3. A restart goes on with what lies in the data folder, which nobody can read.
    const installation = globex.installations.get(app.id);
    bot.process.signal("SIGTERM");
    await bot.process.ended;
    const kept = path.join(stage.folder, ".keyturn");
    expect((await stat(path.join(kept, "encryption-key"))).mode & 0o777).toBe(0o600);
    const storage = await readFile(path.join(kept, "plugins", "slack.json"), "utf8");
    expect(storage).toContain(globex.id);
    const again = await startBot();
    expect(await ask("I am still sad")).not.toBe("");
    // 4. Globex removes it.
    if (installation !== undefined) slack.server.uninstall(installation);
    const reason = async () => (await again.client.adapters.read("slack")).reason;
    await expect.poll(reason, { timeout: 20_000 }).toContain('was removed from the Slack workspace "Globex"');
    await expect
      .poll(() => readinessOf(again), { timeout: 10_000 })
      .toMatchObject({ checks: { channels: "degraded" } });
    expect((await again.client.list()).items).toHaveLength(2);
    // 5. No secret is told anywhere.
    const told = [bot.process, again.process].map(({ output, errors }) => output + errors).join("\n") + storage;
    const key = (await readFile(path.join(kept, "encryption-key"), "utf8")).trim();
    const secrets = [
      app.clientSecret,
      app.signingSecret,
      installation?.botToken ?? "",
      installation?.refreshToken ?? "",
    ];
    for (const secret of [...secrets, key, back.searchParams.get("code") ?? "", back.searchParams.get("state") ?? ""]) {
      expect(secret.length).toBeGreaterThan(8);
      expect(told).not.toContain(secret);
    }
  });

  it("takes a key from the environment, and makes no file then; with another key it says what is wrong", async () => {
    const first = "first-key-from-the-environment-0123456789";
    const second = "second-key-from-the-environment-012345678";
    const bot = await startBot({ KEYTURN_ENCRYPTION_KEY: first });
    await install(bot);
    bot.process.signal("SIGTERM");
    await bot.process.ended;
    await expect(stat(path.join(stage.folder, ".keyturn", "encryption-key"))).rejects.toThrow("ENOENT");

    const locked = await startBot({ KEYTURN_ENCRYPTION_KEY: second });
    const { state, reason } = await locked.client.adapters.read("slack");
    expect([state, reason]).toEqual(["misconfigured", expect.stringContaining("encrypted with another key")]);
    expect((await fetch(`${locked.url}/hooks/slack/install`)).status).toBe(503);
    locked.process.signal("SIGTERM");
    await locked.process.ended;

    const open = await startBot({ KEYTURN_ENCRYPTION_KEY: `${second},${first}` });
    expect(await open.client.adapters.read("slack")).toMatchObject({ state: "connected", reason: null });
    expect(await ask("I am sad")).not.toBe("");
    expect(open.process.errors + locked.process.errors).not.toMatch(/-key-from-the-environment/);
  });

  it("does the same in Socket Mode, where only browsers come over HTTP", async () => {
    const bot = await startBot({ SLACK_SIGNING_SECRET: "", SLACK_APP_TOKEN: app.appToken });
    expect(await bot.client.adapters.read("slack")).toMatchObject({ state: "connected", hasWebhook: true });
    expect((await install(bot)).last.status).toBe(200);
    expect(await ask("I am sad")).not.toBe("");
    expect((await fetch(`${bot.url}/hooks/slack/events`, { method: "POST", body: "{}" })).status).toBe(404);
  });
});

describe(promises("slack-installations") + "a client id, a client secret and tokens that do not fit together", () => {
  const id = "1234567890.9876543210";
  const secret = "canary0123456789canary0123456789";
  const both = { SLACK_CLIENT_ID: id, SLACK_CLIENT_SECRET: secret };

  it.each<[Readonly<Record<string, string>>, string]>([
    [{ SLACK_CLIENT_ID: id }, "Set SLACK_CLIENT_SECRET: it is under"],
    [{ SLACK_CLIENT_SECRET: secret }, "Set SLACK_CLIENT_ID: it is under"],
    [both, "nothing to hear of messages by. Set SLACK_APP_TOKEN"],
    [{ ...both, SLACK_BOT_TOKEN: "xoxb-1-canary", SLACK_APP_TOKEN: "xapp-1-canary" }, "Take SLACK_BOT_TOKEN away"],
    [{ ...both, SLACK_CLIENT_ID: "xoxb-1-canary" }, "SLACK_CLIENT_ID is "],
    [{ ...both, SLACK_CLIENT_SECRET: "xoxb-1-canary" }, "SLACK_CLIENT_SECRET is [hidden]"],
    [{ ...both, KEYTURN_ENCRYPTION_KEY: "canary" }, "KEYTURN_ENCRYPTION_KEY is [hidden]; allowed is 32 to 512"],
    [{ ...both, KEYTURN_ENCRYPTION_KEY: `${secret},canary` }, "KEYTURN_ENCRYPTION_KEY is [hidden]"],
  ])("are told of and do not start: %o", async (environment, told) => {
    const { code, errors } = await stage.run(["start", "--port", "0"], { environment });
    expect(errors).toContain(told);
    expect(code).toBe(2);
  });
});

describe(promises("slack-installations") + "keyturn config", () => {
  it("shows the client id, and of the client secret and the encryption key that they are set", async () => {
    const environment = { ...environmentOf(), KEYTURN_ENCRYPTION_KEY: "canary0123456789canary0123456789" };
    for (const format of [[], ["--json"]]) {
      const { output } = await stage.run(["config", ...format], { environment });
      expect(output).toContain(app.clientId);
      expect(output).toContain("encryptionKey");
      expect(output).not.toContain("canary");
      expect(output).not.toContain(app.clientSecret);
    }
  });
});

describe(
  promises("slack-doctor", "slack-installations") + "keyturn doctor slack where workspaces install the app",
  () => {
    const examine = (environment: Readonly<Record<string, string>> = {}) => {
      return stage.run(["doctor", "slack"], { environment: { ...environmentOf(), ...environment } });
    };

    it("looks at the client, the address and the pages", async () => {
      const { code, output } = await examine();
      expect(output.split("\n").slice(1)).toEqual([
        "✓ Slack client: Slack takes the client id and the client secret",
        `✓ Slack address: Slack is to send to ${publicUrl}/hooks/slack/events`,
        `✓ Slack installation: workspaces install the app at ${publicUrl}/hooks/slack/install; ` +
          `${publicUrl}/hooks/slack/oauth_redirect is to stand under "OAuth & Permissions", "Redirect URLs"`,
        "✓ Slack clock: it goes as Slack's does",
        "",
      ]);
      expect(code).toBe(0);
    });

    it("tries a socket in Socket Mode", async () => {
      const { output } = await examine({ SLACK_SIGNING_SECRET: "", SLACK_APP_TOKEN: app.appToken });
      expect(output).toContain("✓ Slack socket: Slack has greeted one");
    });

    it.each<[Readonly<Record<string, string>>, string]>([
      [{ SLACK_CLIENT_SECRET: "wrong0123456789" }, "✗ Slack client: Slack does not take the client secret"],
      [{ SLACK_CLIENT_ID: "1.2" }, "✗ Slack client: Slack does not take the client id"],
      [{ KEYTURN_PUBLIC_URL: "" }, "✗ Slack installation: Slack leads browsers back to https addresses alone"],
      [{ KEYTURN_PUBLIC_URL: "http://bot.example.org" }, "✗ Slack installation: Slack leads browsers back to https"],
    ])("says what to do: %o", async (environment, told) => {
      const { code, output } = await examine(environment);
      expect(output).toContain(told);
      expect(code).not.toBe(0);
    });
  },
);
