import { type BotOptions, SystemClock, definePlugin, silentLogger } from "@keyturn/core";
import { checkBotOptions } from "../../packages/core/src/composition/bot-options.ts";
import { Bot } from "../../packages/core/src/composition/bot.ts";
import { compose } from "../../packages/core/src/composition/compose.ts";
import { MemoryAuditLog } from "../../packages/core/src/sessions/audit.ts";
import { MemoryScheduleStore } from "../../packages/core/src/schedules/schedule-store.ts";
import { MemoryStorageShelves } from "../../packages/core/src/storage/plugin-storage.ts";
import { DocumentSessionStore } from "../../packages/core/src/stores/document/document-session-store.ts";
import { openLowdbStorage } from "../../packages/core/src/stores/lowdb/open-lowdb-storage.ts";
import { CountingChannel, answeringRunner } from "./bench-bot.ts";
import { recordingDisk } from "./recording-disk.ts";

/** A bot as `createBot` makes it with the embedded store, but on a disk that takes down what is synced. */
export async function startRecordedBot(folder: string, synced: number[]): Promise<Bot> {
  const clock = new SystemClock();
  const plugin = definePlugin({
    name: "bench",
    version: "1.0.0",
    setup: (context) => context.channel(new CountingChannel()),
  });
  const options: BotOptions = { turnRunner: answeringRunner, plugins: [plugin] };
  const checked = checkBotOptions(options);
  const storage = await openLowdbStorage({ folder, clock, fileSystem: recordingDisk(synced) });
  const opened = {
    store: new DocumentSessionStore(storage),
    audit: new MemoryAuditLog(),
    schedules: new MemoryScheduleStore(),
    usage: undefined,
    shelves: new MemoryStorageShelves(),
  };
  const bot = new Bot(compose({ options, checked, opened, clock, log: silentLogger }), checked);
  await bot.start();
  return bot;
}
