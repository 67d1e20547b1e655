import { randomUUID } from "node:crypto";
import { open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { StoreError } from "@keyturn/core";
import { type AccessRecords, accessRecordsSchema, noAccessRecords } from "./access-records.ts";
import type { AccessStore } from "./access-store.ts";

/** Access tokens and login sessions as one file of a data folder, `access.json`, for its owner alone. */
export class FileAccessStore implements AccessStore {
  readonly #file: string;

  /** @param folder the data folder, which must be there. */
  constructor(folder: string) {
    this.#file = path.join(folder, "access.json");
  }

  async read(): Promise<AccessRecords> {
    let text: string;
    try {
      text = await readFile(this.#file, "utf8");
    } catch (cause) {
      if (codeOf(cause) === "ENOENT") return noAccessRecords;
      throw new StoreError("STORE_UNAVAILABLE", `${this.#file} cannot be read (${codeOf(cause)}).`, cause);
    }
    const parsed = accessRecordsSchema.safeParse(parseJson(text));
    if (parsed.success) return parsed.data;
    // Not mended by itself: an empty file in its place would bring back nothing and hide what happened.
    const mend =
      "Move it away to begin with no access tokens and no login sessions; the operator's token is not in it.";
    throw new StoreError("STORE_DAMAGED", `${this.#file} is damaged. ${mend}`);
  }

  async write(records: AccessRecords): Promise<void> {
    const temporary = `${this.#file}.${randomUUID()}.tmp`;
    try {
      const handle = await open(temporary, "wx", 0o600);
      try {
        await handle.writeFile(`${JSON.stringify(records)}\n`);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(temporary, this.#file);
      await syncFolder(path.dirname(this.#file));
    } catch (cause) {
      await rm(temporary, { force: true }).catch(() => undefined);
      const code = codeOf(cause);
      const kind = code === "ENOSPC" || code === "EDQUOT" ? "STORE_FULL" : "STORE_UNAVAILABLE";
      throw new StoreError(kind, `${this.#file} cannot be written (${code}).`, cause);
    }
  }
}

/** A rename is durable when its folder is. Not every system lets a folder be synced. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}
