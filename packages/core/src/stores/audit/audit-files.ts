import { type FileHandle, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

/** The file that is written. */
const currentName = "audit.jsonl";
const closedName = /^audit\.(\d{1,15})\.jsonl$/;

/** The files of an audit log in a folder: `audit.jsonl`, which is written, and `audit.<number>.jsonl`, which are full. */
export class AuditFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Opens the file that is written, making it when it is not there. */
  openCurrent(): Promise<FileHandle> {
    return open(join(this.#folder, currentName), "a+", 0o600);
  }

  /** Opens a file for reading; undefined when it is not there (any more). @param number undefined for the one written. */
  async openForReading(number: number | undefined): Promise<FileHandle | undefined> {
    try {
      return await open(this.#pathOf(number), "r");
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
      throw error;
    }
  }

  /** The numbers of the full files, the newest first. */
  async numbers(): Promise<readonly number[]> {
    const names = await readdir(this.#folder);
    return names.flatMap((name) => closedName.exec(name)?.slice(1).map(Number) ?? []).toSorted((a, b) => b - a);
  }

  /** Makes the file that was written a full one, and forgets the oldest: `kept` full ones stay. */
  async close(number: number, kept: number): Promise<void> {
    await rename(this.#pathOf(undefined), this.#pathOf(number));
    for (const old of (await this.numbers()).slice(kept)) await rm(this.#pathOf(old), { force: true });
  }

  #pathOf(number: number | undefined): string {
    return join(this.#folder, number === undefined ? currentName : `audit.${number}.jsonl`);
  }
}
