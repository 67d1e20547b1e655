import type { Adapter } from "lowdb";
import { StoreError } from "../../errors.ts";
import type { DataFolder } from "./data-folder.ts";
import { unseal, seal } from "./envelope.ts";
import type { FileStamp } from "./file-system.ts";

/** Whether a value that was read is of the kind that the file should hold. */
export type Accepts<Value> = (value: unknown) => value is Value;

/**
 * The value that a file's text holds; undefined when the file could not be read as one and was moved aside.
 * @throws StoreError `STORE_DAMAGED` when another version of Keyturn wrote it.
 */
export async function openText<Value>(
  folder: DataFolder,
  file: string,
  text: string,
  accepts: Accepts<Value>,
): Promise<Value | undefined> {
  const opened = unseal(text);
  if (opened.kind === "other-version") {
    throw new StoreError(
      "STORE_DAMAGED",
      `Could not read ${file}: it is of format ${opened.version}, which this version of Keyturn does not know. Nothing was changed. Start the version of Keyturn that wrote it.`,
    );
  }
  if (opened.kind === "value" && accepts(opened.value)) return opened.value;
  await folder.moveAside(file, opened.kind === "value" ? "it holds something else" : opened.reason);
  return undefined;
}

/**
 * A lowdb adapter whose resolved writes survive a power cut and whose failed writes leave the file as it was. lowdb's own
 * never syncs, shares one temporary file among writers, and throws on a torn file.
 *
 * One writer per file at a time: the lock of the session's key sees to it, not the adapter.
 */
export class DurableJsonFile<Value> implements Adapter<Value> {
  readonly #folder: DataFolder;
  readonly #file: string;
  readonly #accepts: Accepts<Value>;
  readonly #temporaryBeside: string;
  #stamp: FileStamp = { inode: 0, modifiedAt: 0, size: 0 };

  /** @param temporaryBeside see `DataFolder.replace`. */
  constructor(folder: DataFolder, file: string, accepts: Accepts<Value>, temporaryBeside: string = file) {
    this.#folder = folder;
    this.#temporaryBeside = temporaryBeside;
    this.#file = file;
    this.#accepts = accepts;
  }

  /** The stamp of the file that the last write made; before one, a stamp that no file has. */
  get stamp(): FileStamp {
    return this.#stamp;
  }

  /** The value; null when there is no file, or none that can be read (it is then moved aside and reported). */
  async read(): Promise<Value | null> {
    const text = await this.#folder.read(this.#file);
    if (text === undefined) return null;
    return (await openText(this.#folder, this.#file, text, this.#accepts)) ?? null;
  }

  /** Resolves when the value is in the file, durably. */
  async write(value: Value): Promise<void> {
    this.#stamp = await this.#folder.replace(this.#file, seal(value), this.#temporaryBeside);
  }
}
