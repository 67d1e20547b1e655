import type { KeptValues, StorageShelf, StorageShelves } from "../../storage/plugin-storage.ts";
import type { DataFolder } from "../lowdb/data-folder.ts";
import { DurableValue } from "../lowdb/durable-value.ts";
import { isTemporary, layout } from "../lowdb/folder-layout.ts";

interface StoredValues {
  readonly kind: "plugin-storage";
  readonly values: KeptValues;
}

/**
 * What plugins keep, in the data folder: a file for each, `plugins/<plugin>.json`. One that cannot be read is moved aside
 * and reported, and the plugin begins anew.
 */
export class FileStorageShelves implements StorageShelves {
  readonly #folder: DataFolder;

  private constructor(folder: DataFolder) {
    this.#folder = folder;
  }

  /**
   * Makes the folder where it is missing, and removes what a crash left half written.
   * @throws StoreError
   */
  static async open(folder: DataFolder): Promise<FileStorageShelves> {
    await folder.ensureFolder(layout.plugins);
    for (const name of folder.listNow(layout.plugins)) {
      if (isTemporary(name)) await folder.remove(`${layout.plugins}/${name}`);
    }
    return new FileStorageShelves(folder);
  }

  shelf(plugin: string): StorageShelf {
    const stored = new DurableValue<StoredValues>(this.#folder, `${layout.plugins}/${plugin}.json`, isStoredValues);
    return {
      read: async () => (await stored.load())?.values,
      write: async (values) => void (await stored.replace({ kind: "plugin-storage", values })),
    };
  }
}

function isStoredValues(value: unknown): value is StoredValues {
  return (
    typeof value === "object" &&
    value !== null &&
    "kind" in value &&
    value.kind === "plugin-storage" &&
    "values" in value &&
    typeof value.values === "object" &&
    value.values !== null
  );
}
