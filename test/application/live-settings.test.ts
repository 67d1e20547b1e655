import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { GatewayClient } from "@keyturn/gateway/client";
import { describe, expect, it } from "vitest";
import { readToken } from "../../packages/keyturn/src/data/token-file.ts";
import type { RunningBot } from "./support/running-bot.ts";
import { useStage } from "./support/stage.ts";

const stage = useStage();
const canary = "sk-canary-5d4c3b2a";

const dataFolder = () => path.join(stage.folder, ".keyturn");

async function clientOf({ url }: RunningBot): Promise<GatewayClient> {
  const token = await readToken(dataFolder());
  return new GatewayClient({ url, token: token?.reveal() ?? "" });
}

async function end({ process }: RunningBot): Promise<void> {
  process.signal("SIGTERM");
  await process.ended;
}

describe("settings that are changed over HTTP", () => {
  it("hold at once and after a restart, above the file and below the environment, and are shown as such", async () => {
    const file = { capacity: 7, attempts: 2, runner: { stepLimit: 9 } };
    await writeFile(path.join(stage.folder, "keyturn.config.json"), JSON.stringify(file));
    const first = await stage.startBot();
    const client = await clientOf(first);
    const { values } = await client.settings.change({ capacity: 8, runner: { retries: 1 }, logLevel: "debug" });
    expect(values).toMatchObject({ capacity: 8, attempts: 2, runner: { retries: 1, stepLimit: 9 }, logLevel: "debug" });
    await client.settings.changePlugin("webchat", { enabled: false });
    expect((await client.logs({ level: "debug" })).items.at(0)).toMatchObject({ level: "debug" });
    await end(first);

    expect(JSON.parse(await readFile(path.join(dataFolder(), "settings.json"), "utf8"))).toEqual({
      capacity: 8,
      runner: { retries: 1 },
      disabledPlugins: ["webchat"],
      logLevel: "debug",
    });
    const { output } = await stage.run(["config"]);
    expect(output).toMatch(/^capacity +8 +changed live$/m);
    expect(output).toMatch(/^runner\.retries +1 +changed live$/m);
    expect(output).toMatch(/^runner\.stepLimit +9 +keyturn\.config\.json$/m);
    expect(output).toMatch(/^runner\.historyTokens +32000 +default$/m);
    expect(output).toMatch(/^attempts +2 +keyturn\.config\.json$/m);

    const second = await stage.startBot({ environment: { KEYTURN_LOG_LEVEL: "warn" } });
    const again = await clientOf(second);
    const shown = await again.settings.read();
    expect(shown.values).toMatchObject({ capacity: 8, runner: { retries: 1 }, logLevel: "warn" });
    expect(shown.sources).toMatchObject({
      capacity: { kind: "live", name: "changed live" },
      attempts: { kind: "file", name: "keyturn.config.json" },
      logLevel: { kind: "environment", name: "KEYTURN_LOG_LEVEL" },
      historyLimit: { kind: "default", name: null },
    });
    expect((await again.settings.plugins()).items.find(({ id }) => id === "webchat")).toMatchObject({
      state: "disabled",
    });
    const back = await again.settings.change({ capacity: null, runner: null });
    expect(back.values).toMatchObject({ capacity: 7, runner: { retries: 2, stepLimit: 9 } });
    await end(second);
    // What the environment overrode meanwhile is still there.
    expect(JSON.parse(await readFile(path.join(dataFolder(), "settings.json"), "utf8"))).toEqual({
      disabledPlugins: ["webchat"],
      logLevel: "debug",
    });
  });

  it("refuses what needs a restart, what is given elsewhere, URLs and what is no setting, and lists all of them", async () => {
    const bot = await stage.startBot({ environment: { KEYTURN_LOG_LEVEL: "info" } });
    const client = await clientOf(bot);
    const before = await client.settings.read();
    const fixed = client.settings.change({
      capacity: 9,
      port: 8080,
      logLevel: "debug",
      providers: { openai: { baseUrl: "http://169.254.169.254" } },
    });
    await expect(fixed).rejects.toMatchObject({ code: "SETTING_FIXED", status: 422 });
    const problem = await fixed.catch((error: unknown) => String(error));
    for (const words of ["port needs a restart", "logLevel is given by KEYTURN_LOG_LEVEL", "baseUrl is a URL"]) {
      expect(problem).toContain(words);
    }
    const invalid = client.settings.change({ capacity: 9, colour: "red", runner: { haste: 1 } });
    await expect(invalid).rejects.toMatchObject({ code: "REQUEST_INVALID" });
    await expect(client.settings.change({ capacity: 0 })).rejects.toMatchObject({ code: "REQUEST_INVALID" });
    const after = await client.settings.read();
    expect([after.version, after.values]).toEqual([before.version, before.values]);
  });

  it("replaces a key that nobody can read, in answers, the log, the audit log, or with others' rights on the disk", async () => {
    const bot = await stage.startBot();
    const client = await clientOf(bot);
    const { sessionId } = await bot.send("lobby", "hello");
    const { epoch, version } = await client.read(sessionId);
    const wanted = { model: "anthropic/claude-x" };
    await expect(client.update(sessionId, { epoch, version }, wanted)).rejects.toMatchObject({
      code: "MODEL_UNUSABLE",
    });
    const change = await client.settings.change({ providers: { anthropic: { apiKey: canary } } });
    expect(change.values).toMatchObject({
      providers: { anthropic: { apiKey: { set: true } }, openai: { apiKey: { set: false } } },
    });
    expect(change.changed).toEqual(["providers.anthropic.apiKey"]);
    expect(await client.update(sessionId, { epoch, version }, wanted)).toMatchObject(wanted);
    const schema = await client.settings.schema();
    expect(schema).toMatchObject({
      properties: {
        providers: { properties: { anthropic: { properties: { apiKey: { writeOnly: true, "x-change": "live" } } } } },
        port: { "x-change": "restart" },
      },
    });
    const told = [
      change,
      schema,
      await client.settings.read(),
      await client.audit(),
      await client.logs({ limit: 200 }),
    ];
    await end(bot);
    const config = await stage.run(["config", "--json"]);
    const everything = [JSON.stringify(told), bot.process.output, bot.process.errors, config.output].join();
    expect(everything).not.toContain("canary");
    expect((await stat(path.join(dataFolder(), "settings.json"))).mode & 0o777).toBe(0o600);
    expect(await readFile(path.join(dataFolder(), "settings.json"), "utf8")).toContain(canary);
  });

  it("keeps a bot from starting when their file is damaged, and says which one it is", async () => {
    const bot = await stage.startBot();
    await end(bot);
    await writeFile(path.join(dataFolder(), "settings.json"), `{"capacity":`);
    const damaged = await stage.run(["config"]);
    expect([damaged.code, damaged.errors]).toEqual([1, expect.stringContaining("settings.json is damaged")]);
    await writeFile(path.join(dataFolder(), "settings.json"), `{"capacity":0}`);
    const wrong = await stage.run(["config"]);
    expect([wrong.code, wrong.errors]).toEqual([2, expect.stringContaining("settings.json: capacity is 0")]);
  });
});

