import { existsSync, readdirSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import type { AuditLog, StoreChoice } from "@keyturn/core";
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
export interface Remains {
  /** Bytes of the heap in use, buffers outside of it included. */
  readonly heap: number;
  /** What may keep the process busy: timers, sockets, requests, and where the system tells, open files. */
  readonly handles: number;
}

/** Above the day for which marks of messages and ids of deleted sessions are kept, in milliseconds. */
const retentionMilliseconds = 25 * 3_600_000;

/** In memory the audit log keeps its newest 10,000 entries: until it is full it would look like something that leaks. */
const forgetfulAudit: AuditLog = {
  append: () => Promise.resolve(),
  newest: () => Promise.resolve([]),
  close: () => Promise.resolve(),
};

/** Lets very many messages through one process. */
export const enduranceProbe: Probe<EnduranceParameters, Remains> = {
  async prepare({ store, crowd: options, messages }) {
    // At some time V8 drops the compiled code of the start, 4 MB that would hide what grew until then.
    setFlagsFromString("--no-flush-bytecode");
    const clock = new ShiftedClock();
    const contender = await OurContender.start({
      store,
      clock,
      ...(store.kind === "memory" && { audit: forgetfulAudit }),
    });
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

async function look(): Promise<Remains> {
  // Twice, with a turn of the event loop between: what the first frees may let go of more.
  gc?.();
  await setImmediate();
  gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return { heap: heapUsed + external, handles: process.getActiveResourcesInfo().length + openFiles() };
}

function openFiles(): number {
  const descriptors = "/proc/self/fd";
  return existsSync(descriptors) ? readdirSync(descriptors).length : 0;
}
