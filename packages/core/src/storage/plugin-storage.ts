import type { JsonValue } from "../json.ts";

/**
 * What a plugin keeps across restarts: small things, such as the last message that it has seen. Each plugin has its own.
 * Not for what people wrote: no reset or delete reaches it. At most 1,000 keys, 64 KiB a value, 4 MiB in all.
 */
export interface PluginStorage {
  /** The value, as it was last kept; undefined when there is none. @throws StoreError */
  get(key: string): Promise<JsonValue | undefined>;
  /**
   * Resolves when the value is durable; until then `get` gives the one before.
   * @throws InvalidInputError when the key or value is not allowed, or there is no room. Nothing was changed.
   * @throws StoreError when it could not be written. Nothing was changed.
   */
  set(key: string, value: JsonValue): Promise<void>;
  /** Resolves when the value is gone, durably; fine when there is none. @throws StoreError */
  delete(key: string): Promise<void>;
  /** All keys that begin so, with their values, sorted by key. @param prefix default: all. @throws StoreError */
  entries(prefix?: string): Promise<readonly (readonly [key: string, value: JsonValue])[]>;
}

/** The values of one plugin, by key. */
export type KeptValues = Readonly<Record<string, JsonValue>>;

/** Where the values of one plugin lie. One call at a time. */
export interface StorageShelf {
  /** What was last written; undefined when nothing was, or it could not be read and was put aside. @throws StoreError */
  read(): Promise<KeptValues | undefined>;
  /** Resolves when it is durable; after a rejection the values from before stand. @throws StoreError */
  write(values: KeptValues): Promise<void>;
}

/** Where the values of all plugins lie. */
export interface StorageShelves {
  /** The shelf of one plugin. Makes nothing yet. */
  shelf(plugin: string): StorageShelf;
}

/** Shelves that end with the process. */
export class MemoryStorageShelves implements StorageShelves {
  shelf(): StorageShelf {
    return { read: () => Promise.resolve(undefined), write: () => Promise.resolve() };
  }
}
