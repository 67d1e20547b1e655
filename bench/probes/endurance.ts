import type { StoreChoice } from "@keyturn/core";
import { Crowd, type CrowdOptions } from "../drive/crowd.ts";
import { OurContender } from "../drive/our-contender.ts";
import { ShiftedClock } from "../drive/shifted-clock.ts";
import type { Probe } from "../harness/probe.ts";

/** How many messages of which crowd one run is. */
export interface EnduranceParameters {
  readonly store: StoreChoice;
  readonly crowd: CrowdOptions;
  readonly messages: number;
}

/** What is left in the process when everybody has left and what was kept for a while has expired. */
export interface EnduranceResult {
  /** Bytes of the heap in use. */
  readonly heap: number;
  /** Bytes outside of it: buffers. */
  readonly external: number;
  /** What keeps the event loop or the system busy: timers, files, sockets, requests. */
  readonly handles: number;
}

/** Above the day for which marks of messages and ids of deleted sessions are kept, in milliseconds. */
const retentionMilliseconds = 25 * 3_600_000;

/** Lets very many messages through one process. */
export const enduranceProbe: Probe<EnduranceParameters, EnduranceResult> = {
  async prepare({ store, crowd: options, messages }) {
    const clock = new ShiftedClock();
    const contender = await OurContender.start({ store, clock });
    return {
      async run() {
        const crowd = await Crowd.open(contender, options);
        await crowd.talk(messages);
        await crowd.leave();
        await contender.bot.settled();
        clock.advance(retentionMilliseconds);
        await contender.bot.sessions.sweep();
        return look();
      },
      close: () => contender.close(),
    };
  },
};

async function look(): Promise<EnduranceResult> {
  await collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return { heap: heapUsed, external, handles: process.getActiveResourcesInfo().length };
}
