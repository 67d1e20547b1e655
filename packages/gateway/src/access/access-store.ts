import { type AccessRecords, noAccessRecords } from "./access-records.ts";

/** Where access tokens and login sessions are kept, hashed. One gateway at a time uses a store. */
export interface AccessStore {
  /**
   * Everything that is kept.
   * @throws StoreError when it cannot be read.
   */
  read(): Promise<AccessRecords>;
  /**
   * Puts the records in the place of all that were kept; resolves when that is durable.
   * @throws StoreError when it cannot be confirmed; what is kept is then the old or the new.
   */
  write(records: AccessRecords): Promise<void>;
}

/** A store that ends with the process. */
export class MemoryAccessStore implements AccessStore {
  #records: AccessRecords = noAccessRecords;

  read(): Promise<AccessRecords> {
    return Promise.resolve(this.#records);
  }

  write(records: AccessRecords): Promise<void> {
    this.#records = records;
    return Promise.resolve();
  }
}
