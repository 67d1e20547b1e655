import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import * as core from "@keyturn/core";
import * as channelKit from "@keyturn/core/channel-kit";
import * as text from "@keyturn/core/text";
import { RecordingChannel, createInstantRunner } from "@keyturn/testkit";
import { describe, expect, it } from "vitest";
import { checkBotOptions } from "../packages/core/src/composition/bot-options.ts";
import { Bot } from "../packages/core/src/composition/bot.ts";
import { compose } from "../packages/core/src/composition/compose.ts";
import type { PluginParts } from "../packages/core/src/composition/parts.ts";
import { botPartNames } from "../packages/core/src/composition/parts.ts";
import { SystemClock } from "../packages/core/src/clock.ts";
import { silentLogger } from "../packages/core/src/log.ts";
import { openStore } from "../packages/core/src/composition/open-store.ts";
import { promises } from "./requirements.ts";

const root = join(import.meta.dirname, "..");

interface Import {
  readonly file: string;
  readonly target: string;
}

/** Every import of the shipped sources: relative ones as a path from the root, others as they stand. */
function importsOf(pattern: string): readonly Import[] {
  const files = globSync(pattern, { cwd: root }).filter((file) => !file.endsWith(".test.ts"));
  return files.flatMap((file) => {
    const source = readFileSync(join(root, file), "utf8");
    return [...source.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, specifier = ""]) => ({
      file,
      target: specifier.startsWith(".") ? relative(root, join(root, dirname(file), specifier)) : specifier,
    }));
  });
}

const folderOf = (path: string): string => path.split("/")[3] ?? "";

describe("packages", () => {
  const allowed: Record<string, readonly string[]> = {
    core: [],
    gateway: ["@keyturn/core"],
    adapters: ["@keyturn/core"],
    testkit: ["@keyturn/core"],
    keyturn: ["@keyturn/core", "@keyturn/gateway", "@keyturn/adapters"],
  };

  it.each(Object.keys(allowed))("%s imports only the packages it may, and never a file of another", (name) => {
    const wrong = importsOf(`packages/${name}/src/**/*.ts`).filter(({ target }) => {
      if (target.startsWith("packages/")) return !target.startsWith(`packages/${name}/`);
      const isOurs = target.startsWith("@keyturn/") || target === "keyturn";
      return isOurs && !allowed[name]?.some((other) => target === other || target.startsWith(`${other}/`));
    });
    expect(wrong).toEqual([]);
  });

  it("adapters import nothing of each other", () => {
    const wrong = importsOf("packages/adapters/src/*/**/*.ts").filter(
      ({ file, target }) => target.startsWith("packages/") && folderOf(target) !== folderOf(file),
    );
    expect(wrong).toEqual([]);
  });

  it("core reads no environment, prints nothing, and knows no HTTP server and no chat service", () => {
    const forbidden = /^(node:http|node:https|hono|discord\.js|@slack\/|pino|commander|c12)/;
    expect(importsOf("packages/core/src/**/*.ts").filter(({ target }) => forbidden.test(target))).toEqual([]);
    const files = globSync("packages/core/src/**/*.ts", { cwd: root }).filter((file) => !file.endsWith(".test.ts"));
    const talking = files.filter((file) =>
      /process\.env|\bconsole\.|process\.std(out|err)/.test(readFileSync(join(root, file), "utf8")),
    );
    expect(talking).toEqual([]);
  });
});

