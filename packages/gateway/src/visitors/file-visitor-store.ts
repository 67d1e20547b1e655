import path from "node:path";
import { PrivateJsonFile } from "../access/private-json-file.ts";
import { type VisitorRecord, type VisitorStore, visitorRecordsSchema } from "./visitor-store.ts";

/** Visitors as one file of a data folder, `visitors.json`, for its owner alone. */
export class FileVisitorStore implements VisitorStore {
  readonly #file: PrivateJsonFile<readonly VisitorRecord[]>;

  /** @param folder the data folder, which must be there. */
  constructor(folder: string) {
    this.#file = new PrivateJsonFile({
      path: path.join(folder, "visitors.json"),
      schema: visitorRecordsSchema,
      empty: [],
      mend: "Move it away to begin with no visitors: each then begins a new conversation, and the old ones stay.",
    });
  }

  read(): Promise<readonly VisitorRecord[]> {
    return this.#file.read();
  }

  write(records: readonly VisitorRecord[]): Promise<void> {
    return this.#file.write(records);
  }
}
