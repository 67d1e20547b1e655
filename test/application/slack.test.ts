import { writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { rehearse } from "../../docs/examples/rehearse-slack.ts";
import { promises } from "../requirements.ts";
import type { RunningBot } from "./support/running-bot.ts";
import { useSlack } from "./support/slack-stage.ts";
import { useStage } from "./support/stage.ts";

const stage = useStage();
const slack = useSlack();

/** Makes Node say of Bolt that it is not installed. */
const withoutBolt = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier !== "@slack/bolt") return next(specifier, context);
      throw Object.assign(new Error("Cannot find package '@slack/bolt'"), { code: "ERR_MODULE_NOT_FOUND" });
    },
  });
`)}`;

/** Starts the bot on the offline model, as it starts for somebody who has no account but Slack's. */
function startBot(environment = slack.environment(), parameters: readonly string[] = []) {
  return stage.startBot({ parameters: ["--model", "offline/eliza", ...parameters], environment });
}

function writeConfiguration(configuration: object): Promise<void> {
  return writeFile(path.join(stage.folder, "keyturn.config.json"), JSON.stringify(configuration));
}

describe(promises("slack-by-tokens") + "keyturn start with SLACK_BOT_TOKEN and SLACK_APP_TOKEN", () => {
  it("answers a mention in its thread, and resets it there by a mention", async () => {
    const { ada, general } = slack.scene;
    const bot = await startBot();
    const question = ada.says(general, "@testbot I am sad");
    expect(await slack.answerTo(question)).not.toBe("");
    const key = { adapter: "slack", account: slack.server.workspace.id, place: general.id, thread: question.ts };
    const sessions = async () => (await bot.client.list()).items;
    await expect.poll(sessions, { timeout: 20_000 }).toMatchObject([{ key, entries: 2, running: null }]);

    ada.says(general, "@testbot reset", { thread: question });
    const isForgotten = ({ text }: { readonly text: string }) => text === "Forgotten: 2 entries. We start afresh.";
    await slack.server.waitFor(() => general.replies(question.ts).find(isForgotten));
    expect(await sessions()).toMatchObject([{ entries: 0 }]);

    const { items } = await bot.client.adapters.list();
    expect(items).toMatchObject([
      { name: "webchat", state: "connected" },
      { name: "slack", state: "connected", hasWebhook: false },
    ]);
    expect((await fetch(`${bot.url}/hooks/slack/events`, { method: "POST", body: "{}" })).status).toBe(404);
  });

  it("resets a direct message by /reset", async () => {
    const { ada } = slack.scene;
    const bot = await startBot();
    const direct = ada.opensDirect(slack.server.installation);
    ada.says(direct, "I am sad");
    const sessions = async () => (await bot.client.list()).items;
    await expect.poll(sessions, { timeout: 20_000 }).toMatchObject([{ entries: 2, running: null }]);
    expect(await ada.runs(direct, "/reset").result).toMatchObject({ isAcknowledged: true });
    const told = await slack.server.waitFor(() => direct.ephemerals[0]);
    expect(told.text).toBe("Forgotten: 2 entries. We start afresh.");
    expect(await sessions()).toMatchObject([{ entries: 0 }]);
  });

  it("ends within 3 s at SIGTERM, and hears nothing more", async () => {
    const { ada, general } = slack.scene;
    const bot = await startBot();
    const record = await bot.record();
    const question = ada.says(general, "@testbot I am sad");
    await record.next((event) => event.type === "delivery.change");
    await record.end();
    const toldAt = performance.now();
    bot.process.signal("SIGTERM");
    await slack.server.waitFor(() => slack.server.openSockets.length === 0);
    const calls = slack.server.calls.length;
    ada.says(general, "are you there?", { thread: question });
    expect(await bot.process.ended).toEqual({ code: 0, signal: null });
    expect(performance.now() - toldAt).toBeLessThan(3_000);
    expect(slack.server.calls).toHaveLength(calls);
  });

  it("says that Bolt is missing where it is not installed, and needs none without tokens", async () => {
    const environment = { ...slack.environment(), NODE_OPTIONS: withoutBolt };
    const { code, errors } = await stage.call(["start", "--port", "0"], { environment });
    expect(code).toBe(2);
    expect(errors).toContain("@slack/bolt is not installed. Install it beside keyturn: npm install @slack/bolt@5");
    const bot = await startBot({ NODE_OPTIONS: withoutBolt });
    expect((await bot.client.adapters.list()).items).toMatchObject([{ name: "webchat" }]);
  });

  it("prefers Socket Mode where there is a signing secret too, and leaves no door open for it", async () => {
    const bot = await startBot({ ...slack.environment(), ...slack.httpEnvironment() });
    expect(slack.server.openSockets.length).toBeGreaterThan(0);
    expect(await bot.client.adapters.read("slack")).toMatchObject({ state: "connected", hasWebhook: false });
  });
});

