/**
 * `pnpm images`: pictures of the dashboard's main screens, for the README, in docs/images. With a
 * folder as its argument, every screen in light and dark and in three widths goes there, to be looked at.
 */
import { join } from "node:path";
import { DeliveryError, SystemClock, createBot } from "@keyturn/core";
import { createGateway, createWebChat } from "@keyturn/gateway";
import { GatewayClient } from "@keyturn/gateway/client";
import { RecordingChannel } from "@keyturn/testkit";
import { type Page, chromium } from "playwright-core";
import { buildDashboard } from "./build-dashboard.ts";
import { SceneRunner } from "./dashboard-images/scene-runner.ts";
import { type Scene, scenes, unfinished } from "./dashboard-images/scenes.ts";

const folder = join(import.meta.dirname, "../docs/images");
const token = "a-token-for-pictures-alone";
const minute = 60_000;

/** The machine's time, begun earlier, so that what happened did not all happen now. */
class PastClock extends SystemClock {
  minutesAgo = 0;

  override now(): number {
    return super.now() - this.minutesAgo * minute;
  }
}

const [, , everything] = process.argv;
await buildDashboard();
const runner = new SceneRunner();
const webChat = createWebChat();
const clock = new PastClock();
const refuse = ({ text }: { readonly text: string }) => {
  if (text.includes("(too long for here)")) {
    throw new DeliveryError("HTTP 403: the bot may not write in this channel", { isRetryable: false });
  }
};
const channels = ["discord", "slack"].map((name) => new RecordingChannel({ name, beforeSend: refuse }));
const plugins = [webChat.plugin, ...channels.map((channel) => channel.toPlugin())];
const bot = await createBot({ turnRunner: runner, plugins, clock });
await bot.start();
const gateway = createGateway({ bot, token, webChat, port: 0 });
const { url } = await gateway.listen();
const client = new GatewayClient({ url, token });

const keyOf = ({ adapter, place, thread }: Omit<Scene, "minutesAgo">) => ({
  adapter,
  account: adapter === "webchat" ? "web" : "acme",
  place,
  ...(thread !== undefined && { thread }),
});
let messages = 0;
const say = async (scene: Omit<Scene, "minutesAgo">, name: string, text: string) => {
  messages += 1;
  const sender = { id: name.toLowerCase(), name };
  await bot.receive({ key: keyOf(scene), platformMessageId: `m-${messages}`, sender, text });
};

for (const scene of scenes) {
  clock.minutesAgo = scene.minutesAgo;
  runner.putUp(scene);
  await say(scene, scene.name, scene.text);
  await bot.settled();
  const { resetBy } = scene;
  if (resetBy === undefined) continue;
  const id = await bot.sessions.find(keyOf(scene));
  if (id === undefined) throw new Error(`${scene.place} is not there.`);
  const { adapter, account, place } = keyOf(scene);
  const bo = { kind: "participant", id: resetBy, adapter, account, place, surface: adapter } as const;
  await bot.sessions.reset(id, { actor: { ...bo, rights: ["moderator"] }, reason: "" });
}
clock.minutesAgo = 0;
let open = "";
for (const scene of unfinished) {
  runner.putUp(scene);
  await say(scene, scene.name, scene.text);
  for (const { name, text } of scene.waiting) await say(scene, name, text);
  open = (await bot.sessions.find(keyOf(scene))) ?? open;
}

const sessionAt = async (index: number) => {
  const scene = scenes[index];
  const id = scene === undefined ? undefined : await bot.sessions.find(keyOf(scene));
  if (id === undefined) throw new Error(`Scene ${index} is not there.`);
  return id;
};
await client.schedules.create({
  sessionId: await sessionAt(0),
  name: "Weekly report",
  cron: "0 9 * * 1",
  timeZone: "Europe/Berlin",
  text: "Send the numbers of last week.",
});
await client.schedules.create({
  sessionId: await sessionAt(1),
  name: "Keys that expire",
  cron: "30 8 * * 1-5",
  text: "Which API keys expire within a week?",
  isPaused: true,
});
if (everything !== undefined) await client.delete(await sessionAt(4), { reason: "asked for by Mei" });

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
if (everything === undefined) {
  for (const [name, width, height, colorScheme] of [
    ["dashboard-light", 1280, 760, "light"],
    ["dashboard-dark", 1280, 760, "dark"],
    ["dashboard-phone", 390, 780, "light"],
  ] as const) {
    await visit({ width, height, colorScheme }, async (page) => {
      await page.goto(`${url}/#/c/${open}`);
      await page.locator("[data-kind=draft] .markdown").waitFor();
      await page.screenshot({ path: join(folder, `${name}.png`) });
    });
  }
  await visit({ width: 1280, height: 760, colorScheme: "light" }, async (page) => {
    await page.goto(`${url}/#/health`);
    await page.getByRole("button", { name: "Send again" }).waitFor();
    await page.screenshot({ path: join(folder, "dashboard-health.png") });
  });
} else {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const [width, height] of [
      [1920, 1000],
      [1280, 760],
      [360, 760],
    ] as const) {
      await lookAtEverything(everything, { width, height, colorScheme });
    }
  }
}
await browser.close();
await gateway.close();
// What waits begins as soon as what is being written ends: nobody is there any more to write it.
process.exit();

interface Look {
  readonly width: number;
  readonly height: number;
  readonly colorScheme: "light" | "dark";
}

/** Opens a browser of its own, logged in, and with something that happened since its operator looked. */
async function visit({ width, height, colorScheme }: Look, look: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: "reduce" });
  const since = new Date(Date.now() - 20 * minute).toISOString();
  await context.addInitScript(`localStorage.setItem("keyturn.looked", '{"since":"${since}","at":{}}')`);
  const page = await context.newPage();
  const { code } = await client.access.createCode({ label: "Olga" });
  await page.goto(`${url}/#code=${code}`);
  await page.getByRole("listbox", { name: "Conversations" }).waitFor();
  await look(page);
  await context.close();
}

async function lookAtEverything(to: string, look: Look): Promise<void> {
  const places = [
    "list",
    "?q=nothing-of-it",
    "health",
    "chat",
    "schedules",
    "usage",
    "trash",
    "audit",
    "logs",
    "access",
  ];
  await visit(look, async (page) => {
    const shoot = (name: string) =>
      page.screenshot({ path: join(to, `${name}-${look.colorScheme}-${look.width}.png`) });
    for (const place of [...places, "settings", `c/${open}`]) {
      await page.goto(`${url}/#/${place === "list" ? "" : place}`);
      await page.locator(".late").first().waitFor({ state: "detached" });
      await page.waitForTimeout(900);
      await shoot((place.split("/")[0] ?? "").replace(/\W+/g, "-"));
    }
    await page.goto(`${url}/#/`);
    for (const [name, key] of [
      ["help", "?"],
      ["palette", "Control+k"],
    ] as const) {
      await page.keyboard.press(key);
      await page.getByRole("dialog").waitFor();
      await shoot(name);
      await page.keyboard.press("Escape");
    }
    const further = page.getByRole("button", { name: "More", exact: true });
    if (!(await further.isVisible())) return;
    await further.click();
    await shoot("further");
  });
}
