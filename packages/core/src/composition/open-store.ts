import type { Clock } from "../clock.ts";
import type { Logger } from "../log.ts";
import { type AuditLog, MemoryAuditLog } from "../sessions/audit.ts";
import { MemoryScheduleStore, type ScheduleStore } from "../schedules/schedule-store.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import { MemoryStorageShelves, type StorageShelves } from "../storage/plugin-storage.ts";
import { DocumentSessionStore } from "../stores/document/document-session-store.ts";
import type { LowdbStorageOptions } from "../stores/lowdb/open-lowdb-storage.ts";
import { MemoryDocumentStorage } from "../stores/memory/memory-document-storage.ts";
import type { UsageStore } from "../usage/usage-store.ts";
import type { StoreChoice } from "./bot-options.ts";

/** A store that is open, with what lies beside it. */
export interface OpenedStore {
  readonly store: SessionStore;
  readonly audit: AuditLog;
  readonly schedules: ScheduleStore;
  /** Undefined where nothing outlasts the process. */
  readonly usage: UsageStore | undefined;
  readonly shelves: StorageShelves;
}

/**
 * Opens the chosen store.
 * @throws StoreError when the folder is in use, cannot be written, or cannot be read.
 */
export async function openStore(choice: StoreChoice, clock: Clock, log: Logger): Promise<OpenedStore> {
  if (choice.kind === "memory") {
    return {
      store: new DocumentSessionStore(new MemoryDocumentStorage()),
      audit: new MemoryAuditLog(),
      schedules: new MemoryScheduleStore(),
      usage: undefined,
      shelves: new MemoryStorageShelves(),
    };
  }
  // Loaded when used: a bot in memory needs neither lowdb nor SQLite.
  const { openLowdbStorage } = await import("../stores/lowdb/open-lowdb-storage.ts");
  const { FileAuditLog } = await import("../stores/audit/file-audit-log.ts");
  const { openSideStores } = await import("../stores/open-side-stores.ts");
  const options: LowdbStorageOptions = {
    folder: choice.folder,
    clock,
    durability: choice.durability ?? "strict",
    report: (event) => log.warn(event, "A file of the data folder was not as expected."),
  };
  const storage = await openLowdbStorage(options);
  try {
    const beside = await openSideStores(options);
    return { store: new DocumentSessionStore(storage), audit: new FileAuditLog(choice.folder), ...beside };
  } catch (error) {
    await storage.close();
    throw error;
  }
}
