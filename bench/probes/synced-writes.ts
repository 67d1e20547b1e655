import { mkdir, open, rename } from "node:fs/promises";
import path from "node:path";
import type { Probe } from "../harness/probe.ts";

/** What is written: for each turn, the bytes of its files. */
export interface SyncedWritesParameters {
  readonly folder: string;
  readonly turns: readonly (readonly number[])[];
  /** Turns in one run. */
  readonly turnsPerRun: number;
}

/**
 * The writes of durable turns and nothing else: each a new file, synced, renamed over the old one, and the folder synced.
 * Milliseconds of each turn.
 */
export const syncedWritesProbe: Probe<SyncedWritesParameters, readonly number[]> = {
  async prepare({ folder, turns, turnsPerRun }) {
    await mkdir(folder, { recursive: true });
    let turn = 0;
    return {
      async run() {
        const times: number[] = [];
        for (const last = turn + turnsPerRun; turn < last; turn += 1) {
          const writes = (turns[turn % turns.length] ?? []).map((bytes) => Buffer.alloc(bytes, "x"));
          const file = path.join(folder, `${turn % 10}.json`);
          const start = performance.now();
          for (const bytes of writes) await replace(file, bytes);
          times.push(performance.now() - start);
        }
        return times;
      },
      close: () => Promise.resolve(),
    };
  },
};

async function replace(file: string, bytes: Buffer): Promise<void> {
  const temporary = `${file}.tmp`;
  const written = await open(temporary, "wx");
  await written.write(bytes);
  await written.datasync();
  await written.close();
  await rename(temporary, file);
  const folder = await open(path.dirname(file), "r");
  await folder.sync();
  await folder.close();
}
