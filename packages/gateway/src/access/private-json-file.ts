import { randomUUID } from "node:crypto";
import { open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { StoreError } from "@keyturn/core";
import type { z } from "zod";

/** The parts that a private file is made of. */
export interface PrivateJsonFileParts<Content> {
  readonly path: string;
  readonly schema: z.ZodType<Content>;
  /** What there is while there is no file. */
  readonly empty: Content;
  /** What a person can do when it is damaged. */
  readonly mend: string;
}

/** A small file for its owner alone, written anew as a whole: a reader finds the old one or the new one. */
export class PrivateJsonFile<Content> {
  readonly #parts: PrivateJsonFileParts<Content>;

  constructor(parts: PrivateJsonFileParts<Content>) {
    this.#parts = parts;
  }

  /** @throws StoreError when it cannot be read. */
  async read(): Promise<Content> {
    const { path: file, schema, empty, mend } = this.#parts;
    let text: string;
    try {
      text = await readFile(file, "utf8");
    } catch (cause) {
      if (codeOf(cause) === "ENOENT") return empty;
      throw new StoreError("STORE_UNAVAILABLE", `${file} cannot be read (${codeOf(cause)}).`, cause);
    }
    const parsed = schema.safeParse(parseJson(text));
    if (parsed.success) return parsed.data;
    // Not mended by itself: an empty file in its place would bring back nothing and hide what happened.
    throw new StoreError("STORE_DAMAGED", `${file} is damaged. ${mend}`);
  }

  /** Resolves when it is durable. @throws StoreError when it cannot be confirmed. */
  async write(content: Content): Promise<void> {
    const file = this.#parts.path;
    const temporary = `${file}.${randomUUID()}.tmp`;
    try {
      const handle = await open(temporary, "wx", 0o600);
      try {
        await handle.writeFile(`${JSON.stringify(content)}\n`);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(temporary, file);
      await syncFolder(path.dirname(file));
    } catch (cause) {
      await rm(temporary, { force: true }).catch(() => undefined);
      const code = codeOf(cause);
      const kind = code === "ENOSPC" || code === "EDQUOT" ? "STORE_FULL" : "STORE_UNAVAILABLE";
      throw new StoreError(kind, `${file} cannot be written (${code}).`, cause);
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
