import { chmod, mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { useStage } from "./support/stage.ts";

const stage = useStage();
const canary = "canary-77c1-secret";

describe("keyturn config", () => {
  it("prints every setting with where it comes from, and no secret", async () => {
    await writeFile(
      path.join(stage.folder, "keyturn.config.json"),
      JSON.stringify({ token: canary, capacity: 7, providers: { anthropic: { apiKey: canary } } }),
    );
    const environment = { OPENAI_API_KEY: canary, OPENAI_COMPATIBLE_API_KEY: canary, KEYTURN_MODEL: "openai/gpt-5" };
    const table = await stage.run(["config"], { environment });
    expect(table.code).toBe(0);
    expect(table.output).toMatch(/^token +\[hidden\] +keyturn\.config\.json$/m);
    expect(table.output).toMatch(/^providers\.openai\.apiKey +\[hidden\] +OPENAI_API_KEY$/m);
    expect(table.output).toMatch(/^capacity +7 +keyturn\.config\.json$/m);
    expect(table.output).toMatch(/^attempts +3 +default$/m);
    expect(table.output).toMatch(/^model +openai\/gpt-5 +KEYTURN_MODEL$/m);
    const json = await stage.run(["config", "--json"], { environment });
    const parsed: unknown = JSON.parse(json.output);
    expect(parsed).toMatchObject({ file: path.join(stage.folder, "keyturn.config.json") });
    for (const { output, errors } of [table, json]) expect(output + errors).not.toContain("canary");
  });

  it("does not print a secret that it refuses", async () => {
    const { code, output, errors } = await stage.run(["config"], { environment: { KEYTURN_TOKEN: `${canary} ` } });
    expect(code).toBe(2);
    expect(errors).toContain("KEYTURN_TOKEN is [hidden]; allowed is 16 to 512");
    expect(output + errors).not.toContain("canary");
  });

  it("points out a variable that looks misspelt", async () => {
    const { errors } = await stage.run(["config"], { environment: { KEYTURN_MODLE: "offline/eliza" } });
    expect(errors).toContain("KEYTURN_MODLE is set, but there is no such setting. Did you mean KEYTURN_MODEL?");
  });
});

describe("keyturn doctor", () => {
  it("finds everything well before a first start, and changes nothing", async () => {
    const { code, output } = await stage.run(["doctor", "--port", "0"]);
    expect(output.split("\n").filter((line) => line.startsWith("✗"))).toEqual([]);
    expect(output.match(/^✓ /gm)).toHaveLength(7);
    expect(code).toBe(0);
    expect(await readdir(stage.folder)).toEqual([]);
  });

  it("finds everything well while the bot runs", async () => {
    const bot = await stage.startBot();
    const { code, output } = await stage.run(["doctor"]);
    expect(output).toContain(`✓ Address: the bot that runs here listens at ${bot.url}`);
    expect(output).toContain(`✓ Store: in use by the bot that runs here (process ${bot.process.pid})`);
    expect(code).toBe(0);
  });

  it("says of each fault what to do", async () => {
    const data = path.join(stage.folder, ".keyturn");
    await mkdir(data);
    await writeFile(path.join(data, "token"), `${canary}\n`);
    await chmod(path.join(data, "token"), 0o644);
    await writeFile(path.join(data, "sessions"), "not a folder");
    const { code, output } = await stage.run(["doctor", "--host", "0.0.0.0", "--model", "openai/gpt-5"]);
    expect(code).toBe(1);
    expect(output).toContain("✗ Token: Others can read .keyturn/token. Close it: chmod 600 .keyturn/token");
    expect(output).toMatch(/^✗ Address: .*publicUrl/m);
    expect(output).toMatch(/^✗ Model: .*OPENAI_API_KEY/m);
    expect(output).toMatch(/^✗ Store: /m);
    expect(output).not.toContain("canary");
  });

  it("says what is wrong with a configuration and leaves the rest", async () => {
    await writeFile(path.join(stage.folder, "keyturn.config.json"), '{ "prot": 1 }');
    const { code, output } = await stage.run(["doctor"]);
    expect(code).toBe(1);
    expect(output).toContain("✗ Configuration: keyturn.config.json: prot is not a setting. Did you mean port?");
  });
});

it("prints its version and its help", async () => {
  expect((await stage.call(["--version"])).output).toMatch(/^\d+\.\d+\.\d+\n$/);
  const help = await stage.run(["help", "start"]);
  expect(help.code).toBe(0);
  expect(help.output).toContain("Usage: keyturn start [options]");
  expect(help.output).toContain("Examples:");
  expect((await stage.run([])).code).toBe(2);
});
