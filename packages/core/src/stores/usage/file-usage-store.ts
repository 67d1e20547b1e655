import type { UsageStore } from "../../usage/usage-store.ts";
import type { UsageRow } from "../../usage/usage.ts";
import type { DataFolder } from "../lowdb/data-folder.ts";
import { DurableValue } from "../lowdb/durable-value.ts";
import { layout } from "../lowdb/folder-layout.ts";

interface StoredUsage {
  readonly kind: "usage";
  readonly rows: readonly UsageRow[];
}

/**
 * The figures of usage as one file of the data folder. One that cannot be read is moved aside and reported, and the count
 * begins anew: nothing depends on it.
 */
export class FileUsageStore implements UsageStore {
  readonly #stored: DurableValue<StoredUsage>;

  constructor(folder: DataFolder) {
    this.#stored = new DurableValue(folder, layout.usage, isStoredUsage);
  }

  async read(): Promise<readonly UsageRow[]> {
    return (await this.#stored.load())?.rows ?? [];
  }

  async write(rows: readonly UsageRow[]): Promise<void> {
    await this.#stored.replace({ kind: "usage", rows });
  }
}

function isStoredUsage(value: unknown): value is StoredUsage {
  return (
    typeof value === "object" &&
    value !== null &&
    "kind" in value &&
    value.kind === "usage" &&
    "rows" in value &&
    Array.isArray(value.rows)
  );
}
