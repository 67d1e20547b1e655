import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { inspect } from "node:util";
import { ConfigurationError } from "@keyturn/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { formatSetting, reportConfiguration } from "./configuration-report.ts";
import { type ConfigurationPlace, type LoadedConfiguration, loadConfiguration } from "./load-configuration.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "keyturn-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

function load(place: Partial<ConfigurationPlace> = {}): Promise<LoadedConfiguration> {
  return loadConfiguration({ folder, environment: {}, flags: {}, ...place });
}

async function refusalOf(place: Partial<ConfigurationPlace> = {}): Promise<string> {
  const error: unknown = await load(place).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConfigurationError);
  return error instanceof Error ? error.message : "";
}

function write(name: string, text: string): Promise<void> {
  return writeFile(path.join(folder, name), text);
}

describe("where a setting comes from", () => {
  it("has defaults that need no account", async () => {
    const { values, file } = await load();
    expect(file).toBeUndefined();
    expect(values).toMatchObject({ model: "offline/eliza", store: "lowdb", host: "127.0.0.1", port: 7420 });
    expect(values.data).toBe(path.join(folder, ".keyturn"));
  });

  it("takes options before the environment, that before the file, that before defaults", async () => {
    await write("keyturn.config.json", '{ "port": 1001, "model": "file/m", "store": "memory" }');
    const environment = { KEYTURN_PORT: "1002", KEYTURN_MODEL: "environment/m" };
    const loaded = await load({ environment, flags: { port: "1003" } });
    expect(loaded.values).toMatchObject({ port: 1003, model: "environment/m", store: "memory", host: "127.0.0.1" });
    const sources = reportConfiguration(loaded, {}).map(({ setting, source }) => [setting, source]);
    expect(Object.fromEntries(sources)).toMatchObject({
      port: "--port",
      model: "KEYTURN_MODEL",
      store: "keyturn.config.json",
      host: "default",
    });
  });

  it("joins keys of the environment with addresses of the file", async () => {
    await write("keyturn.config.json", '{ "providers": { "openai": { "baseUrl": "http://proxy.test/v1" } } }');
    const { values } = await load({ environment: { OPENAI_API_KEY: "sk-1" } });
    expect(values.providers.openai?.baseUrl).toBe("http://proxy.test/v1");
    expect(values.providers.openai?.apiKey?.reveal()).toBe("sk-1");
  });

  it("counts a variable that is set to nothing as not set", async () => {
    const { values } = await load({ environment: { KEYTURN_PORT: "", KEYTURN_TOKEN: "" } });
    expect(values.port).toBe(7420);
    expect(values.token).toBeUndefined();
  });

  it("starts relative data folders at the file that names them, else at the folder of the command", async () => {
    await write("other.json", '{ "data": "mine" }');
    const flags = { config: path.join(folder, "other.json") };
    expect((await load({ folder: tmpdir(), flags })).values.data).toBe(path.join(folder, "mine"));
    const environment = { KEYTURN_DATA: "yours" };
    expect((await load({ folder: tmpdir(), flags, environment })).values.data).toBe(path.join(tmpdir(), "yours"));
  });
});