describe(promises("slack-by-tokens") + "what is wrong with Slack", () => {
  const readinessOf = async ({ url }: RunningBot) => {
    const readiness: unknown = await (await fetch(`${url}/readyz`)).json();
    return readiness;
  };
  const degraded = { status: "ok", checks: { channels: "degraded" } };

  it("is shown while Slack takes no socket, and passes with it", async () => {
    const { server } = slack;
    const bot = await startBot();
    expect(await readinessOf(bot)).toMatchObject({ status: "ok", checks: { channels: "ok" } });
    server.faults.refuseSockets(1_000);
    server.faults.reset();
    const state = async () => (await bot.client.adapters.read("slack")).state;
    await expect.poll(state, { timeout: 10_000 }).toBe("reconnecting");
    await expect.poll(() => readinessOf(bot), { timeout: 10_000 }).toMatchObject(degraded);
    server.faults.clear();
    await expect.poll(state, { timeout: 30_000 }).toBe("connected");
    await expect.poll(() => readinessOf(bot), { timeout: 10_000 }).toMatchObject({ checks: { channels: "ok" } });
  });

  it("is shown and told when the token is revoked while the bot runs, and the other channels go on", async () => {
    const { server, scene } = slack;
    const bot = await startBot();
    server.faults.refuseToken(server.installation.botToken, "token_revoked");
    scene.ada.says(scene.general, "@testbot I am sad");
    const state = async () => (await bot.client.adapters.read("slack")).state;
    await expect.poll(state, { timeout: 10_000 }).toBe("misconfigured");
    expect((await bot.client.adapters.read("slack")).reason).toMatch(/does not take the bot token.*set the new token/);
    await expect.poll(() => readinessOf(bot), { timeout: 10_000 }).toMatchObject(degraded);
    await bot.send("home", "hello");
    const webChat = async () => (await bot.client.list()).items.filter(({ key }) => key.adapter === "webchat");
    await expect.poll(webChat, { timeout: 20_000 }).toMatchObject([{ entries: 2 }]);
  });

  it.each([
    ["SLACK_BOT_TOKEN", "xoxb-wrong-canary", /does not take the bot token/],
    ["SLACK_APP_TOKEN", "xapp-wrong-canary", /does not take the app token/],
  ])("is shown and told from the start when Slack does not know %s", async (variable, value, told) => {
    const bot = await startBot({ ...slack.environment(), [variable]: value });
    expect(await readinessOf(bot)).toMatchObject(degraded);
    const { state, reason } = await bot.client.adapters.read("slack");
    expect(state).toBe("misconfigured");
    expect(reason).toMatch(told);
    expect(bot.process.errors).toMatch(told);
    expect(bot.process.output + bot.process.errors).not.toContain("canary");
  });

  it("is shown and told when a plugin of the configuration has no signing secret; nobody can speak as Slack", async () => {
    const adapter = path.resolve(import.meta.dirname, "../../packages/adapters/src/slack/index.ts");
    const configuration = { botToken: slack.server.installation.botToken, apiUrl: slack.server.apiUrl };
    await writeFile(
      path.join(stage.folder, "keyturn.config.mjs"),
      `import { createSlackPlugin } from ${JSON.stringify(adapter)};
      export default { plugins: [{ plugin: createSlackPlugin(), configuration: ${JSON.stringify(configuration)} }] };`,
    );
    const bot = await startBot({});
    expect(await readinessOf(bot)).toMatchObject(degraded);
    const { state, reason } = await bot.client.adapters.read("slack");
    expect(state).toBe("misconfigured");
    expect(reason).toContain("signing secret");
    const challenge = JSON.stringify({ type: "url_verification", challenge: "c" });
    const answer = await fetch(`${bot.url}/hooks/slack/events`, { method: "POST", body: challenge });
    expect(answer.status).toBe(503);
  });
});

