import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { createGateway, createWebChat } from "@keyturn/gateway";
import { type StoreChoice, createBot } from "@keyturn/core";
import { answeringRunner, keyOf } from "../drive/bench-bot.ts";
import { HttpCrowd, type HttpCrowdResult } from "../drive/http-crowd.ts";
import type { Probe } from "../harness/probe.ts";

/** What a gateway is asked. */
export interface HttpListsParameters {
  /** An embedded one that holds very many sessions. */
  readonly store: StoreChoice;
  readonly listeners: number;
  /** First pages, searches and messages in one run. */
  readonly times: number;
  /** Number of the first conversation that may be deleted; each is used once. */
  readonly first: number;
  /** Deletes in one run. */
  readonly deletes: number;
}

/** What the crowd waited, and how long everything else had to wait meanwhile. All in milliseconds. */
export interface HttpListsResult extends HttpCrowdResult {
  /** The delay of the event loop that 99 of 100 timers kept to. */
  readonly delay99: number;
  readonly longestDelay: number;
}

const token = "the-token-of-the-benchmark";

/** Between the end of the start and the first request, in milliseconds: the index is read in small pieces meanwhile. */
const settleMilliseconds = 2_000;

/** Lists, searches, deletes and messages over HTTP, while readers of events are open; the crowd is another process. */
export const httpListsProbe: Probe<HttpListsParameters, HttpListsResult> = {
  async prepare({ store, listeners, times, first, deletes }) {
    const webChat = createWebChat();
    const bot = await createBot({ store, turnRunner: answeringRunner, plugins: [webChat.plugin] });
    await bot.start();
    const gateway = createGateway({ bot, webChat, token, port: 0 });
    const { url } = await gateway.listen();
    const crowd = new HttpCrowd();
    let next = first;
    await setTimeout(settleMilliseconds);
    return {
      async run() {
        const ids: string[] = [];
        for (; ids.length < deletes; next += 1) ids.push((await bot.sessions.find(keyOf(next))) ?? "missing");
        const delay = monitorEventLoopDelay({ resolution: 1 });
        delay.enable();
        const result = await crowd.perform({ url, token, listeners, times, deletes: ids });
        delay.disable();
        return { ...result, delay99: delay.percentile(99) / 1e6, longestDelay: delay.max / 1e6 };
      },
      async close() {
        crowd.close();
        await gateway.close();
        await bot.stop();
      },
    };
  },
};