describe("a configuration file", () => {
  it("may be TypeScript, with plugins", async () => {
    await write(
      "keyturn.config.ts",
      'export default { model: "a/b" satisfies string, plugins: [{ name: "greeter", version: "1", start() {} }] };',
    );
    const { values, file } = await load();
    expect(file).toBe(path.join(folder, "keyturn.config.ts"));
    expect(values.model).toBe("a/b");
    expect(values.plugins).toHaveLength(1);
  });

  it("is read alone: no home folder, no package.json, no .env, no part for one NODE_ENV", async () => {
    await write("keyturn.config.json", "{}");
    await write(".keyturnrc", "model=rc/m");
    await write("package.json", '{ "keyturn": { "model": "package/m" } }');
    await write(".env", "KEYTURN_MODEL=dotenv/m");
    expect((await load()).values.model).toBe("offline/eliza");
    await write("keyturn.config.json", '{ "$test": { "model": "test/m" } }');
    expect(await refusalOf()).toContain("keyturn.config.json: $test is not a setting.");
  });

  it("extends nothing", async () => {
    await write("keyturn.config.mjs", 'export default { extends: "github:somebody/else" };');
    expect(await refusalOf()).toContain("keyturn.config.mjs: extends is not a setting.");
  });

  it.each([
    ['{ "port": 80000 }', "keyturn.config.json: port is 80000; allowed is a whole number from 0 to 65,535."],
    ['{ "store": "redis" }', 'keyturn.config.json: store is "redis"; allowed is "lowdb", "memory".'],
    ['{ "modle": "a/b" }', "keyturn.config.json: modle is not a setting. Did you mean model?"],
    ['{ "runner": { "retrys": 2 } }', "keyturn.config.json: runner.retrys is not a setting. Did you mean retries?"],
    ['{ "runner": { "retries": "two" } }', 'runner.retries is "two"; allowed is a whole number from 0 to 10.'],
    ['{ "plugins": [{}] }', "keyturn.config.json: plugins.0 is an object; allowed is a plugin made by definePlugin"],
    ['{ "providers": 5 }', "keyturn.config.json: providers is 5; allowed is an object with anthropic, openai and"],
    ["[]", "keyturn.config.json holds no configuration; allowed is an object."],
    ["null", "keyturn.config.json holds no configuration; allowed is an object."],
    ['{ "port": 1,, }', "keyturn.config.json is not valid JSON"],
  ])("is refused when it holds %s", async (text, message) => {
    await write("keyturn.config.json", text);
    expect(await refusalOf()).toContain(message);
  });

  it("is refused with every fault at once, one a line", async () => {
    await write("keyturn.config.json", '{ "port": -1, "capacity": 0, "prot": 1 }');
    expect((await refusalOf()).split("\n")).toHaveLength(3);
  });

  it("is refused when its code fails, and the message names it", async () => {
    await write("keyturn.config.mjs", 'throw new TypeError("no such thing");');
    expect(await refusalOf()).toBe("keyturn.config.mjs could not be read: no such thing");
  });

  it("is refused when somebody asked for one that is not there", async () => {
    expect(await refusalOf({ flags: { config: "missing.ts" } })).toContain("There is no configuration file");
  });
});

describe("variables and options", () => {
  it("are named in a refusal as they are written", async () => {
    expect(await refusalOf({ environment: { KEYTURN_PORT: "http" } })).toBe(
      'KEYTURN_PORT is "http"; allowed is a whole number from 0 to 65,535.',
    );
    expect(await refusalOf({ flags: { logLevel: "loud" } })).toMatch(/^--log-level is "loud"; allowed is "debug", /);
  });

  it("are pointed out when they look misspelt", async () => {
    const { warnings } = await load({ environment: { KEYTURN_PROT: "1", PORT: "2" } });
    expect(warnings).toEqual(["KEYTURN_PROT is set, but there is no such setting. Did you mean KEYTURN_PORT?"]);
  });
});

describe("a secret", () => {
  const canary = "canary-5d0a-secret";

  it("shows in no form of a configuration", async () => {
    const secrets = { token: canary, providers: { anthropic: { apiKey: canary } } };
    await write("keyturn.config.json", JSON.stringify(secrets));
    const environment = { OPENAI_API_KEY: canary, OPENAI_COMPATIBLE_API_KEY: canary };
    const loaded = await load({ environment });
    const report = reportConfiguration(loaded, {});
    const texts = [JSON.stringify(loaded), inspect(loaded, { depth: 9, showHidden: true }), JSON.stringify(report)];
    expect([...texts, ...report.map(formatSetting)].filter((text) => text.includes(canary))).toEqual([]);
    expect(report.find(({ setting }) => setting === "token")).toEqual({
      setting: "token",
      value: { set: true },
      kind: "file",
      source: "keyturn.config.json",
    });
  });

  it.each([
    ["a token with a blank", { token: `${canary} x` }],
    ["a token that is no text", { token: [canary] }],
    ["a key with a line break", { providers: { openai: { apiKey: `${canary}\n` } } }],
    ["a key in the place of an object", { providers: { openai: { apiKey: { key: canary } } } }],
    ["a password in an address", { providers: { openai: { baseUrl: `https://ada:${canary}@proxy.test` } } }],
  ])("is not quoted when it is refused: %s", async (_, values) => {
    await write("keyturn.config.json", JSON.stringify(values));
    const refusal = await refusalOf();
    expect(refusal).toMatch(/ is (\[hidden\]|"https:\/\/\[hidden\]@proxy\.test"); allowed is /);
    expect(refusal).not.toContain(canary);
  });

  it("is not quoted when the file around it is not valid JSON", async () => {
    await write("keyturn.config.json", `{ "token": "${canary}" "x": 1 }`);
    expect(await refusalOf()).not.toContain("canary");
  });
});
