import { writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { rehearse } from "../../docs/examples/rehearse-discord.ts";
import { promises } from "../requirements.ts";
import { useDiscord } from "./support/discord-stage.ts";
import { useStage } from "./support/stage.ts";

const stage = useStage();
const discord = useDiscord();

/** Makes Node say of discord.js that it is not installed. */
const withoutDiscordJs = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier !== "discord.js") return next(specifier, context);
      throw Object.assign(new Error("Cannot find package 'discord.js'"), { code: "ERR_MODULE_NOT_FOUND" });
    },
  });
`)}`;

/** Starts the bot on the offline model, as it starts for somebody who has no account but Discord's. */
function startBot(environment = discord.environment(), parameters: readonly string[] = []) {
  return stage.startBot({ parameters: ["--model", "offline/eliza", ...parameters], environment });
}

function writeConfiguration(configuration: object): Promise<void> {
  return writeFile(path.join(stage.folder, "keyturn.config.json"), JSON.stringify(configuration));
}

describe(promises("discord-by-token") + "keyturn start with DISCORD_TOKEN", () => {
  it("answers a mention in a thread of the question, and resets it by /reset", async () => {
    const { account, ada, general } = discord.scene;
    const bot = await startBot();
    const question = ada.says(general, `<@${account.id}> I am sad`);
    expect(await discord.answerIn(question.id)).not.toBe("");
    const key = { adapter: "discord", account: account.id, place: general.id, thread: question.id };
    const sessions = async () => (await bot.client.list()).items;
    await expect.poll(sessions, { timeout: 20_000 }).toMatchObject([{ key, entries: 2, running: null }]);

    const reset = ada.runs(discord.thread(question.id), "reset", { of: account });
    await discord.server.waitFor(() => reset.answer !== undefined && !reset.isDeferred);
    expect(reset.answer?.content).toBe("Forgotten: 2 entries. We start afresh.");
    expect(await sessions()).toMatchObject([{ entries: 0 }]);

    const { items } = await bot.client.adapters.list();
    expect(items).toMatchObject([
      { name: "webchat", state: "connected" },
      { name: "discord", state: "connected" },
    ]);
    expect(discord.server.violations).toEqual([]);
  });

  it("ends within 3 s at SIGTERM, and sends nothing more", async () => {
    const { account, ada, general } = discord.scene;
    const bot = await startBot();
    const record = await bot.record();
    const question = ada.says(general, `<@${account.id}> I am sad`);
    await record.next((event) => event.type === "delivery.change");
    await record.end();
    const toldAt = performance.now();
    bot.process.signal("SIGTERM");
    await discord.server.waitFor(() => discord.server.gateway.connections.every(({ end }) => end !== undefined));
    const requests = discord.server.requests.length;
    ada.says(discord.thread(question.id), `<@${account.id}> are you there?`);
    expect(await bot.process.ended).toEqual({ code: 0, signal: null });
    expect(performance.now() - toldAt).toBeLessThan(3_000);
    expect(discord.server.requests).toHaveLength(requests);
  });

  it("ends in order while an answer is being written, and brings it after the next start", async () => {
    const { account, ada, general } = discord.scene;
    const bot = await startBot();
    const record = await bot.record();
    const question = ada.says(general, `<@${account.id}> I am sad`); // 1. the offline model begins, which takes its time
    await record.nextOf("run.start");
    await record.end(); // 2. nobody else is connected
    bot.process.signal("SIGTERM"); // 3. nothing keeps the process but the run that waits
    expect(await bot.process.ended).toEqual({ code: 0, signal: null });
    const again = await startBot();
    await expect
      .poll(async () => (await again.client.list()).items, { timeout: 20_000 })
      .toMatchObject([{ entries: 2, waiting: 0, running: null, deliveries: { open: 0, unconfirmed: 0, failed: 0 } }]);
    const [session] = (await again.client.list()).items;
    const said = discord.thread(question.id).visibleMessages.filter(({ author }) => author.id === account.id);
    expect(said.map(({ content }) => content.slice(0, session?.preview.length))).toEqual([session?.preview]);
  });

  it("runs on with a wrong token, and says what to do", async () => {
    const bot = await startBot(discord.environment("MTIz.wrong.canary-5f0a"));
    const readiness: unknown = await (await fetch(`${bot.url}/readyz`)).json();
    expect(readiness).toMatchObject({ status: "ok", checks: { channels: "degraded" } });
    const { state, reason } = await bot.client.adapters.read("discord");
    expect(state).toBe("misconfigured");
    expect(reason).toMatch(/does not take the bot's token.*set DISCORD_TOKEN/);
    expect(bot.process.errors).toContain("does not take the bot's token");
    expect(bot.process.output + bot.process.errors).not.toContain("canary");
    const doctor = await stage.run(["doctor", "discord"], {
      environment: discord.environment("MTIz.wrong.canary-5f0a"),
    });
    expect(doctor.output).toMatch(/^✗ Discord token: .*does not take the bot's token.*set DISCORD_TOKEN/m);
    expect(doctor.code).toBe(1);
  });

  it("says that discord.js is missing where it is not installed, and needs none without a token", async () => {
    const environment = { ...discord.environment(), NODE_OPTIONS: withoutDiscordJs };
    const { code, errors } = await stage.call(["start", "--port", "0"], { environment });
    expect(code).toBe(2);
    expect(errors).toContain("discord.js is not installed. Install it beside keyturn: npm install discord.js@14");
    const bot = await startBot({ NODE_OPTIONS: withoutDiscordJs });
    expect((await bot.client.adapters.list()).items).toMatchObject([{ name: "webchat" }]);
  });

  it("goes without Discord, and says so, when the variable is set to nothing", async () => {
    const bot = await startBot({ DISCORD_TOKEN: "" });
    expect((await bot.client.adapters.list()).items).toMatchObject([{ name: "webchat" }]);
    expect(bot.process.errors).toContain("DISCORD_TOKEN is set to nothing, so there is no bot on Discord for it.");
  });

  it.each([" ", "\n", "two words", "Bot MTIz.abc.def"])("does not start with %j for a token", async (token) => {
    const { code, output, errors } = await stage.run(["start", "--port", "0"], {
      environment: { DISCORD_TOKEN: token },
    });
    expect(code).toBe(2);
    expect(errors).toContain("DISCORD_TOKEN is [hidden]; allowed is a bot's token as Discord shows it");
    expect(output + errors).not.toContain("MTIz");
  });

  it("takes a token with the line break of the file that it was read from", async () => {
    const environment = discord.environment(`${discord.scene.account.token}\n`);
    const { output } = await stage.run(["doctor", "discord"], { environment });
    expect(output).toContain("✓ Discord token: the bot is keyturn");
  });
});

describe("several bots", () => {
  it("are on Discord in one process, each with its name and settings", async () => {
    const { ada, guild, account, general } = discord.scene;
    const support = discord.server.addBot({ name: "support" });
    discord.server.addMember(guild, support);
    const file = path.resolve(import.meta.dirname, "../../docs/examples/two-bots.config.ts");
    const environment = { ...discord.environment(), DISCORD_TOKEN_SUPPORT: support.token };
    const bot = await startBot(environment, ["--config", file, "--data", path.join(stage.folder, ".keyturn")]);
    expect((await bot.client.adapters.list()).items).toMatchObject([
      { name: "webchat", state: "connected" },
      { name: "discord", state: "connected" },
      { name: "support", state: "connected" },
    ]);
    const question = ada.says(general, `<@${account.id}> I am sad`);
    expect(await discord.answerIn(question.id)).not.toBe("");
    await discord.server.waitFor(() => general.visibleMessages.some(({ author }) => author.id === support.id));
    const keys = (await bot.client.list()).items.map(({ key }) => key);
    expect(keys).toContainEqual({
      adapter: "discord",
      account: account.id,
      place: general.id,
      thread: question.id,
      person: null,
    });
    expect(keys).toContainEqual({
      adapter: "support",
      account: support.id,
      place: general.id,
      thread: null,
      person: null,
    });
  });

  it.each([
    [{ moreBots: { discord: { token: "other-token" } } }, 'Two bots on Discord are named "discord"'],
    [{ moreBots: { two: { token: "one-token" } } }, '"discord" and "two" have the same token'],
    [{ shards: [0, 1] }, '"discord" names its shards on Discord, so shardCount has to say'],
    [{ shards: [2], shardCount: 2 }, '"discord" has shard 2 on Discord, but shards are counted from 0'],
    [
      { moreBots: { two: {} } },
      "keyturn.config.json: discord.moreBots.two.token is [hidden]; allowed is a bot's token",
    ],
    [
      { moreBots: { Two: { token: "x" } } },
      "discord.moreBots.Two has a name that is not allowed; allowed is bots by name",
    ],
    [{ moreBots: { two: "other-token" } }, "discord.moreBots.two is [hidden]; allowed is an object with token"],
    [{ moreBots: { two: { token: "x", scoop: "thread" } } }, "is not a setting. Did you mean scope?"],
    [{ shards: "some" }, 'discord.shards is "some"; allowed is "auto", or a list of numbers'],
    [{ guilds: ["harbour"] }, "discord.guilds.0"],
  ])("with %j do not start", async (settings, told) => {
    await writeConfiguration({ discord: settings });
    const environment = { DISCORD_TOKEN: "one-token" };
    const { code, output, errors } = await stage.run(["start", "--port", "0"], { environment });
    expect(errors).toContain(told);
    expect(code).toBe(2);
    expect(output + errors).not.toMatch(/one-token|other-token/);
  });
});

describe("keyturn config", () => {
  it("shows the settings of Discord, and no token", async () => {
    await writeConfiguration({
      discord: { scope: "person", moreBots: { set: { token: "canary-77aa", scope: "channel" } } },
    });
    const environment = discord.environment("canary-31b0");
    const { code, output, errors } = await stage.run(["config"], { environment });
    expect(code).toBe(0);
    expect(output).toMatch(/^discord\.token +\[hidden\] +DISCORD_TOKEN$/m);
    expect(output).toMatch(/^discord\.scope +person +keyturn\.config\.json$/m);
    expect(output).toMatch(/^discord\.botHops +3 +default$/m);
    expect(output).toMatch(/^discord\.moreBots +\{"set":\{"token":\{"set":true\},"scope":"channel"\}\} /m);
    expect(output + errors).not.toContain("canary");
  });

  it("gives no token over HTTP either", async () => {
    await writeConfiguration({ discord: { moreBots: { two: { token: "canary-77aa" } } } });
    const bot = await startBot(discord.environment("canary-31b0"));
    const answer = await bot.request("/config");
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({
      values: { discord: { token: { set: true }, moreBots: { two: { token: { set: true } } } } },
    });
    expect(text).not.toContain("canary");
  });

  it("points out settings of a bot that has no token", async () => {
    await writeConfiguration({ discord: { scope: "person" } });
    const { errors } = await stage.run(["config"]);
    expect(errors).toContain("discord.scope is set, but there is no token, so that bot is off: set DISCORD_TOKEN.");
  });
});

it("answers in the rehearsal that the documentation shows", async () => {
  expect(await rehearse("I am sad")).toMatch(/^I am sorry to hear that you are sad\./);
});
