import { chmod, mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { useStage } from "./support/stage.ts";

const stage = useStage();

function writeConfiguration(text: string): Promise<void> {
  return writeFile(path.join(stage.folder, "keyturn.config.ts"), text);
}

describe("a command that is not right ends with code 2 and says what to do", () => {
  it.each([
    [["start", "--prot", "1"], "error: unknown option '--prot'\n(Did you mean --port?)"],
    [["strat"], "error: unknown command 'strat'\n(Did you mean start?)"],
    [["sessions", "lst"], "error: unknown command 'lst'\n(Did you mean list?)"],
    [["start", "more"], "error: too many arguments for 'start'."],
    [["sessions", "show"], "error: missing required argument 'id'"],
    [["sessions", "list", "--limit", "none"], "It must be a whole number from 1 to 999,999."],
    [["start", "--port", "http"], 'keyturn: --port is "http"; allowed is a whole number from 0 to 65,535.'],
    [["start", "--store", "redis"], 'keyturn: --store is "redis"; allowed is "lowdb", "memory".'],
    [["start", "--config", "none.ts"], "keyturn: There is no configuration file"],
    [["start", "--host", "192.0.2.1"], 'host is "192.0.2.1", which is no address of this machine.'],
    [["start", "--host", "0.0.0.0", "--port", "0"], "publicUrl"],
  ])("keyturn %j", async (parameters, message) => {
    const { code, errors, output } = await stage.run(parameters);
    expect(errors).toContain(message);
    expect({ code, output }).toEqual({ code: 2, output: "" });
  });
});

describe("a model that cannot be used ends a start with code 2 and says what to set", () => {
  it.each([
    ["openai/gpt-5", "OPENAI_API_KEY"],
    ["anthropic/claude-opus-4-1", "ANTHROPIC_API_KEY"],
    ["openai-compatible/llama", "OPENAI_COMPATIBLE_URL"],
    ["opnai/gpt-5", "Known providers: anthropic, offline, openai, openai-compatible"],
    ["offline/elisa", "offline/eliza"],
    ["gpt-5", "provider/model"],
  ])("%s", async (model, message) => {
    const { code, errors } = await stage.call(["start", "--port", "0", "--model", model]);
    expect(errors).toContain(message);
    expect(code).toBe(2);
  });

  it("and loses nothing that waits", async () => {
    const bot = await stage.startBot();
    await bot.send("desk", "are you there?"); // 1. accepted, and the process is killed
    await stage.model.nextRequest();
    bot.process.signal("SIGKILL");
    await bot.process.ended;
    await writeConfiguration("export default { plugins: [{ name: 'mine', version: '1', start: async () => {} }] };");
    for (const model of ["opnai/gpt-5", "openai/gpt-5", "offline/elisa"]) {
      const { code } = await stage.call(["start", "--port", "0", "--model", model]); // 2. wrong models
      expect(code).toBe(2);
    }
    await stage.startBot(); // 3. the right one is asked
    expect((await stage.model.nextRequest()).lastUserText).toContain("are you there?");
  });
});

describe("a configuration that is not right ends a start with code 2 and names file, key, value and what is allowed", () => {
  it.each([
    ["export default { port: -1 };", "keyturn.config.ts: port is -1; allowed is a whole number from 0 to 65,535."],
    ["export default { modle: 'a/b' };", "keyturn.config.ts: modle is not a setting. Did you mean model?"],
    ["export default { token: 'short' };", "keyturn.config.ts: token is [hidden]; allowed is 16 to 512"],
    ["export default { plugins: ['weather'] };", 'keyturn.config.ts: plugins.0 is "weather"; allowed is a plugin'],
    ["export default {", "keyturn.config.ts could not be read:"],
    ["throw new Error('no such key')", "keyturn.config.ts could not be read: no such key"],
  ])("%s", async (text, message) => {
    await writeConfiguration(text);
    const { code, errors } = await stage.run(["start", "--port", "0"]);
    expect(errors).toContain(message);
    expect(code).toBe(2);
    expect(await readdir(stage.folder)).not.toContain(".keyturn");
  });
});

describe("what is in the way of a start is told", () => {
  it("a port that is taken", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = other.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    const { code, errors } = await stage.call(["start", "--port", String(port)]);
    other.close();
    expect(errors).toContain(`Port ${port} of 127.0.0.1 is in use`);
    expect(code).toBe(2);
  });

  it("a data folder that another bot has, with who has it", async () => {
    const bot = await stage.startBot();
    const { code, errors } = await stage.call(["start", "--port", "0"]);
    expect(errors).toContain("The data folder is in use");
    expect(errors).toContain(`process ${bot.process.pid}`);
    expect(code).toBe(1);
    expect((await stage.call(["sessions", "list"])).code).toBe(0); // the first one is still found
  });

  it("a data folder that is a file", async () => {
    await writeFile(path.join(stage.folder, ".keyturn"), "");
    const { code, errors } = await stage.call(["start", "--port", "0"]);
    expect(errors).toContain("is not a folder");
    expect(code).toBe(1);
  });

  it("a data folder that cannot be written", async () => {
    const folder = path.join(stage.folder, "closed");
    await mkdir(folder);
    await chmod(folder, 0o500);
    // For root no mode is in the way; what the kernel keeps to itself is.
    const data = process.getuid?.() === 0 && process.platform === "linux" ? "/sys/keyturn" : path.join(folder, "data");
    const { code, errors } = await stage.call(["start", "--port", "0", "--data", data]);
    expect(errors).toMatch(/The data folder \S+ (cannot be written|lies on a read-only disk) \(E[A-Z]+\)\. /);
    expect(code).toBe(1);
  });

  it("a token file that holds no token", async () => {
    await mkdir(path.join(stage.folder, ".keyturn"));
    await writeFile(path.join(stage.folder, ".keyturn/token"), "canary");
    const { code, errors } = await stage.call(["start", "--port", "0"]);
    expect(errors).toContain("holds no token");
    expect(errors).not.toContain("canary");
    expect(code).toBe(2);
  });

  it("a plugin that fails: the bot runs without it and says why", async () => {
    await writeConfiguration(`
      const setup = () => { throw new Error("WEATHER_KEY is missing"); };
      export default { plugins: [{ name: "weather", version: "1.0.0", start: async () => setup() }] };
    `);
    const bot = await stage.startBot();
    expect(bot.process.output).toContain('✗ The plugin "weather" is off: WEATHER_KEY is missing');
    expect((await bot.request("/sessions")).status).toBe(200);
  });

  it("a plugin that fails later, where nobody catches it: it is logged, and the bot goes on", async () => {
    await writeConfiguration(`
      const setup = (context) => context.hook("message.accept", () => {
        setImmediate(() => { throw new TypeError("later"); });
        void Promise.reject(new RangeError("forgotten"));
      });
      export default { plugins: [{ name: "hasty", version: "1.0.0", start: async (context) => setup(context) }] };
    `);
    const bot = await stage.startBot();
    await bot.send("desk", "hello");
    await bot.process.prints(/TypeError.*An error was thrown and nobody caught it\./, "errors");
    await bot.process.prints(/RangeError.*A promise was rejected and nobody waited for it\./, "errors");
    expect((await stage.model.nextRequest()).lastUserText).toContain("hello");
  });
});

