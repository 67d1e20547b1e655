/**
 * `node scripts/dashboard-images.ts`: pictures of the dashboard's main screens, for the README, in docs/images. With a
 * folder as its argument, every screen in light and dark and in two widths goes there, to be looked at.
 */
import { join } from "node:path";
import { DeliveryError, SystemClock, createBot } from "@keyturn/core";
import { createGateway, createWebChat } from "@keyturn/gateway";
import { GatewayClient } from "@keyturn/gateway/client";
import { RecordingChannel, ScriptedTurnRunner } from "@keyturn/testkit";
import { type Page, chromium } from "playwright-core";
import { buildDashboard } from "./build-dashboard.ts";
import { scenes, unfinished } from "./dashboard-images/scenes.ts";

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

await buildDashboard();
const runner = new ScriptedTurnRunner();
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

for (const [index, { minutesAgo, adapter, place, thread, name, text, answer }] of scenes.entries()) {
  clock.minutesAgo = minutesAgo;
  const key = { adapter, account: "acme", place, ...(thread !== undefined && { thread }) };
  await bot.receive({ key, platformMessageId: `m-${index}`, sender: { id: name.toLowerCase(), name }, text });
  const run = await runner.nextRun();
  run.answer(answer);
  await bot.settled();
}
clock.minutesAgo = 0;
let open = "";
for (const [index, { conversation, name, text, draft, waiting }] of unfinished.entries()) {
  const sender = { id: name.toLowerCase(), name };
  const key = { adapter: "webchat", account: "web", place: conversation };
  await bot.receive({ key, platformMessageId: `u-${index}`, sender, text });
  (await runner.nextRun()).write(draft);
  for (const [at, each] of waiting.entries()) {
    await bot.receive({ key, platformMessageId: `w-${index}-${at}`, sender, text: each });
  }
  open = (await bot.sessions.find(key)) ?? open;
}

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const [, , everything] = process.argv;
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
} else {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1280, 360]) await lookAtEverything(everything, { width, height: 760, colorScheme });
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
  const places = ["", "?q=nothing-of-it", "health", "chat", "schedules", "usage", "trash", "audit", "logs", "access"];
  await visit(look, async (page) => {
    for (const place of [...places, "settings", `c/${open}`]) {
      await page.goto(`${url}/#/${place}`);
      await page.locator(".late").first().waitFor({ state: "detached" });
      await page.waitForTimeout(400);
      const name = place === "" ? "list" : (place.split("/")[0] ?? "").replace(/\W+/g, "-");
      await page.screenshot({ path: join(to, `${name}-${look.colorScheme}-${look.width}.png`) });
    }
  });
}
