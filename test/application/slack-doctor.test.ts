import { writeFile } from "node:fs/promises";
import path from "node:path";
import { SlackServer } from "@keyturn/testkit/slack";
import { describe, expect, it } from "vitest";
import { slackScopes } from "../../packages/adapters/src/slack/slack-needs.ts";
import { promises } from "../requirements.ts";
import { useSlack } from "./support/slack-stage.ts";
import { useStage } from "./support/stage.ts";

const stage = useStage();
const slack = useSlack();

/** What `keyturn doctor slack` says. */
async function examine(environment = slack.environment(), settings: object = {}, others: object = {}) {
  await writeFile(path.join(stage.folder, "keyturn.config.json"), JSON.stringify({ slack: settings, ...others }));
  return stage.run(["doctor", "slack"], { environment });
}

const count = Object.keys(slackScopes).length;

/** An app with exactly the scopes that are needed, but for those that are named. */
function addApp(...without: readonly string[]) {
  const scopes = Object.keys(slackScopes).filter((scope) => !without.includes(scope));
  const app = slack.server.addApp({ name: "Helper", scopes });
  const { botToken, botUserId } = slack.server.install(app, slack.server.workspace);
  slack.scene.general.members.add(botUserId);
  return { SLACK_BOT_TOKEN: botToken, SLACK_APP_TOKEN: app.appToken, SLACK_API_URL: slack.server.apiUrl };
}

