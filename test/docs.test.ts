import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { createBot } from "@keyturn/core";
import { RecordingChannel, createInstantRunner } from "@keyturn/testkit";
import { context, trace } from "@opentelemetry/api";
import type { ReadableSpan } from "@opentelemetry/sdk-trace-base";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createLineChannel } from "../docs/examples/line-channel.ts";
import { officeHours } from "../docs/examples/office-hours.ts";
import { startTracing } from "../docs/examples/traces.ts";
import { adviceForClose } from "../packages/adapters/src/discord/fatal-close.ts";
import { slackScopes } from "../packages/adapters/src/slack/slack-needs.ts";
import { resolveAgentRunnerOptions } from "../packages/core/src/agent/agent-runner-options.ts";
import { checkBotOptions } from "../packages/core/src/composition/bot-options.ts";
import { checkGatewayOptions } from "../packages/gateway/src/gateway-options.ts";
import { routeTable } from "../packages/gateway/src/routes/route-table.ts";
import { eventSchema } from "../packages/gateway/src/wire/event-schema.ts";
import { describeSetting } from "../packages/keyturn/src/configuration/configuration-schema.ts";
import { mergeLayers } from "../packages/keyturn/src/configuration/effective-configuration.ts";
import { environmentVariables } from "../packages/keyturn/src/configuration/environment.ts";

const root = join(import.meta.dirname, "..");

/** A page of the documentation. */
interface Page {
  /** Its path from the root of the repository. */
  readonly file: string;
  readonly text: string;
  /** The text without its code blocks. */
  readonly prose: string;
}

function readPage(file: string): Page {
  const text = readFileSync(join(root, file), "utf8");
  return { file, text, prose: text.replaceAll(/^```[\s\S]*?^```$/gm, "") };
}

const pages = ["README.md", "CONTRIBUTING.md", ...globSync("docs/**/*.md", { cwd: root }).toSorted()].map(readPage);

/** What a heading is linked by: lower case, without signs, blanks as hyphens. */
function anchorsOf({ prose }: Page): readonly string[] {
  const headings = [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** The targets of the links and images of a page that lead to a file or a heading. */
function linksOf({ prose }: Page): readonly string[] {
  const targets = [...prose.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = ""]) => target);
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

function isBroken(page: Page, link: string): boolean {
  const [target = "", anchor] = link.split("#");
  const file = target === "" ? page.file : relative(root, join(root, dirname(page.file), target));
  if (!existsSync(join(root, file))) return true;
  return anchor !== undefined && !anchorsOf(readPage(file)).includes(anchor);
}

/** Paths of this repository that a page names as code, such as `packages/core`. */
function namedPathsOf({ prose }: Page): readonly string[] {
  const names = [...prose.matchAll(/`([^`\s]+)`/g)].map(([, name = ""]) => name);
  return names.filter((name) => /^(packages|test|examples|docs|bench|scripts|\.ci)\//.test(name));
}

/** The code as it stands in a file, where it may be further to the right. */
function indentedWays(code: string): readonly string[] {
  return [0, 2, 4, 6, 8].map((width) => code.replaceAll(/^(?=.)/gm, " ".repeat(width)));
}

describe.each(pages)("$file", (page) => {
  it("has no link that leads nowhere", () => {
    expect(linksOf(page).filter((link) => isBroken(page, link))).toEqual([]);
  });

  it("names no file or folder that is not there", () => {
    expect(namedPathsOf(page).filter((name) => !existsSync(join(root, name)))).toEqual([]);
  });

  it("names no script that package.json does not have", () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(readPage("package.json").text);
    const ofPnpm = ["exec", "install"];
    const named = [...page.text.matchAll(/(?:`|npx -y )pnpm(?:@12)? ([a-z:]+)/g)].map(([, script = ""]) => script);
    expect(named.filter((script) => !Object.hasOwn(scripts, script) && !ofPnpm.includes(script))).toEqual([]);
  });

  it("shows code as it is in the files that it comes from", () => {
    for (const [, file = "", code = ""] of page.text.matchAll(/^<!-- from (\S+) -->\n+```\w+\n([\s\S]*?)^```$/gm)) {
      expect(
        indentedWays(code).some((way) => readPage(file).text.includes(way)),
        `${file}:\n${code}`,
      ).toBe(true);
    }
  });

  it("takes every piece of TypeScript that it shows from a file that is compiled", () => {
    const blocks = page.text.split(/^```/m).filter((_, index) => index % 2 === 1);
    const marked = page.text.match(/^<!-- from \S+ -->\n+```ts$/gm) ?? [];
    expect(blocks.filter((block) => block.startsWith("ts\n"))).toHaveLength(marked.length);
  });
});

