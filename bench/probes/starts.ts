import type { StoreChoice } from "@keyturn/core";
import { startBenchBot } from "../drive/bench-bot.ts";
import type { Probe } from "../harness/probe.ts";

/** What a bot is started on. */
export interface StartsParameters {
  readonly store: StoreChoice;
}

/** What the start took, in milliseconds. */
export interface StartsResult {
  /** From the call that makes the bot to the bot that takes messages. */
  readonly bot: number;
  /** From the start of the process, Node and the loading of the code included. */
  readonly process: number;
}

/** Starts a bot, once. */
export const startsProbe: Probe<StartsParameters, StartsResult> = {
  async prepare({ store }) {
    const before = performance.now();
    const bot = await startBenchBot({ store });
    const after = performance.now();
    return {
      run: () => Promise.resolve({ bot: after - before, process: after }),
      close: () => bot.stop(),
    };
  },
};
