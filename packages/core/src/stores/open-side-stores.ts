import type { ScheduleStore } from "../schedules/schedule-store.ts";
import type { StorageShelves } from "../storage/plugin-storage.ts";
import type { UsageStore } from "../usage/usage-store.ts";
import { DataFolder } from "./lowdb/data-folder.ts";
import { nodeFileSystem } from "./lowdb/node-file-system.ts";
import type { LowdbStorageOptions } from "./lowdb/open-lowdb-storage.ts";
import { FileStorageShelves } from "./plugins/file-storage-shelves.ts";
import { FileScheduleStore } from "./schedules/file-schedule-store.ts";
import { FileUsageStore } from "./usage/file-usage-store.ts";

/** What lies in a data folder beside the sessions. */
export interface SideStores {
  readonly schedules: ScheduleStore;
  readonly usage: UsageStore;
  readonly shelves: StorageShelves;
}

/**
 * Opens what lies beside the sessions. The folder is owned by whoever opened the sessions in it.
 * @throws StoreError when it cannot be written.
 */
export async function openSideStores(options: LowdbStorageOptions): Promise<SideStores> {
  const folder = new DataFolder({
    folder: options.folder,
    fileSystem: options.fileSystem ?? nodeFileSystem,
    durability: options.durability ?? "strict",
    clock: options.clock,
    report: options.report ?? (() => undefined),
  });
  const schedules = await FileScheduleStore.open(folder);
  return { schedules, usage: new FileUsageStore(folder), shelves: await FileStorageShelves.open(folder) };
}
