import type { UsageRow } from "./usage.ts";

/** Where the figures of usage are kept. */
export interface UsageStore {
  /**
   * Everything that is kept; empty when nothing is.
   * @throws StoreError when it cannot be read.
   */
  read(): Promise<readonly UsageRow[]>;
  /**
   * Puts the rows in the place of all that were kept; resolves when that is durable.
   * @throws StoreError when it cannot be confirmed; what is kept is then the old or the new.
   */
  write(rows: readonly UsageRow[]): Promise<void>;
}
