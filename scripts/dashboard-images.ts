/** `node scripts/dashboard-images.ts`: pictures of the dashboard's main screens, for the README, in docs/images. */
import { join } from "node:path";
import { createBot } from "@keyturn/core";
import { createGateway, createWebChat } from "@keyturn/gateway";
import { GatewayClient } from "@keyturn/gateway/client";
import { ScriptedTurnRunner } from "@keyturn/testkit";
import { chromium } from "playwright-core";
import { buildDashboard } from "./build-dashboard.ts";

const folder = join(import.meta.dirname, "../docs/images");
const token = "a-token-for-pictures-alone";

/** What the pictures show: who said what in which conversation, and what was answered; no answer where one is being written. */
const scenes = [
  [
    "release notes",
    "Dana",
    "Can you draft the notes for 2.4?",
    "Here is a draft:\n\n- **Undo** for resets\n- Faster lists",
  ],
  [
    "on-call",
    "Milo",
    "The queue is growing again.",
    "It has 312 jobs, 40 more than an hour ago. `worker-3` stopped at 09:12.",
  ],
  ["welcome", "Yuki", "Hello! What can you do?", "Answer, look things up, and keep an eye on the clock. Try `/help`."],
  ["invoices", "Sam", "Which invoices are overdue?", "Two: **4711** since Monday and **4718** since today."],
  ["refund for order 4711", "Ana", "It says declined, but my bank says it went through.", undefined],
] as const;

await buildDashboard();
const runner = new ScriptedTurnRunner();
const webChat = createWebChat();
const bot = await createBot({ turnRunner: runner, plugins: [webChat.plugin] });
await bot.start();
const gateway = createGateway({ bot, token, webChat, port: 0 });
const { url } = await gateway.listen();
const client = new GatewayClient({ url, token });
let open = "";
let last: Awaited<ReturnType<typeof runner.nextRun>> | undefined;
for (const [conversation, name, text, answer] of scenes) {
  const sent = await client.send({ conversation, text, sender: { id: name.toLowerCase(), name } });
  if ("sessionId" in sent) open = sent.sessionId;
  const run = await runner.nextRun();
  if (answer === undefined) run.write("Let me look at the order. The payment was declined at first, and then");
  else run.answer(answer);
  if (answer !== undefined) await bot.settled();
  last = run;
}

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
for (const [name, width, height, colorScheme] of [
  ["dashboard-light", 1280, 760, "light"],
  ["dashboard-dark", 1280, 760, "dark"],
  ["dashboard-phone", 390, 780, "light"],
] as const) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  const { code } = await client.access.createCode({ label: "Olga" });
  await page.goto(`${url}/#code=${code}`);
  await page.getByRole("listbox").waitFor();
  await page.goto(`${url}/#/c/${open}`);
  await page.locator("[data-kind=draft] .markdown").waitFor();
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await context.close();
}
await browser.close();
last?.answer("");
await gateway.close();
await bot.stop(0);
