import { z } from "zod";

/** A visitor of the web chat at rest. Times are in milliseconds since 1970. */
export interface VisitorRecord {
  /** `v_` and 22 characters: who they are to operators, and the place of their conversation. It is no secret. */
  readonly id: string;
  /** SHA-256 of the whole token: 32 random bytes are in it, so that nothing slower is needed. */
  readonly digest: string;
  readonly createdAt: number;
  /** To within an hour. */
  readonly lastUsedAt: number;
}

/** The form of what a visitor store keeps. */
export const visitorRecordsSchema: z.ZodType<readonly VisitorRecord[]> = z.array(
  z.object({ id: z.string(), digest: z.string(), createdAt: z.number(), lastUsedAt: z.number() }),
);

/** Where visitors are kept, their tokens hashed. One gateway at a time uses a store. */
export interface VisitorStore {
  /**
   * Everything that is kept.
   * @throws StoreError when it cannot be read.
   */
  read(): Promise<readonly VisitorRecord[]>;
  /**
   * Puts the records in the place of all that were kept; resolves when that is durable.
   * @throws StoreError when it cannot be confirmed; what is kept is then the old or the new.
   */
  write(records: readonly VisitorRecord[]): Promise<void>;
}

/** A store that ends with the process. */
export class MemoryVisitorStore implements VisitorStore {
  #records: readonly VisitorRecord[] = [];

  read(): Promise<readonly VisitorRecord[]> {
    return Promise.resolve(this.#records);
  }

  write(records: readonly VisitorRecord[]): Promise<void> {
    this.#records = records;
    return Promise.resolve();
  }
}