describe(promises("slack-by-tokens") + "tokens and a secret that do not fit together", () => {
  const bot = "xoxb-1-canary";
  const app = "xapp-1-canary";
  const secret = "canary0123456789canary0123456789";

  it.each<[Readonly<Record<string, string>>, string]>([
    [{ SLACK_BOT_TOKEN: bot }, "Set SLACK_APP_TOKEN for Socket Mode"],
    [{ SLACK_BOT_TOKEN: bot, SLACK_SIGNING_SECRET: "" }, "or SLACK_SIGNING_SECRET for HTTP mode"],
    [{ SLACK_APP_TOKEN: app }, "Slack has an app token, and no bot token. Set SLACK_BOT_TOKEN"],
    [{ SLACK_APP_TOKEN: app, SLACK_BOT_TOKEN: "" }, "Slack has an app token, and no bot token. Set SLACK_BOT_TOKEN"],
    [{ SLACK_SIGNING_SECRET: secret }, "Slack has a signing secret, and no bot token. Set SLACK_BOT_TOKEN"],
    [
      { SLACK_BOT_TOKEN: app, SLACK_APP_TOKEN: bot },
      "SLACK_BOT_TOKEN is [hidden]; allowed is the bot token, which begins",
    ],
    [
      { SLACK_BOT_TOKEN: app, SLACK_APP_TOKEN: bot },
      "SLACK_APP_TOKEN is [hidden]; allowed is the app token, which begins",
    ],
    [
      { SLACK_BOT_TOKEN: bot, SLACK_SIGNING_SECRET: app },
      "SLACK_SIGNING_SECRET is [hidden]; allowed is the signing secret",
    ],
    [
      { SLACK_BOT_TOKEN: "xoxp-1-canary", SLACK_APP_TOKEN: app },
      "SLACK_BOT_TOKEN is [hidden]; allowed is the bot token",
    ],
    [{ SLACK_BOT_TOKEN: `"${bot}"`, SLACK_APP_TOKEN: app }, "SLACK_BOT_TOKEN is [hidden]; allowed is the bot token"],
    [{ SLACK_BOT_TOKEN: " ", SLACK_APP_TOKEN: app }, "SLACK_BOT_TOKEN is [hidden]; allowed is the bot token"],
    [{ SLACK_BOT_TOKEN: `${bot} ${app}`, SLACK_APP_TOKEN: app }, "SLACK_BOT_TOKEN is [hidden]"],
    [{ SLACK_BOT_TOKEN: bot, SLACK_APP_TOKEN: "\n" }, "SLACK_APP_TOKEN is [hidden]; allowed is the app token"],
    [{ SLACK_BOT_TOKEN: bot, SLACK_SIGNING_SECRET: " '' " }, "SLACK_SIGNING_SECRET is [hidden]"],
    [
      { SLACK_BOT_TOKEN: bot, SLACK_APP_TOKEN: app, SLACK_API_URL: "slack" },
      'SLACK_API_URL is "slack"; allowed is an http',
    ],
  ])("are told of and do not start: %o", async (environment, told) => {
    const { code, output, errors } = await stage.run(["start", "--port", "0"], { environment });
    expect(errors).toContain(told);
    expect(code).toBe(2);
    expect(output + errors).not.toContain("canary");
  });

  it("go without Slack, and say so, when the variable is set to nothing", async () => {
    const started = await startBot({ SLACK_BOT_TOKEN: "", SLACK_APP_TOKEN: "" });
    expect((await started.client.adapters.list()).items).toMatchObject([{ name: "webchat" }]);
    expect(started.process.errors).toContain("SLACK_BOT_TOKEN is set to nothing, so there is no bot in Slack for it.");
  });

  it("may end in the line break of the file that they were read from", async () => {
    const entries = Object.entries(slack.environment()).map(([name, value]) => [name, `${value}\n`]);
    const started = await startBot({ ...Object.fromEntries(entries), SLACK_API_URL: slack.server.apiUrl });
    expect(await started.client.adapters.read("slack")).toMatchObject({ state: "connected" });
  });

  it("may be of an API whose address has no slash at its end", async () => {
    const environment = { ...slack.environment(), SLACK_API_URL: slack.server.apiUrl.replace(/\/$/, "") };
    const started = await startBot(environment);
    expect(await started.client.adapters.read("slack")).toMatchObject({ state: "connected" });
  });
});

