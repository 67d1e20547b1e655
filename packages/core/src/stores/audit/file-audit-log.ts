import type { FileHandle } from "node:fs/promises";
import {
  type AuditEntry,
  type AuditFilter,
  type AuditLog,
  type AuditRecord,
  meetsAuditFilter,
} from "../../sessions/audit.ts";
import { AuditFiles } from "./audit-files.ts";
import { linesBackwards } from "./lines-backwards.ts";

/** How much of an audit log is kept. */
export interface FileAuditOptions {
  /**
   * Size at which a file is full and the next one begins, in bytes. Some fifty thousand lines; an editor still opens it.
   * @default 10_485_760
   */
  readonly fileBytes?: number;
  /**
   * Full files that are kept beside the one that is written; older ones are forgotten. With the default size that is half
   * a million lines in 100 MiB.
   * @default 9
   */
  readonly keptFiles?: number;
}

interface CurrentFile {
  readonly handle: FileHandle;
  /** The number that it gets when it is full; positions name it by that from the beginning. */
  readonly number: number;
  size: number;
}

/** The audit log as files of JSON lines, only ever appended to. A line that a crash cut off is passed over. */
export class FileAuditLog implements AuditLog {
  readonly #files: AuditFiles;
  readonly #fileBytes: number;
  readonly #keptFiles: number;
  #current: CurrentFile | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** @param folder the data folder, which must be there. */
  constructor(folder: string, { fileBytes = 10_485_760, keptFiles = 9 }: FileAuditOptions = {}) {
    this.#files = new AuditFiles(folder);
    this.#fileBytes = fileBytes;
    this.#keptFiles = keptFiles;
  }

  append(entry: AuditEntry): Promise<void> {
    const line = Buffer.from(`${JSON.stringify(entry)}\n`);
    return this.#alone(async () => {
      const file = await this.#fileWithRoomFor(line.length);
      try {
        await file.handle.appendFile(line);
      } catch (error) {
        // Part of the line may be there: it is looked at again before the next one.
        await this.#leave();
        throw error;
      }
      file.size += line.length;
    });
  }

  async newest(limit: number, filter: AuditFilter = {}, after?: string): Promise<readonly AuditRecord[]> {
    const found: AuditRecord[] = [];
    const place = placeOf(after);
    const { current, numbers } = await this.#alone(() => this.#survey());
    for (const number of [current, ...numbers]) {
      if (found.length >= limit || number > place.number) continue;
      // A file that was forgotten meanwhile is the oldest: nothing follows it.
      const handle = await this.#alone(() => this.#openForReading(number));
      if (handle === undefined) continue;
      try {
        const { size } = await handle.stat();
        const end = number === place.number ? Math.min(size, place.offset) : size;
        for await (const { offset, text } of linesBackwards(handle, end)) {
          const entry = parseLine(text);
          if (entry === undefined || !meetsAuditFilter(entry, filter)) continue;
          found.push({ ...entry, position: `${number}.${offset}` });
          if (found.length >= limit) break;
        }
      } finally {
        await handle.close();
      }
    }
    return found;
  }

  close(): Promise<void> {
    return this.#alone(() => this.#leave());
  }

  async #fileWithRoomFor(bytes: number): Promise<CurrentFile> {
    const file = (this.#current ??= await this.#open());
    if (file.size === 0 || file.size + bytes <= this.#fileBytes) return file;
    await this.#leave();
    await this.#files.close(file.number, this.#keptFiles);
    return (this.#current = await this.#open());
  }

  async #open(): Promise<CurrentFile> {
    const number = ((await this.#files.numbers())[0] ?? 0) + 1;
    const handle = await this.#files.openCurrent();
    const { size } = await handle.stat();
    if (size === 0) return { handle, number, size };
    // What a crash left of a line must not swallow the next one.
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
    if (buffer.toString() === "\n") return { handle, number, size };
    await handle.appendFile("\n");
    return { handle, number, size: size + 1 };
  }

  async #leave(): Promise<void> {
    const file = this.#current;
    this.#current = undefined;
    await file?.handle.close();
  }

  async #survey(): Promise<{ readonly current: number; readonly numbers: readonly number[] }> {
    const numbers = await this.#files.numbers();
    return { current: (numbers[0] ?? 0) + 1, numbers };
  }

  /** The file of a number, which may have become full since its number was learnt. */
  async #openForReading(number: number): Promise<FileHandle | undefined> {
    const { current } = await this.#survey();
    return this.#files.openForReading(number === current ? undefined : number);
  }

  /** One after the other: lines do not mix, and no file changes its name while it is looked for. */
  #alone<Result>(section: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(section);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

/** Where reading goes on; a position that is none is before everything, and so nothing is left. */
function placeOf(position: string | undefined): { readonly number: number; readonly offset: number } {
  if (position === undefined) return { number: Number.POSITIVE_INFINITY, offset: Number.POSITIVE_INFINITY };
  const [, number = "0", offset = "0"] = /^(\d{1,15})\.(\d{1,15})$/.exec(position) ?? [];
  return { number: Number(number), offset: Number(offset) };
}

/** Undefined for a line that cannot be read: cut off by a crash, or the empty one at the end. */
function parseLine(line: string): AuditEntry | undefined {
  if (line === "") return undefined;
  try {
    return JSON.parse(line) as AuditEntry;
  } catch {
    return undefined;
  }
}