describe(promises("slack-doctor") + "keyturn doctor slack", () => {
  it("finds everything well in Socket Mode, and changes nothing", async () => {
    const { code, output } = await examine(addApp());
    expect(output.split("\n")).toEqual([
      "✓ Configuration: keyturn.config.json",
      "✓ Slack token: the bot is helper, in the workspace Acme",
      `✓ Slack scopes: all ${count} are there`,
      "✓ Slack socket: Slack has greeted one",
      "✓ Slack channels: it is in #general",
      "✓ Slack commands: /keyturn and one of compact, help, model, new, reset, status, stop; " +
        "/help, /status are Slack's own, so they need /keyturn before",
      "✓ Slack clock: it goes as Slack's does",
      "",
    ]);
    expect(code).toBe(0);
    await slack.server.waitFor(() => slack.server.openSockets.length === 0);
    const asked = new Set(slack.server.calls.map(({ method }) => method));
    expect([...asked].filter((method) => /^(?:chat|reactions|assistant|files)\./.test(method))).toEqual([]);
  });

  it("is a part of keyturn doctor where Slack is on", async () => {
    const all = await stage.run(["doctor", "--port", "0"], { environment: slack.environment() });
    expect(all.output).toContain("✓ Model: offline/eliza is ready");
    expect(all.output).toContain("✓ Slack token: the bot is testbot");
    expect(all.code).toBe(0);
    expect((await stage.run(["doctor", "--port", "0"])).output).not.toContain("Slack");
  });

  it("says that Slack is off where there are no tokens, and which one is missing where there are some", async () => {
    const none = await stage.run(["doctor", "slack"]);
    expect(none.output).toContain(
      "✗ Slack: It is off, for there are no tokens. Set SLACK_BOT_TOKEN and SLACK_APP_TOKEN",
    );
    expect(none.code).toBe(1);
    const half = await stage.run(["doctor", "slack"], { environment: { SLACK_BOT_TOKEN: "xoxb-canary" } });
    expect(half.output).toContain("✗ Slack: Slack has a bot token, and nothing to hear of messages by.");
    expect(half.code).toBe(1);
    const swapped = await stage.run(["doctor", "slack"], { environment: { SLACK_BOT_TOKEN: "xapp-canary" } });
    expect(swapped.output).toContain("✗ Configuration: SLACK_BOT_TOKEN is [hidden]; allowed is the bot token");
    expect(half.output + swapped.output).not.toContain("canary");
  });

  it("ends at a bot token that Slack does not take", async () => {
    const { code, output } = await examine(slack.environment("xoxb-wrong-canary"));
    expect(output).toMatch(/^✗ Slack token: Slack does not take the bot token: .*set the new token\.$/m);
    expect(output.match(/Slack \w+:/g)).toEqual(["Slack token:"]);
    expect(output).not.toContain("canary");
    expect(code).toBe(1);
  });

  it.each(["token_revoked", "account_inactive", "token_expired"] as const)("says the same of %s", async (error) => {
    slack.server.faults.refuseToken(slack.server.installation.botToken, error);
    expect((await examine()).output).toMatch(/^✗ Slack token: Slack does not take the bot token/m);
  });

  it("names each scope that is missing, and what it is for", async () => {
    const { code, output } = await examine(addApp("chat:write", "files:read"));
    expect(output).toContain(`✗ Slack scopes: 2 of ${count} are missing. Add them under "OAuth & Permissions"`);
    expect(output).toContain("\n  chat:write, to answer\n  files:read, to read files that people send it\n");
    expect(code).toBe(1);
  });

  it("names scopes that nothing is done with", async () => {
    const app = slack.server.addApp({ scopes: [...Object.keys(slackScopes), "channels:join", "team:read"] });
    const { botToken } = slack.server.install(app, slack.server.workspace);
    const { output } = await examine({ ...slack.environment(botToken), SLACK_APP_TOKEN: app.appToken });
    expect(output).toContain(`✓ Slack scopes: all ${count} are there; not needed: channels:join, team:read`);
  });

  it("says where no Slack answers", async () => {
    const gone = await SlackServer.start();
    await gone.close();
    const closed = await examine({ ...slack.environment(), SLACK_API_URL: gone.apiUrl });
    expect(closed.output).toContain(
      `✗ Slack token: Slack's API at ${gone.apiUrl} is not reached (ECONNREFUSED). Look at the network`,
    );
    const wrong = await examine({ ...slack.environment(), SLACK_API_URL: `${stage.model.url}/nothing` });
    expect(wrong.output).toMatch(/✗ Slack token: What answers at .* is not Slack's API\. Mend SLACK_API_URL/);
    slack.server.faults.next({ method: "auth.test", status: 200, body: "<html>Sign in</html>" });
    const page = await examine();
    expect(page.output).toMatch(/✗ Slack token: What answers at .* is not Slack's API\. Mend SLACK_API_URL/);
    expect(page.output).not.toContain("Sign in");
  });

  it("says when Slack is in trouble, or asks to wait", async () => {
    slack.server.faults.next({ method: "auth.test", status: 502 });
    expect((await examine()).output).toContain("is in trouble (HTTP 502). Look at https://slack-status.com");
    slack.server.faults.rateLimit("auth.test", 7);
    expect((await examine()).output).toContain("✗ Slack token: Slack asks to wait 7 s. Try again after that.");
    slack.server.faults.next({ method: "auth.test", error: "internal_error" });
    expect((await examine()).output).toContain("✗ Slack token: Slack refused auth.test (internal_error).");
  });

  it("says what is wrong with the app token", async () => {
    const { appToken } = slack.server.app;
    slack.server.faults.refuseToken(appToken, "invalid_auth");
    const { code, output } = await examine();
    expect(output).toMatch(
      /^✗ Slack socket: Slack does not take the app token\. .*with the scope connections:write\.$/m,
    );
    expect(code).toBe(1);
  });

  it("says when the app token is another app's", async () => {
    const other = slack.server.addApp({ name: "Other" });
    const { output } = await examine({ ...slack.environment(), SLACK_APP_TOKEN: other.appToken });
    expect(output).toContain(
      `✗ Slack socket: The app token is of the app ${other.id}, and the bot token of ${slack.server.app.id}: take both from one app.`,
    );
  });

  it("says when Socket Mode is off for the app", async () => {
    slack.server.faults.refuseSockets(1);
    expect((await examine()).output).toMatch(/^✗ Slack socket: The connection to Slack could not be opened\.$/m);
  });

  it("opens no socket beside those of a bot that runs: events would come to it", async () => {
    await stage.startBot({ parameters: ["--model", "offline/eliza"], environment: slack.environment() });
    const sockets = slack.server.sockets.length;
    const { output } = await examine();
    expect(output).toContain("✓ Slack socket: Slack gives one; the bot that runs here has its own");
    expect(slack.server.sockets).toHaveLength(sockets);
  });

  it("says that a signing secret is of no use in Socket Mode", async () => {
    const { output } = await examine({ ...slack.environment(), ...slack.httpEnvironment() });
    expect(output).toContain("✓ Slack socket: Slack has greeted one; the signing secret is not used in Socket Mode");
  });

  it("says where Slack has to send to in HTTP mode", async () => {
    const { code, output } = await examine(
      slack.httpEnvironment(),
      {},
      { publicUrl: "https://bot.example.org/bots/k" },
    );
    expect(output).toContain("✓ Slack address: Slack is to send to https://bot.example.org/bots/k/hooks/slack/events:");
    expect(code).toBe(0);
    expect(slack.server.sockets).toEqual([]);
  });

  it("says that Slack cannot reach a bot in HTTP mode that has no address, or one without TLS", async () => {
    const none = await examine(slack.httpEnvironment());
    expect(none.output).toContain("✗ Slack address: In HTTP mode Slack has to reach this bot. Set publicUrl");
    expect(none.code).toBe(1);
    const open = await examine(slack.httpEnvironment(), {}, { publicUrl: "http://bot.example.org" });
    expect(open.output).toContain("✗ Slack address: Slack sends to an https address alone");
  });

  it("says in which channels the bot is, and in which not", async () => {
    const { server } = slack;
    server.addChannel("random", { members: [slack.scene.ada] });
    const { output } = await examine();
    expect(output).toContain("✓ Slack channels: it is in #general; not in #random");
    const other = server.addApp({ name: "Lonely" });
    const lonely = server.install(other, server.workspace);
    const alone = await examine({ ...slack.environment(lonely.botToken), SLACK_APP_TOKEN: other.appToken });
    expect(alone.output).toContain(
      "✓ Slack channels: it is in none, so only direct messages reach it; write /invite @lonely in a channel",
    );
  });

  it("counts the channels that it does not name, over all pages", async () => {
    for (let number = 0; number < 250; number += 1) slack.server.addChannel(`c${number}`);
    expect((await examine()).output).toContain(
      "it is in #general, #c0, #c1, #c2, #c3, #c4, #c5, #c6, #c7, #c8 and 241 more",
    );
  });

  it("says which channels of its settings it is not in", async () => {
    const { server, scene } = slack;
    const random = server.addChannel("random", { members: [scene.ada] });
    const old = server.addChannel("old");
    old.isArchived = true;
    const well = await examine(slack.environment(), { channels: [scene.general.id] });
    expect(well.output).toContain("✓ Slack channels: it is in #general");
    const { code, output } = await examine(slack.environment(), { channels: [random.id, old.id, "C00000000"] });
    expect(output).toContain(
      `✗ Slack channels: ${random.id}: The bot is not in #random. Write /invite @testbot there.`,
    );
    expect(output).toContain(`\n  ${old.id}: #old is archived. Take it out of the setting channels.`);
    expect(output).toContain(
      "\n  C00000000: Slack refused conversations.info (channel_not_found): the channel is gone",
    );
    expect(code).toBe(1);
  });

  it("says which commands would never come to the bot", async () => {
    const ofSlack = await examine(slack.environment(), { slashCommand: "/status" });
    expect(ofSlack.output).toContain("✗ Slack commands: Slack has a /status itself, so it never comes here.");
    const hidden = await examine(slack.environment(), { slashCommand: "/reset" });
    expect(hidden.output).toContain("✗ Slack commands: The bot has a command reset, which /reset would hide.");
    expect(hidden.code).toBe(1);
  });

  it("says of each bot what it found, and where two have one command in one workspace", async () => {
    const { SLACK_BOT_TOKEN, SLACK_APP_TOKEN } = addApp();
    const two = { botToken: SLACK_BOT_TOKEN, appToken: SLACK_APP_TOKEN };
    const same = await examine(slack.environment(), { moreBots: { two } });
    expect(same.output).toContain("✓ Slack token of slack: the bot is testbot");
    expect(same.output).toContain("✓ Slack token of two: the bot is helper");
    expect(same.output).toContain('✗ Slack commands of slack: The bot "two" has /keyturn in the same workspace');
    expect(same.output).toContain('✗ Slack commands of two: The bot "slack" has /keyturn in the same workspace');
    const different = await examine(slack.environment(), { moreBots: { two: { ...two, slashCommand: "/helper" } } });
    expect(different.output).toContain("✓ Slack commands of two: /helper and one of compact");
  });

  it("finds no fault with one command in two workspaces", async () => {
    const { server } = slack;
    const other = server.addWorkspace("Other");
    const app = server.addApp({ name: "Helper" });
    const two = { botToken: server.install(app, other).botToken, appToken: app.appToken };
    const { output } = await examine(slack.environment(), { moreBots: { two } });
    expect(output).toContain("✓ Slack commands of slack: /keyturn");
  });

  it("steers no terminal with the name of a channel", async () => {
    slack.server.addChannel("\u001b[2Jevil");
    const { output } = await examine();
    expect(output).toContain("[2Jevil");
    expect(output).not.toContain("\u001b");
  });
});
