import { createGateway, createWebChat } from "@keyturn/gateway";
import { GatewayClient } from "@keyturn/gateway/client";
import { type StoreChoice, createBot } from "@keyturn/core";
import { answeringRunner } from "../drive/bench-bot.ts";
import { type Frames, PageReader } from "../drive/page-reader.ts";
import type { Probe } from "../harness/probe.ts";

/** Which list is scrolled. */
export interface DashboardListsParameters {
  /** An embedded one that holds the sessions. */
  readonly store: StoreChoice;
  readonly conversations: number;
}

/** What scrolling it took. */
export interface DashboardListsResult {
  /** Of the page while nobody does anything: what the machine has to give. */
  readonly still: Frames;
  readonly wheel: Frames;
  readonly drag: Frames;
  /** From the end of the drag, in milliseconds. */
  readonly rowThere: number;
  /** From the last letter of a search to its only row, in milliseconds. */
  readonly searched: number;
  /** In megabytes. */
  readonly heap: number;
}

const token = "the-token-of-the-benchmark";

/** Scrolls the dashboard's list of very many sessions in a browser, as a hand does. */
export const dashboardListsProbe: Probe<DashboardListsParameters, DashboardListsResult> = {
  async prepare({ store, conversations }) {
    const webChat = createWebChat();
    const bot = await createBot({ store, turnRunner: answeringRunner, plugins: [webChat.plugin] });
    await bot.start();
    const gateway = createGateway({ bot, webChat, token, port: 0 });
    const { url } = await gateway.listen();
    const { code } = await new GatewayClient({ url, token }).access.createCode({ label: "bench" });
    const reader = await PageReader.open(`${url}/#code=${code}`, /\/api\/v1\/sessions\?/);
    return {
      async run() {
        const { page } = reader;
        await page.getByRole("searchbox").fill("");
        await page.locator(".row[aria-posinset='1']").waitFor();
        const still = await reader.frames(() => page.waitForTimeout(1_000));
        const wheel = await reader.frames(() => reader.wheel(".rows", 80, 400));
        const drag = await reader.frames(() => reader.drag(".rows", [0, 0.9], 90));
        const rowThere = await reader.timeOf(`.row[aria-posinset='${Math.floor(conversations * 0.9)}']`);
        await page.getByRole("searchbox").fill(`place-${conversations - 1}`);
        const begun = performance.now();
        await page.locator(".row[aria-setsize='1']").waitFor();
        const searched = performance.now() - begun;
        return { still, wheel, drag, rowThere, searched, heap: await reader.heap() };
      },
      async close() {
        await reader.close();
        await gateway.close();
        await bot.stop();
      },
    };
  },
};
