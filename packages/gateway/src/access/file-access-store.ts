import path from "node:path";
import { type AccessRecords, accessRecordsSchema, noAccessRecords } from "./access-records.ts";
import type { AccessStore } from "./access-store.ts";
import { PrivateJsonFile } from "./private-json-file.ts";

/** Access tokens and login sessions as one file of a data folder, `access.json`, for its owner alone. */
export class FileAccessStore implements AccessStore {
  readonly #file: PrivateJsonFile<AccessRecords>;

  /** @param folder the data folder, which must be there. */
  constructor(folder: string) {
    this.#file = new PrivateJsonFile({
      path: path.join(folder, "access.json"),
      schema: accessRecordsSchema,
      empty: noAccessRecords,
      mend: "Move it away to begin with no access tokens and no login sessions; the operator's token is not in it.",
    });
  }

  read(): Promise<AccessRecords> {
    return this.#file.read();
  }

  write(records: AccessRecords): Promise<void> {
    return this.#file.write(records);
  }
}
