import { globSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { methodTable } from "../../packages/testkit/src/slack/api/methods/method-table.ts";
import { eventScopes } from "../../packages/testkit/src/slack/delivery/event-broadcast.ts";
import { promises } from "../requirements.ts";
import { useSlack } from "./support/slack-stage.ts";
import { useStage } from "./support/stage.ts";

const stage = useStage();
const slack = useSlack();
const root = path.join(import.meta.dirname, "../..");

const command = z.strictObject({
  command: z.string().max(32),
  description: z.string().max(2_000),
  usage_hint: z.string().max(1_000).optional(),
  url: z.url().optional(),
  should_escape: z.literal(false),
});

/** What the manifest may hold, with the lengths that Slack allows ("App manifest reference"). */
const manifestSchema = z.strictObject({
  display_information: z.strictObject({ name: z.string().max(35), description: z.string().max(140) }),
  features: z.strictObject({
    app_home: z.strictObject({
      home_tab_enabled: z.literal(false),
      messages_tab_enabled: z.literal(true),
      messages_tab_read_only_enabled: z.literal(false),
    }),
    bot_user: z.strictObject({ display_name: z.string().max(80), always_online: z.boolean() }),
    slash_commands: z.array(command).min(1),
  }),
  oauth_config: z.strictObject({
    redirect_urls: z.array(z.url({ protocol: /^https$/ })).optional(),
    scopes: z.strictObject({ bot: z.array(z.string()) }),
  }),
  settings: z.strictObject({
    event_subscriptions: z.strictObject({ request_url: z.url().optional(), bot_events: z.array(z.string()) }),
    interactivity: z.strictObject({ is_enabled: z.literal(true), request_url: z.url().optional() }),
    org_deploy_enabled: z.literal(false),
    socket_mode_enabled: z.boolean(),
    token_rotation_enabled: z.literal(false),
  }),
});

function readManifest(file: string) {
  const text = readFileSync(path.join(root, "packages/keyturn/slack", file), "utf8");
  const manifest = manifestSchema.parse(parse(text));
  const { features, oauth_config, settings } = manifest;
  return {
    text,
    manifest,
    scopes: oauth_config.scopes.bot,
    events: settings.event_subscriptions.bot_events,
    commands: features.slash_commands.map((each) => each.command),
  };
}

async function print(parameters: readonly string[] = [], environment: Readonly<Record<string, string>> = {}) {
  return stage.run(["manifest", "slack", ...parameters], { environment });
}

/** The adapter's code, tests apart. */
const sources = globSync("packages/adapters/src/slack/**/*.ts", { cwd: root })
  .filter((file) => !file.endsWith(".test.ts"))
  .map((file) => readFileSync(path.join(root, file), "utf8"))
  .join("\n");

/** The methods of the Web API that the code calls with the bot's token, each with scopes of which one is enough. */
const methods = [...methodTable.values()].filter(({ name, by }) => by === "bot" && sources.includes(`"${name}"`));

describe(promises("slack-manifest") + "the manifest of the app in Slack", () => {
  it("is what keyturn manifest slack prints, for both modes", async () => {
    expect((await print()).output).toBe(readManifest("manifest.yml").text);
    const http = await print(["--url", "https://bot.example.org"]);
    expect(http.output).toBe(readManifest("manifest-http.yml").text);
  });

  it("asks for a scope for every call that the code makes, and every event that it hears", () => {
    const { scopes, events } = readManifest("manifest.yml");
    expect(methods.length).toBeGreaterThan(10);
    const uncovered = methods.filter((method) => {
      return method.scopes.length > 0 && !method.scopes.some((scope) => scopes.includes(scope));
    });
    expect(uncovered.map(({ name }) => name)).toEqual([]);
    const deaf = events.filter((event) => (eventScopes[event] ?? ["unknown"]).some((scope) => !scopes.includes(scope)));
    expect(deaf).toEqual([]);
  });

  it("asks for no scope that nothing needs", () => {
    const { scopes, events } = readManifest("manifest.yml");
    const needed = new Set([
      ...methods.flatMap((method) => method.scopes),
      ...events.flatMap((event) => eventScopes[event] ?? []),
      "commands",
      // Files are fetched from their own addresses.
      ...(sources.includes("url_private_download") ? ["files:read"] : []),
    ]);
    expect(scopes.filter((scope) => !needed.has(scope))).toEqual([]);
    expect(new Set(scopes).size).toBe(scopes.length);
  });

  it("subscribes to the events that the code listens to, and to no other", () => {
    const heard = [...sources.matchAll(/(?:\.event\(\s*|event\?\.type === )"(\w+)"/g)].map(([, name = ""]) => name);
    const subscribed = readManifest("manifest.yml").events.map((event) => event.split(".", 1)[0] ?? "");
    expect([...new Set(subscribed)].toSorted()).toEqual([...new Set(heard)].toSorted());
  });

  it("differs between the modes in where Slack sends to, and in nothing else", () => {
    const { manifest: socket } = readManifest("manifest.yml");
    const { manifest: http } = readManifest("manifest-http.yml");
    const url = "https://bot.example.org/hooks/slack/events";
    expect(http).toEqual({
      ...socket,
      features: {
        ...socket.features,
        slash_commands: socket.features.slash_commands.map((each) => ({ ...each, url })),
      },
      settings: {
        ...socket.settings,
        event_subscriptions: { ...socket.settings.event_subscriptions, request_url: url },
        interactivity: { is_enabled: true, request_url: url },
        socket_mode_enabled: false,
      },
    });
  });

  it("is enough for everything that the bot does: no call lacks a scope", async () => {
    const { server, scene } = slack;
    const { ada, general } = scene;
    const { scopes, events, commands } = readManifest("manifest.yml");
    const app = server.addApp({ name: "Keyturn", scopes, events, commands });
    const installation = server.install(app, server.workspace);
    general.members.add(installation.botUserId);
    const environment = { SLACK_BOT_TOKEN: installation.botToken, SLACK_APP_TOKEN: app.appToken };
    const bot = await stage.startBot({
      parameters: ["--model", "offline/eliza"],
      environment: { ...environment, SLACK_API_URL: server.apiUrl },
    });
    const files = [{ name: "note.txt", content: "I am sad" }];
    const question = ada.says(general, "@keyturn look at this", { files }); // 1. in a channel, with a file
    await slack.answerTo(question);
    const count = async () => (await bot.client.list()).items.map(({ entries }) => entries);
    await expect.poll(count, { timeout: 20_000 }).toEqual([2]);
    ada.says(general, "and you?", { thread: question }); // 2. in its thread, without a mention
    await expect.poll(count, { timeout: 20_000 }).toEqual([4]);
    const direct = ada.opensDirect(installation); // 3. in a direct message, then its commands
    ada.says(direct, "I am sad");
    await expect
      .poll(async () => (await count()).toSorted((one, other) => one - other), { timeout: 20_000 })
      .toEqual([2, 4]);
    for (const [index, name] of commands.entries()) {
      expect(await ada.runs(direct, name, "reset", installation).result).toMatchObject({ isAcknowledged: true });
      await server.waitFor(() => direct.ephemerals[index]);
    }
    const answers = server.calls.filter(({ appId }) => appId === app.id).map(({ method, answer }) => [method, answer]);
    expect(answers.length).toBeGreaterThan(5);
    expect(answers.filter(([, answer]) => JSON.stringify(answer).includes("missing_scope"))).toEqual([]);
    const doctor = await stage.run(["doctor", "slack"], {
      environment: { ...environment, SLACK_API_URL: server.apiUrl },
    });
    expect(doctor.output).toContain(`✓ Slack scopes: all ${scopes.length} are there\n`);
  });
});

describe("keyturn manifest slack", () => {
  const read = (output: string) => manifestSchema.parse(parse(output));

  it("takes name, slash command and address from the options and the configuration", async () => {
    await writeFile(
      path.join(stage.folder, "keyturn.config.json"),
      JSON.stringify({
        slack: { slashCommand: "/helper", name: "work" },
        publicUrl: "https://bot.example.org",
        basePath: "/k",
      }),
    );
    const environment = { SLACK_BOT_TOKEN: "xoxb-canary", SLACK_SIGNING_SECRET: "canary" };
    const { output, errors } = await print(["--name", 'The "Helper": # 1'], environment);
    const { display_information, features, settings } = read(output);
    expect(display_information.name).toBe('The "Helper": # 1');
    expect(features.slash_commands.map((each) => each.command)).toEqual(["/helper", "/reset"]);
    expect(settings).toMatchObject({
      socket_mode_enabled: false,
      interactivity: { request_url: "https://bot.example.org/k/hooks/work/events" },
    });
    expect(output + errors).not.toContain("canary");
  });

  it("gives a further bot its own command alone: two apps with one /reset take it from each other", async () => {
    const two = { botToken: "xoxb-two", appToken: "xapp-two", slashCommand: "/two" };
    const configuration = { slack: { moreBots: { two } } };
    await writeFile(path.join(stage.folder, "keyturn.config.json"), JSON.stringify(configuration));
    const { features } = read((await print(["--bot", "two"])).output);
    expect(features.slash_commands.map((each) => each.command)).toEqual(["/two"]);
    const unknown = await print(["--bot", "three"]);
    expect(unknown).toMatchObject({ code: 2, output: "" });
    expect(unknown.errors).toContain("--bot has to be one of slack.moreBots; there are: two.");
  });

  const publicUrl = "https://bot.example.org";
  const client = { SLACK_CLIENT_ID: "1.2", SLACK_CLIENT_SECRET: "canary" };
  const environment = { ...client, KEYTURN_PUBLIC_URL: publicUrl };

  it.each<[string, readonly string[], Readonly<Record<string, string>>, boolean]>([
    ["it is asked for, before there is an app", ["--oauth"], { KEYTURN_PUBLIC_URL: publicUrl }, true],
    ["the address is given", ["--oauth", "--url", publicUrl], {}, false],
    ["workspaces install the app, over sockets", [], { ...environment, SLACK_APP_TOKEN: "xapp-canary" }, true],
    ["workspaces install the app, over HTTP", [], { ...environment, SLACK_SIGNING_SECRET: "canary" }, false],
  ])("names the page that Slack leads back to where %s", async (_name, parameters, variables, isSocketMode) => {
    const { output, errors } = await print(parameters, variables);
    expect(errors).toBe("");
    const { oauth_config, settings } = read(output);
    expect(oauth_config.redirect_urls).toEqual(["https://bot.example.org/hooks/slack/oauth_redirect"]);
    expect(settings.socket_mode_enabled).toBe(isSocketMode);
    expect(output).not.toContain("canary");
  });

  it.each([
    [["--oauth"], "Set publicUrl (KEYTURN_PUBLIC_URL)"],
    [["--oauth", "--url", "http://bot.example.org"], "Slack"],
    [["--oauth", "--bot", "two"], "--oauth goes without --bot"],
  ])("cannot name it with %j", async (parameters, told) => {
    const { code, output, errors } = await print(parameters);
    expect({ code, output, errors }).toEqual({ code: 2, output: "", errors: expect.stringContaining(told) });
  });

  it("gives a link that opens Slack with the same manifest", async () => {
    const url = new URL((await print(["--link"])).output);
    expect(url.origin + url.pathname).toBe("https://api.slack.com/apps");
    expect(url.searchParams.get("new_app")).toBe("1");
    expect(url.searchParams.get("manifest_yaml")).toBe(readManifest("manifest.yml").text);
  });

  it.each([
    [["--url", "http://bot.example.org"], "Slack sends to an https address alone"],
    [["--url", "bot"], "Slack sends to an https address alone"],
    [["--name", "x".repeat(36)], "--name has to have 1 to 35 characters"],
    [["--name", " "], "--name has to have 1 to 35 characters"],
  ])("refuses %j", async (parameters, told) => {
    const { code, output, errors } = await print(parameters);
    expect(errors).toContain(told);
    expect(output).toBe("");
    expect(code).toBe(2);
  });

  it("says that HTTP mode needs an address where the configuration has none", async () => {
    const { code, errors } = await print([], { SLACK_SIGNING_SECRET: "canary" });
    expect(errors).toContain("In HTTP mode Slack has to reach this bot. Set publicUrl");
    expect(code).toBe(2);
  });

  it("knows no other service", async () => {
    expect((await stage.run(["manifest", "discord"])).errors).toContain("Allowed choices are slack");
  });
});