describe("README.md", () => {
  it("shows two commands that do everything on a fresh machine", () => {
    const [block = ""] = /^```sh\n[\s\S]*?^```$/m.exec(readPage("README.md").text) ?? [];
    const commands = block
      .split("\n")
      .slice(1, -1)
      .map((line) => line.split(" #")[0]?.trim());
    expect(commands).toEqual(["npx -y pnpm@12 start", "npx -y pnpm@12 test"]);
  });
});

describe("docs/architecture.md", () => {
  it("has an item for every folder of the core, the gateway and the application", () => {
    const links = linksOf(readPage("docs/architecture.md"));
    const folders = globSync("packages/{core,gateway,keyturn}/src/*/", { cwd: root });
    expect(
      folders.map((folder) => `../${folder.replace(/\/*$/, "/")}`).filter((link) => !links.includes(link)),
    ).toEqual([]);
  });
});

describe("docs/glossary.md", () => {
  it("names types that are in the files it names", () => {
    const page = readPage("docs/glossary.md");
    const entries = [...page.text.matchAll(/((?:`[A-Za-z.]+`(?:, )?)+)[^`|[]* in \[[^\]]+\]\(\.\.\/([^)]+)\)/g)];
    expect(entries.length).toBeGreaterThan(50);
    for (const [, names = "", file = ""] of entries) {
      for (const name of names.matchAll(/[A-Za-z]+/g)) expect(readPage(file).text, file).toContain(name[0]);
    }
  });
});

/** The rows of the tables below a heading: the first two cells, the first without its marks of code. */
function rowsOf(page: Page, heading: string): ReadonlyMap<string, string> {
  const section = page.text.split(new RegExp(`^#+ ${heading}$`, "m"))[1]?.split(/^#/m)[0] ?? "";
  const rows = [...section.matchAll(/^\| `([^`]+)` *\| (.*?) *\|/gm)];
  return new Map(rows.map(([, name = "", value = ""]) => [name, value]));
}

/** A default as a row has it: `"queue"`, `50`, none; digits may be grouped. */
function isWritten(value: unknown, cell: string | undefined): boolean {
  if (value === undefined) return cell === "none";
  return cell?.replaceAll(/(?<=\d)_(?=\d)/g, "") === `\`${JSON.stringify(value)}\``;
}

/** The names whose row is missing or has another default. */
function wronglyWritten(
  defaults: Readonly<Record<string, unknown>>,
  rows: ReadonlyMap<string, string>,
): readonly string[] {
  return Object.keys(defaults).filter((name) => !rows.has(name) || !isWritten(defaults[name], rows.get(name)));
}

describe("docs/configuration.md", () => {
  const page = readPage("docs/configuration.md");

  it("has a row for every setting, with its default, and no other", () => {
    const sections = [
      "What answers",
      "Visitors",
      "Discord",
      "Slack",
      "Where conversations are kept",
      "Where it listens",
      "Limits",
    ];
    const rows = new Map(sections.flatMap((section) => [...rowsOf(page, section)]));
    const defaults = settingDefaults();
    expect([...rows.keys()].toSorted()).toEqual(Object.keys(defaults).toSorted());
    expect(wronglyWritten(defaults, rows)).toEqual([]);
  });

  it("has a row for every environment variable, and no other", () => {
    const rows = [...rowsOf(page, "Environment variables")];
    expect(Object.fromEntries(rows.map(([name, setting]) => [name, setting.replaceAll("`", "")]))).toEqual(
      environmentVariables,
    );
  });

  it("has a row for every option of a bot and every limit of a gateway, and no other", async () => {
    const source = readPage("packages/core/src/composition/bot-options.ts").text;
    const [, body = ""] = /^export interface BotOptions \{\n([\s\S]*?)^\}/m.exec(source) ?? [];
    const options = [...body.matchAll(/^ {2}readonly (\w+)\?:/gm)].map(([, name = ""]) => name);
    const bot = await createBot();
    const { limits } = checkGatewayOptions({ bot, token: "a-token-of-no-use" });
    await bot.stop();
    const rows = rowsOf(page, "In code");
    expect([...rows.keys()].toSorted()).toEqual([...options, ...Object.keys(limits)].toSorted());
    expect(wronglyWritten({ ...limits }, rows)).toEqual([]);
  });
});

/** Every setting by its path, with its default. */
function settingDefaults(): Readonly<Record<string, unknown>> {
  const ofApplication = mergeLayers([], "info", "/");
  const ofCore = { ...checkBotOptions({}), plugins: undefined, runner: resolveAgentRunnerOptions({}) };
  const data = relative("/", ofApplication.data);
  return Object.fromEntries(
    settingsBelow([]).map((path) => [
      path.join("."),
      path[0] === "data" ? data : (valueAt(ofApplication, path) ?? valueAt(ofCore, path)),
    ]),
  );
}

function settingsBelow(path: readonly string[]): readonly (readonly string[])[] {
  const { keys } = describeSetting(path);
  return keys === undefined ? [path] : keys.flatMap((key) => settingsBelow([...path, key]));
}

function valueAt(values: unknown, path: readonly string[]): unknown {
  return path.reduce(
    (value: unknown, name) => (typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined),
    values,
  );
}

describe("docs/guides/discord.md", () => {
  it("says what to do of every close after which the bot does not come back", () => {
    const { text } = readPage("docs/guides/discord.md");
    const told = Array.from({ length: 1_000 }, (_, index) => adviceForClose(4_000 + index)).filter(
      (advice) => advice !== undefined,
    );
    expect(told).toHaveLength(6);
    expect(told.filter((advice) => !text.includes(advice.split(" ").slice(0, 5).join(" ")))).toEqual([]);
  });
});

describe("docs/guides/slack.md", () => {
  const page = readPage("docs/guides/slack.md");
  const files = globSync("packages/{adapters/src/slack,core/src/channel-kit,keyturn/src}/**/*.ts", { cwd: root });
  const sources = files.filter((file) => !file.endsWith(".test.ts")).map((file) => readPage(file).text);
  // Texts that are longer than a line stand in pieces.
  const code = sources.join("\n").replaceAll(/["'`] \+\n\s*["'`]/g, "");
  const trouble = page.text.split("## When something is wrong")[1]?.split(/^## /m)[0] ?? "";
  /** What is said, of every row; Slack's own words apart. */
  const quoted = [...trouble.matchAll(/^\| (?!Slack says)(.*?) +\|/gm)]
    .flatMap(([, cell = ""]) => [...cell.matchAll(/`([^`]+)`/g)])
    .map(([, text = ""]) => text)
    .filter((text) => !text.startsWith("/"));

  it("says what is for every scope that the manifest asks for", () => {
    expect(Object.fromEntries(rowsOf(page, "What the scopes are for"))).toEqual(slackScopes);
  });

  it("says what to do of everything that the adapter logs", () => {
    const logged = [...code.matchAll(/log\.(?:info|warn|error)\([^"`;]*"([^"]+)"/g)].map(([, text = ""]) => text);
    const ofAdapter = logged.filter((text) => /Slack|slash|button|draft|person|file/i.test(text));
    expect(ofAdapter.length).toBeGreaterThan(7);
    expect(ofAdapter.filter((text) => !trouble.includes(text.split(" ").slice(0, 3).join(" ")))).toEqual([]);
  });

  it("quotes no complaint that nothing makes", () => {
    // What is filled in is left out: names, numbers, values.
    const fixed = quoted.map((text) => {
      const parts = text.split(/\s*(?:…|[()#"]|\d+|SLACK_\w+ is|slack\.\w+|\[hidden\]; allowed is)\s*/);
      return parts.toSorted((one, other) => other.length - one.length)[0] ?? "";
    });
    expect(fixed.length).toBeGreaterThan(40);
    expect(fixed.filter((text) => text.length < 8 || !code.toLowerCase().includes(text.toLowerCase()))).toEqual([]);
  });
});

describe("docs/guides/dashboard.md", () => {
  it("has every key that the help shows, in its order, and no other", () => {
    const rows = readPage("docs/guides/dashboard.md").text.split("## With the keyboard")[1]?.split("\n## ")[0] ?? "";
    const told = [...rows.matchAll(/^\|([^|]*)\|/gm)].flatMap(([, cell = ""]) => [...cell.matchAll(/`([^`]+)`/g)]);
    const help = readFileSync(join(root, "packages/gateway/dashboard/frame/help.tsx"), "utf8");
    const shown = [...help.matchAll(/^    \[\[(.*)\], t\.keys/gm)].flatMap(([, keys = ""]) => [
      ...keys.matchAll(/"([^"]+)"/g),
    ]);
    expect(shown.length).toBeGreaterThan(12);
    expect(told.map(([, key]) => key)).toEqual(shown.map(([, key]) => key));
  });
});

describe("docs/http.md", () => {
  it("has a row for every route, and no other", () => {
    const rows = [...rowsOf(readPage("docs/http.md"), "Routes").keys()];
    const routes = routeTable.map(({ form }) => `${form.method.toUpperCase()} ${form.path}`);
    expect(rows.toSorted()).toEqual([...routes].toSorted());
  });

  it("has a row for every event, with its members, and no other", () => {
    const rows = rowsOf(readPage("docs/http.md"), "Events");
    expect(Object.fromEntries([...rows].map(([name, members]) => [name, wordsOf(members)]))).toEqual(eventMembers());
  });
});

function wordsOf(cell: string): readonly string[] {
  return [...cell.matchAll(/\w+/g)].map(([word]) => word).toSorted();
}

/** What is looked at of the JSON Schema of an event. */
const eventForms = z.object({
  $defs: z.object({
    Event: z.object({
      oneOf: z.array(
        z.object({
          properties: z.looseObject({
            type: z.union([z.object({ const: z.string() }), z.object({ enum: z.array(z.string()) })]),
          }),
        }),
      ),
    }),
  }),
});

/** The members of each event but those that all of its kind have. */
function eventMembers(): Readonly<Record<string, readonly string[]>> {
  const members: Record<string, readonly string[]> = {};
  for (const { properties } of eventForms.parse(z.toJSONSchema(eventSchema)).$defs.Event.oneOf) {
    const types = "const" in properties.type ? [properties.type.const] : properties.type.enum;
    for (const type of types.filter((name) => name.includes("."))) {
      const isOfItsOwn = /^(?:webchat|config)\./.test(type);
      const common = ["type", "at", ...(isOfItsOwn ? [] : ["sessionId", "key", "epoch", "version"])];
      members[type] = Object.keys(properties)
        .filter((name) => !common.includes(name))
        .toSorted();
    }
  }
  return members;
}

describe("the plugins that the documentation shows", () => {
  it("office-hours answers its command", async () => {
    const channel = new RecordingChannel();
    const configured = { plugin: officeHours, configuration: { opens: 9, closes: 17 } };
    const bot = await createBot({ turnRunner: createInstantRunner(), plugins: [channel.toPlugin(), configured] });
    await bot.start();
    const key = { adapter: "test", account: "main", place: "room" };
    await bot.receive({ key, platformMessageId: "1", sender: { id: "ana" }, text: "/hours" });
    await bot.settled();
    await bot.stop();
    expect(channel.texts).toEqual(["Somebody is there from 9:00 to 17:00."]);
    expect(bot.plugins.find(({ name }) => name === "office-hours")?.state).toBe("stopped");
  });

  it("lines brings each line in and each answer out", async () => {
    const written: string[] = [];
    async function* lines(): AsyncGenerator<string> {
      yield "one";
      yield "two";
    }
    const plugins = [createLineChannel(lines(), (line) => written.push(line))];
    const bot = await createBot({ turnRunner: createInstantRunner(), plugins });
    await bot.start();
    await expect.poll(() => written).toEqual(["re: one", "re: two"]);
    await bot.stop();
  });
});

describe("the tracing that the documentation shows", () => {
  it("hands the spans of a message to the exporter, each delivery with a link to its turn", async () => {
    const spans: ReadableSpan[] = [];
    const end = startTracing({
      export(ended, done) {
        spans.push(...ended);
        done({ code: 0 });
      },
      shutdown: () => Promise.resolve(),
    });
    const bot = await createBot({ turnRunner: createInstantRunner(), plugins: [new RecordingChannel().toPlugin()] });
    await bot.start();
    const key = { adapter: "test", account: "main", place: "room" };
    await bot.receive({ key, platformMessageId: "1", sender: { id: "ana" }, text: "hello" });
    await bot.settled();
    await bot.stop();
    await end();
    trace.disable();
    context.disable();
    const turn = spans.find(({ name }) => name === "keyturn turn");
    const delivery = spans.find(({ name }) => name === "keyturn delivery");
    expect(delivery?.links.map((link) => link.context.spanId)).toEqual([turn?.spanContext().spanId]);
  });
});
