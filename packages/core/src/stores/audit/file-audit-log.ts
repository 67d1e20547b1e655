import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import type { AuditEntry, AuditLog } from "../../sessions/audit.ts";

/** Above the longest line: a reason of 500 characters takes up to 3,000 bytes, the rest stays below 1,000. */
const longestLineBytes = 4_096;

/** The audit log as one file of JSON lines, `audit.jsonl`, only ever appended to. */
export class FileAuditLog implements AuditLog {
  readonly #path: string;
  #file: Promise<FileHandle> | undefined;

  /** @param folder the data folder, which must be there. */
  constructor(folder: string) {
    this.#path = join(folder, "audit.jsonl");
  }

  async append(entry: AuditEntry): Promise<void> {
    const file = await this.#open();
    // One write call a line: appends do not mix, and a torn last line is the only damage a crash can do.
    await file.write(`${JSON.stringify(entry)}\n`);
  }

  async newest(limit: number): Promise<readonly AuditEntry[]> {
    const file = await this.#open();
    const { size } = await file.stat();
    const length = Math.min(size, limit * longestLineBytes);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    const lines = buffer.toString("utf8").split("\n");
    // A read that begins in the middle of the file begins in the middle of a line.
    if (length < size) lines.shift();
    return lines.flatMap(parseLine).slice(-limit).reverse();
  }

  async close(): Promise<void> {
    const file = await this.#file;
    this.#file = undefined;
    await file?.close();
  }

  async #open(): Promise<FileHandle> {
    this.#file ??= open(this.#path, "a+", 0o600);
    try {
      return await this.#file;
    } catch (error) {
      this.#file = undefined;
      throw error;
    }
  }
}

/** A line that cannot be read (cut off by a crash) is left out. */
function parseLine(line: string): readonly AuditEntry[] {
  try {
    return [JSON.parse(line) as AuditEntry];
  } catch {
    return [];
  }
}
