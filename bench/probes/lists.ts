import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import type { Bot, StoreChoice } from "@keyturn/core";
import { operator, startBenchBot } from "../drive/bench-bot.ts";
import { Crowd } from "../drive/crowd.ts";
import { OurContender } from "../drive/our-contender.ts";
import type { Probe } from "../harness/probe.ts";

/** Which sessions are listed. */
export interface ListsParameters {
  /** An embedded one holds the sessions already, one in memory is given them. */
  readonly store: StoreChoice;
  readonly conversations: number;
  /** Lists in one run. */
  readonly lists: number;
}

/** What lists took, and what they did to everything else. All in milliseconds. */
export interface ListsResult {
  /** Each list. */
  readonly times: readonly number[];
  /** The first list after the start, before anything else. */
  readonly firstAfterStart: number;
  /** How long a timer had to wait at most, beyond its time, while lists were made. */
  readonly longestDelay: number;
}

/** Sessions on a page. */
const limit = 50;

/** Rest between two lists: the event loop turns, so that its delay can be seen. */
const restMilliseconds = 5;

/** Makes the first page of a list of very many sessions. */
export const listsProbe: Probe<ListsParameters, ListsResult> = {
  async prepare({ store, conversations, lists }) {
    const bot = await startFilled(store, conversations);
    const firstAfterStart = await timeOfList(bot);
    for (let warmUp = 0; warmUp < lists / 10; warmUp += 1) await timeOfList(bot);
    return {
      async run() {
        const delay = monitorEventLoopDelay({ resolution: 1 });
        const times: number[] = [];
        delay.enable();
        for (let list = 0; list < lists; list += 1) {
          times.push(await timeOfList(bot));
          await setTimeout(restMilliseconds);
        }
        delay.disable();
        return { times, firstAfterStart, longestDelay: delay.max / 1e6 };
      },
      close: () => bot.stop(),
    };
  },
};

async function startFilled(store: StoreChoice, conversations: number): Promise<Bot> {
  if (store.kind === "lowdb") return startBenchBot({ store });
  const contender = await OurContender.start({ store });
  const crowd = await Crowd.open(contender, { conversations, atOnce: Math.min(conversations, 500) });
  await crowd.talk(conversations);
  return contender.bot;
}

async function timeOfList(bot: Bot): Promise<number> {
  const start = performance.now();
  const page = await bot.sessions.list({ limit }, operator);
  const time = performance.now() - start;
  if (page.length !== limit) throw new Error(`The page has ${page.length} sessions in place of ${limit}.`);
  return time;
}
