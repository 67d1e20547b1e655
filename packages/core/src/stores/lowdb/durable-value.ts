import { Low } from "lowdb";
import type { DataFolder } from "./data-folder.ts";
import { type Accepts, DurableJsonFile } from "./durable-json-file.ts";
import type { FileStamp } from "./file-system.ts";

/**
 * A value in a file of its own, through lowdb. What it shows is never ahead of the disk: a write shows once it is
 * durable, and one that failed never does (lowdb alone keeps what it could not write).
 */
export class DurableValue<Value extends object> {
  readonly #file: DurableJsonFile<Value | null>;
  readonly #low: Low<Value | null>;
  #value: Value | undefined;

  constructor(folder: DataFolder, file: string, accepts: Accepts<Value>) {
    this.#file = new DurableJsonFile<Value | null>(folder, file, accepts);
    this.#low = new Low<Value | null>(this.#file, null);
  }

  /** The last durable value that was read or written; undefined before that, and when there is no file. */
  get value(): Value | undefined {
    return this.#value;
  }

  /** Reads the file. Not while a `replace` is under way: lowdb would take the old value for the new one. */
  async load(): Promise<Value | undefined> {
    // Without a file lowdb keeps what it had.
    this.#low.data = null;
    await this.#low.read();
    this.#value = this.#low.data ?? undefined;
    return this.#value;
  }

  /** Puts a new value in the old one's place; when it rejects, the old one stands, here and in the file. */
  async replace(value: Value): Promise<FileStamp> {
    this.#low.data = value;
    try {
      await this.#low.write();
    } catch (error) {
      this.#low.data = this.#value ?? null;
      throw error;
    }
    this.#value = value;
    return this.#file.stamp;
  }
}