describe("several bots in Slack", () => {
  it("are there in one process, each with its name, its app and its settings", async () => {
    const { server } = slack;
    const { ada, general } = slack.scene;
    const app = server.addApp({ name: "Support" });
    const { botToken, botUserId } = server.install(app, server.workspace);
    general.members.add(botUserId);
    const file = path.resolve(import.meta.dirname, "../../docs/examples/two-slack-apps.config.ts");
    const environment = { ...slack.environment(), SUPPORT_BOT_TOKEN: botToken, SUPPORT_APP_TOKEN: app.appToken };
    const bot = await startBot(environment, ["--config", file, "--data", path.join(stage.folder, ".keyturn")]);
    expect((await bot.client.adapters.list()).items).toMatchObject([
      { name: "webchat", state: "connected" },
      { name: "slack", state: "connected" },
      { name: "support", state: "connected" },
    ]);
    ada.says(general, "@support I am sad");
    const keys = async () => (await bot.client.list()).items.map(({ key }) => key);
    const place = { account: server.workspace.id, place: general.id };
    await expect.poll(keys, { timeout: 20_000 }).toMatchObject([{ adapter: "support", ...place, thread: null }]);
  });

  it.each([
    [{ moreBots: { slack: { botToken: "xoxb-2", appToken: "xapp-2" } } }, 'Two bots in Slack are named "slack"'],
    [{ moreBots: { two: { botToken: "xoxb-one", appToken: "xapp-2" } } }, '"slack" and "two" have the same bot token'],
    [{ moreBots: { two: { botToken: "xoxb-2", appToken: "xapp-one" } } }, '"slack" and "two" have the same app token'],
    [
      { moreBots: { two: { botToken: "xoxb-2" } } },
      '"two" has a bot token, and nothing to hear of messages by. Set slack.m',
    ],
    [{ moreBots: { two: {} } }, "slack.moreBots.two.botToken is [hidden]; allowed is the bot token"],
    [{ moreBots: { Two: {} } }, "slack.moreBots.Two has a name that is not allowed; allowed is bots by name"],
    [{ moreBots: { two: "xoxb-2" } }, "slack.moreBots.two is [hidden]; allowed is an object with botToken"],
    [{ scope: "some" }, 'slack.scope is "some"; allowed is "thread", "channel", "person"'],
    [{ slashCommand: "keyturn" }, 'slack.slashCommand is "keyturn"; allowed is a slash and'],
    [{ channels: ["general"] }, "slack.channels.0"],
    [{ scoop: "thread" }, "slack.scoop is not a setting. Did you mean scope?"],
  ])("with %j do not start", async (settings, told) => {
    await writeConfiguration({ slack: settings });
    const environment = { SLACK_BOT_TOKEN: "xoxb-one", SLACK_APP_TOKEN: "xapp-one" };
    const { code, output, errors } = await stage.run(["start", "--port", "0"], { environment });
    expect(errors).toContain(told);
    expect(code).toBe(2);
    expect(output + errors).not.toMatch(/xoxb-(?:one|2)|xapp-(?:one|2)/);
  });
});

describe("keyturn config", () => {
  it("shows the settings of Slack, and no token", async () => {
    await writeConfiguration({
      slack: { scope: "person", moreBots: { two: { botToken: "xoxb-canary-7", signingSecret: "canary-8" } } },
    });
    const environment = {
      SLACK_BOT_TOKEN: "xoxb-canary-1",
      SLACK_APP_TOKEN: "xapp-canary-2",
      SLACK_SIGNING_SECRET: "canary-3",
    };
    const { code, output, errors } = await stage.run(["config"], { environment });
    expect(code).toBe(0);
    expect(output).toMatch(/^slack\.botToken +\[hidden\] +SLACK_BOT_TOKEN$/m);
    expect(output).toMatch(/^slack\.signingSecret +\[hidden\] +SLACK_SIGNING_SECRET$/m);
    expect(output).toMatch(/^slack\.scope +person +keyturn\.config\.json$/m);
    expect(output).toMatch(/^slack\.slashCommand +\/keyturn +default$/m);
    expect(output + errors).not.toContain("canary");
  });

  it("gives no token over HTTP either", async () => {
    await writeConfiguration({
      slack: { moreBots: { two: { botToken: "xoxb-canary-7", signingSecret: "canary-8" } } },
    });
    const bot = await startBot();
    const text = await (await bot.request("/config")).text();
    expect(JSON.parse(text)).toMatchObject({
      values: { slack: { appToken: { set: true }, moreBots: { two: { botToken: { set: true } } } } },
    });
    expect(text).not.toContain("canary");
    expect(text).not.toContain(slack.server.app.appToken);
  });

  it("points out settings of a bot that has no token", async () => {
    await writeConfiguration({ slack: { scope: "person" } });
    const { errors } = await stage.run(["config"]);
    expect(errors).toContain("slack.scope is set, but there is no token, so that bot is off: set SLACK_BOT_TOKEN.");
  });
});

it("answers in the rehearsal that the documentation shows", async () => {
  expect(await rehearse("I am sad")).toMatch(/^I am sorry to hear that you are sad\./);
});
