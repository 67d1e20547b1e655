import { type TurnRunner, createBot } from "@keyturn/core";
import { createGateway, createWebChat } from "@keyturn/gateway";
import { GatewayClient } from "@keyturn/gateway/client";
import { type Frames, PageReader } from "../drive/page-reader.ts";
import type { Probe } from "../harness/probe.ts";

/** Which transcript is scrolled. */
export interface DashboardTranscriptsParameters {
  /** Questions and answers together. */
  readonly entries: number;
}

/** What scrolling it took. */
export interface DashboardTranscriptsResult {
  /** Of the page while nobody does anything: what the machine has to give. */
  readonly still: Frames;
  /** Upwards through what is still to be read. */
  readonly reading: Frames;
  /** Through all that was read, from the end to the beginning. */
  readonly drag: Frames;
  /** From opening it to its newest entry, in milliseconds. */
  readonly opened: number;
  /** In megabytes. */
  readonly heap: number;
  /** Entries that the page has drawn, of all that were read. */
  readonly drawn: number;
}

const token = "the-token-of-the-benchmark";
const key = { adapter: "webchat", account: "web", place: "long" };

/** Answers of many shapes: lists, tables and code, as models write them. */
const writingRunner: TurnRunner = {
  run({ messages: [message] }) {
    const turn = Number(message?.text.split(" ").at(-1));
    const shapes = [
      `The answer **${turn}**, in a line.`,
      `Three things:\n\n${"- one of them, `inline` and *so on*\n".repeat((turn % 5) + 1)}`,
      `| time | event |\n| --- | --- |\n${`| 09:1${turn % 10} | declined |\n`.repeat((turn % 4) + 1)}`,
      `So:\n\n\`\`\`ts\n${`const value${turn} = await ask(${turn});\n`.repeat((turn % 6) + 1)}\`\`\``,
    ];
    const text = shapes[turn % shapes.length] ?? "";
    return Promise.resolve({ parts: [{ type: "text", text }], usage: { inputTokens: 0, outputTokens: 0 } });
  },
};

/** Reads a very long conversation on the dashboard in a browser, as a hand does. */
export const dashboardTranscriptsProbe: Probe<DashboardTranscriptsParameters, DashboardTranscriptsResult> = {
  async prepare({ entries }) {
    const webChat = createWebChat();
    const bot = await createBot({ turnRunner: writingRunner, plugins: [webChat.plugin] });
    await bot.start();
    for (let turn = 0; turn < entries / 2; turn += 1) {
      const text = `What about ${"that, and that, and ".repeat(turn % 4)}number ${turn}`;
      await bot.receive({ key, platformMessageId: `m-${turn}`, sender: { id: "person", name: "Ana" }, text });
      await bot.settled();
    }
    const gateway = createGateway({ bot, webChat, token, port: 0 });
    const { url } = await gateway.listen();
    const { code } = await new GatewayClient({ url, token }).access.createCode({ label: "bench" });
    const reader = await PageReader.open(`${url}/#code=${code}`, /\/messages\?/);
    return {
      async run() {
        const { page } = reader;
        // From the list: a page that is loaded again opens by itself what was open.
        await page.goto(`${url}/#/`);
        await page.reload();
        const row = page.locator(".row[aria-posinset='1']");
        await row.waitFor();
        const newest = `.transcript :text("number ${entries / 2 - 1}")`;
        const opened = await reader.timeOf(newest, () => row.dispatchEvent("click"));
        const still = await reader.frames(() => page.waitForTimeout(1_000));
        const reading = await reader.frames(() => reader.wheel(".transcript", 200, -1_500));
        await readAll(reader);
        const drag = await reader.frames(() => reader.drag(".transcript", [1, 0], 180));
        await page.locator(".transcript .entry-row").first().waitFor();
        const drawn = await page.locator(".transcript .entry-row").count();
        return { still, reading, drag, opened, heap: await reader.heap(), drawn };
      },
      async close() {
        await reader.close();
        await gateway.close();
        await bot.stop();
      },
    };
  },
};

/** Stays at the beginning until nothing older is left. */
async function readAll({ page }: PageReader): Promise<void> {
  while ((await page.locator(".transcript .older").count()) > 0) {
    await page.evaluate("document.querySelector('.transcript').scrollTop = 0");
    await page.waitForTimeout(50);
  }
}