describe("the log over HTTP", () => {
  it("shows the lines about one request", async () => {
    const bot = await stage.startBot({ environment: { KEYTURN_LOG_LEVEL: "debug" } });
    const client = await clientOf(bot);
    const answer = await fetch(`${bot.url}/api/v1/sessions`, { headers: { Authorization: "Bearer wrong" } });
    const requestId = answer.headers.get("x-request-id") ?? "";
    const { items } = await client.logs({ requestId });
    expect(items).toMatchObject([
      { level: "warn", message: "A request was refused.", fields: { requestId, status: 401 } },
    ]);
    const first = await client.logs({ limit: 1 });
    const second = await client.logs({ limit: 1, cursor: first.nextCursor ?? "" });
    expect(second.items).not.toEqual(first.items);
  });

  it("shows the lines about a run that failed, by run and by session", async () => {
    const bot = await stage.startBot({ environment: { OPENAI_COMPATIBLE_URL: "http://127.0.0.1:9/v1" } });
    const client = await clientOf(bot);
    const { sessionId } = await bot.send("lobby", "hello");
    await expect
      .poll(async () => (await client.logs({ sessionId, level: "error" })).items.length, { timeout: 30_000 })
      .toBeGreaterThan(0);
    const [line] = (await client.logs({ sessionId, level: "error" })).items;
    const runId = String(line?.fields["runId"]);
    expect(runId).toMatch(/^r_/);
    expect((await client.logs({ runId })).items).not.toEqual([]);
  });
});
