import { SystemClock } from "@keyturn/core";
import { openLowdbStorage } from "../../packages/core/src/stores/lowdb/open-lowdb-storage.ts";
import { fillingDisk } from "../drive/filling-disk.ts";
import { writtenSession } from "../drive/written-session.ts";
import type { Filling } from "../harness/data-folders.ts";
import type { Probe } from "../harness/probe.ts";

/** Which folder is filled with what. */
export interface FillingParameters extends Filling {
  readonly folder: string;
}

/** Fills a data folder, or adds to one. Measures nothing. */
export const fillingProbe: Probe<FillingParameters, void> = {
  async prepare({ folder, first, conversations, messages }) {
    return {
      async run() {
        const storage = await openLowdbStorage({
          folder,
          clock: new SystemClock(),
          durability: "relaxed",
          cacheSize: 1,
          fileSystem: fillingDisk,
        });
        for (let conversation = first; conversation < first + conversations; conversation += 1) {
          await storage.write(await writtenSession(conversation, messages, await storage.nextEpoch()));
        }
        await storage.close();
      },
      close: () => Promise.resolve(),
    };
  },
};