it("moves a data file aside that is broken, says so, and goes on with the rest", async () => {
  const bot = await stage.startBot();
  const record = await bot.record();
  const { sessionId } = await bot.send("desk", "one"); // 1. two sessions
  await (await stage.model.nextRequest()).finish("1");
  await record.nextOf("webchat.message");
  const { sessionId: other } = await bot.send("elsewhere", "two");
  await (await stage.model.nextRequest()).finish("2");
  await record.nextOf("webchat.message");
  await record.end();
  bot.process.signal("SIGTERM");
  await bot.process.ended;

  const sessions = path.join(stage.folder, ".keyturn/sessions");
  const names = await readdir(sessions, { recursive: true });
  const name = names.find((candidate) => candidate.endsWith(`${sessionId}.json`)) ?? "";
  await writeFile(path.join(sessions, name), "torn"); // 2. the file of one is broken

  const again = await stage.startBot(); // 3. the other one is there, and the broken one is kept aside
  expect((await again.client.read(other)).entries).toBe(2);
  await expect(again.client.messages(sessionId)).rejects.toMatchObject({ name: "GatewayError" });
  const aside = (await readdir(sessions, { recursive: true })).find((candidate) => candidate.includes(".bad-")) ?? "";
  expect(await readFile(path.join(sessions, aside), "utf8")).toBe("torn");
  expect(again.process.errors).toContain("moved-aside");
});
