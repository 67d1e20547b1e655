import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { type AuditEntry, type AuditFilter, type AuditLog, meetsAuditFilter } from "../../sessions/audit.ts";

/** The file is read in parts of this size, from its end: one holds some two hundred lines. */
const partBytes = 65_536;

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

  async newest(limit: number, filter: AuditFilter = {}): Promise<readonly AuditEntry[]> {
    const file = await this.#open();
    const found: AuditEntry[] = [];
    let { size: end } = await file.stat();
    let begun = Buffer.alloc(0);
    while (end > 0 && found.length < limit) {
      const start = Math.max(0, end - partBytes);
      const { buffer } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
      const bytes = Buffer.concat([buffer, begun]);
      // What stands before the first line break may have begun in the part before.
      const cut = start === 0 ? 0 : bytes.indexOf("\n") + 1;
      const entries = (cut === 0 && start > 0 ? "" : bytes.toString("utf8", cut)).split("\n").flatMap(parseLine);
      found.push(...entries.reverse().filter((entry) => meetsAuditFilter(entry, filter)));
      begun = cut === 0 ? bytes : bytes.subarray(0, cut);
      end = start;
    }
    return found.slice(0, limit);
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