describe("folders of the core", () => {
  const layers: readonly { readonly folder: string; readonly mayImport: readonly string[] }[] = [
    { folder: "locking", mayImport: [] },
    { folder: "telemetry", mayImport: [] },
    { folder: "sessions", mayImport: ["locking", "telemetry"] },
    { folder: "channel", mayImport: ["sessions"] },
    { folder: "channel-kit", mayImport: ["locking", "sessions", "storage"] },
    { folder: "agent", mayImport: ["sessions", "telemetry"] },
    { folder: "text", mayImport: [] },
    { folder: "usage", mayImport: [] },
    { folder: "schedules", mayImport: ["commands", "sessions"] },
    { folder: "storage", mayImport: [] },
    { folder: "stores", mayImport: ["schedules", "sessions", "storage", "usage"] },
    { folder: "delivery", mayImport: ["channel", "sessions", "telemetry"] },
    { folder: "lanes", mayImport: ["agent", "channel", "delivery", "sessions", "telemetry"] },
    { folder: "commands", mayImport: ["channel", "lanes", "sessions"] },
    { folder: "settings", mayImport: ["agent", "delivery", "sessions", "usage"] },
    { folder: "plugin", mayImport: ["agent", "channel", "commands", "sessions", "storage"] },
  ];

  it.each(layers)("$folder imports only $mayImport and the core's own files", ({ folder, mayImport }) => {
    const wrong = importsOf(`packages/core/src/${folder}/**/*.ts`).filter(({ target }) => {
      if (!target.startsWith("packages/core/src/")) return false;
      const isFileOfCore = target.split("/").length === 4;
      return !isFileOfCore && folderOf(target) !== folder && !mayImport.includes(folderOf(target));
    });
    expect(wrong).toEqual([]);
  });

  it("nothing imports composition but the index", () => {
    const wrong = importsOf("packages/core/src/**/*.ts").filter(
      ({ file, target }) =>
        folderOf(target) === "composition" && folderOf(file) !== "composition" && !file.endsWith("src/index.ts"),
    );
    expect(wrong).toEqual([]);
  });

  it("stores are private: only composition opens them, and the index exports none", () => {
    const wrong = importsOf("packages/core/src/**/*.ts").filter(
      ({ file, target }) => folderOf(target) === "stores" && !["stores", "composition"].includes(folderOf(file)),
    );
    expect(wrong).toEqual([]);
  });

  it("tsyringe and its polyfill are imported by one file", () => {
    const files = importsOf("packages/**/src/**/*.ts")
      .filter(({ target }) => target === "tsyringe" || target === "reflect-metadata")
      .map(({ file }) => file);
    expect([...new Set(files)]).toEqual(["packages/core/src/composition/injection.ts"]);
  });

  it("have no import cycle, types included", () => {
    const edges = new Map<string, string[]>();
    for (const { file, target } of importsOf("packages/*/src/**/*.ts")) {
      if (target.startsWith("packages/")) edges.set(file, [...(edges.get(file) ?? []), target]);
    }
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) return void cycles.push([...path.slice(path.indexOf(file)), file].join(" -> "));
      if (done.has(file)) return;
      for (const next of edges.get(file) ?? []) visit(next, [...path, file]);
      done.add(file);
    };
    for (const file of edges.keys()) visit(file, []);
    expect(cycles).toEqual([]);
  });
});

describe("the public surface of the core", () => {
  it("is this list; a change of it is a decision", () => {
    expect(Object.keys(core).toSorted()).toMatchSnapshot();
  });

  it("is this list for channel adapters", () => {
    expect(Object.keys(channelKit).toSorted()).toEqual([
      "AsyncKeyedLock",
      "BotHops",
      "ChannelLines",
      "DraftBook",
      "Echoes",
      "EditPacer",
      "HeldEdits",
      "NotWellError",
      "PendingWork",
      "channelNameSchema",
      "conversationScopes",
      "forgetOldest",
      "lookAtService",
      "pressRunButton",
    ]);
  });

  it("is this list for texts", () => {
    expect(Object.keys(text).toSorted()).toEqual([
      "alignTable",
      "applyEdits",
      "breakFences",
      "displayWidth",
      "parseMarkdown",
      "plainTextOf",
      "splitMarkdown",
    ]);
  });

  it("has no store and no way around Sessions", () => {
    expect(Object.keys(core).filter((name) => /Store$|Storage|Document|Lock$|Scope|compose/.test(name))).toEqual([]);
  });
});

describe(`${promises("one-path")}composition`, () => {
  it("gives every scope the same Sessions, lock, store and every other part", async () => {
    const channel = new RecordingChannel();
    const options = { turnRunner: createInstantRunner(), plugins: [channel.toPlugin()] };
    const checked = checkBotOptions(options);
    const clock = new SystemClock();
    const opened = await openStore(checked.store, clock, silentLogger);
    const scope = compose({ options, checked, opened, clock, log: silentLogger });
    const first = scope.createChild<PluginParts>();
    const second = first.createChild<PluginParts>();
    for (const name of botPartNames) {
      const part = scope.get(name);
      expect(first.get(name), name).toBe(part);
      expect(second.get(name), name).toBe(part);
    }
    expect(new Bot(scope, checked).sessions).toBe(scope.get("sessions"));
  });

  it("names every part once", () => {
    expect(new Set(botPartNames).size).toBe(botPartNames.length);
  });

  it("lets two bots in one process share nothing", async () => {
    const bots = await Promise.all([core.createBot(), core.createBot()]);
    expect(bots[0]?.sessions).not.toBe(bots[1]?.sessions);
    await Promise.all(bots.map((bot) => bot.stop()));
  });
});
