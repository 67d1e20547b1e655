import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LogSubject, type PluginContext, createBot, definePlugin, silentLogger } from "@keyturn/core";
import { createInstantRunner } from "@keyturn/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { promises } from "./requirements.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "keyturn-storage-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A bot with two plugins, and what each has in hand. */
async function start(store: "memory" | "lowdb" = "lowdb") {
  const contexts = new Map<string, PluginContext>();
  const warnings: LogSubject[] = [];
  const plugins = ["one", "other"].map((name) =>
    definePlugin({ name, version: "1.0.0", setup: (context) => void contexts.set(name, context) }),
  );
  const bot = await createBot({
    store: store === "memory" ? { kind: "memory" } : { kind: "lowdb", folder, durability: "strict" },
    turnRunner: createInstantRunner(),
    plugins,
    log: { ...silentLogger, warn: (subject) => warnings.push(subject) },
  });
  await bot.start();
  const storage = (name: string) => {
    const context = contexts.get(name);
    if (context === undefined) throw new Error(`The plugin "${name}" was not set up.`);
    return context.storage;
  };
  return { bot, one: storage("one"), other: storage("other"), warnings };
}

const file = () => join(folder, "plugins", "one.json");

describe(`${promises("plugin-storage")}what a plugin keeps`, () => {
  it("is there after a restart, and each plugin's is its own", async () => {
    const before = await start();
    await before.one.set("seen/general", { id: "42", at: 7 });
    await before.one.set("seen/random", { id: "43", at: 8 });
    await before.one.set("token", "abc");
    await before.one.delete("token");
    await before.other.set("seen/general", "mine");
    await before.bot.stop();
    const after = await start();
    expect(await after.one.get("seen/general")).toEqual({ id: "42", at: 7 });
    expect(await after.one.get("token")).toBeUndefined();
    expect((await after.one.entries("seen/")).map(([key]) => key)).toEqual(["seen/general", "seen/random"]);
    expect(await after.other.entries()).toEqual([["seen/general", "mine"]]);
    await after.bot.stop();
    expect(readFileSync(file(), "utf8")).not.toContain("abc");
  });

  it("is on the disk when the set resolves, without a stop", async () => {
    const { bot, one } = await start();
    await one.set("seen", 1);
    expect(readFileSync(file(), "utf8")).toContain('"seen":1');
    await bot.stop();
  });

  it("begins anew when its file is torn, which lies aside and is reported", async () => {
    const before = await start();
    await before.one.set("seen", 1);
    await before.bot.stop();
    const text = readFileSync(file(), "utf8");
    writeFileSync(file(), text.slice(0, text.length / 2));
    writeFileSync(`${file()}.1.1.tmp`, "half");
    const after = await start();
    expect(await after.one.get("seen")).toBeUndefined();
    expect(after.warnings).toMatchObject([{ kind: "moved-aside", file: "plugins/one.json" }]);
    await after.one.set("seen", 2);
    await after.bot.stop();
    const names = readdirSync(join(folder, "plugins")).toSorted();
    expect(names).toEqual(["one.json", expect.stringMatching(/^one\.json\.bad-\d+$/)]);
  });

  it("ends with the process where nothing is kept on a disk, and takes nothing after the stop", async () => {
    const { bot, one } = await start("memory");
    await one.set("seen", 1);
    expect(await one.get("seen")).toBe(1);
    await bot.stop();
    await expect(one.set("seen", 2)).rejects.toThrow(/stopped/);
  });
});
