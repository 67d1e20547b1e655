import path from "node:path";
import type { Clock } from "../../clock.ts";
import { describeError } from "../../errors.ts";
import type { FileStamp, FileSystem, OpenFile } from "./file-system.ts";
import { systemCodeOf, toStoreError } from "./storage-failure.ts";
import type { StorageReport } from "./storage-report.ts";

/**
 * How far a resolved write is from a power cut.
 * - `strict`: it is on the disk;
 * - `relaxed`: the system has it and writes it within seconds; enough for a crash of the process, not of the machine.
 */
export type Durability = "strict" | "relaxed";

/** What the data folder is opened with. */
export interface DataFolderOptions {
  /** Where it lies. */
  readonly folder: string;
  readonly fileSystem: FileSystem;
  readonly durability: Durability;
  readonly clock: Clock;
  /** Must not throw. */
  readonly report: (report: StorageReport) => void;
}

/** What the system says where files cannot have two names: FAT, some shares, a folder that spans two disks. */
const knowsNoLinks: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EXDEV", "EMLINK"]);

/** Windows cannot sync a folder; there a rename may be lost in a power cut, never torn. */
const canSyncFolders = process.platform !== "win32";

/**
 * The folder that the store keeps everything in: whole-file writes that happen or do not, appends, and what goes wrong
 * told as `StoreError`. Every file is named by its path in the folder, with `/`.
 */
export class DataFolder {
  readonly #options: DataFolderOptions;
  /** Files that were reported as missing or moved aside: once is enough. */
  readonly #lost = new Set<string>();
  /** Folders that are there, durably. */
  readonly #folders = new Set<string>();
  readonly #root: string;
  #temporaryFiles = 0;

  constructor(options: DataFolderOptions) {
    this.#options = options;
    this.#root = path.resolve(options.folder);
  }

  /** The file's absolute path. */
  pathOf(file: string): string {
    return `${this.#root}/${file}`;
  }

  /** The file's text; undefined when there is none. */
  async read(file: string): Promise<string | undefined> {
    try {
      return await this.#options.fileSystem.readText(this.pathOf(file));
    } catch (cause) {
      if (systemCodeOf(cause) === "ENOENT") return undefined;
      throw toStoreError(`read ${file}`, cause);
    }
  }

  /** The file's bytes; undefined when there is none. */
  async readBytes(file: string): Promise<Uint8Array | undefined> {
    try {
      return await this.#options.fileSystem.readBytes(this.pathOf(file));
    } catch (cause) {
      if (systemCodeOf(cause) === "ENOENT") return undefined;
      throw toStoreError(`read ${file}`, cause);
    }
  }

  /** Makes a file that is not there yet, its content durable; its name is once the folder is synced. May leave a part of it. */
  async create(file: string, bytes: Uint8Array): Promise<void> {
    try {
      await this.#writeNew(file, bytes);
    } catch (cause) {
      throw toStoreError(`write ${file}`, cause);
    }
  }

  /**
   * Puts the text in the file's place, at once and durably; when it rejects, the file is as it was. What is written first
   * lies beside the file, or where `temporaryBeside` says: starts look for it in some folders only.
   */
  async replace(file: string, text: string | Uint8Array, temporaryBeside: string = file): Promise<FileStamp> {
    const { fileSystem } = this.#options;
    // Never the same name twice: two writers that share one would tear each other's file.
    const temporary = `${temporaryBeside}.${process.pid}.${(this.#temporaryFiles += 1)}.tmp`;
    try {
      const stamp = await this.#writeNew(temporary, text);
      await fileSystem.rename(this.pathOf(temporary), this.pathOf(file));
      await this.#syncFolder(path.posix.dirname(file));
      return stamp;
    } catch (cause) {
      await fileSystem.unlink(this.pathOf(temporary)).catch(() => undefined);
      throw toStoreError(`write ${file}`, cause);
    }
  }

  /** Adds the text to the end of the file; durably where asked. A failed append may leave a part of the text there. */
  async append(file: string, text: string, options: { readonly isDurable: boolean }): Promise<void> {
    try {
      const opened = await this.#options.fileSystem.open(this.pathOf(file), "a");
      await closing(opened, async () => {
        await writeAll(opened, text);
        if (options.isDurable && this.#isStrict) await opened.datasync();
      });
    } catch (cause) {
      throw toStoreError(`append to ${file}`, cause);
    }
  }

  /** Makes an empty file where there is none. One that is there is not opened, not even for a moment. */
  async touch(file: string): Promise<void> {
    try {
      const opened = await this.#options.fileSystem.open(this.pathOf(file), "wx");
      await opened.close();
    } catch (cause) {
      if (systemCodeOf(cause) !== "EEXIST") throw toStoreError(`make ${file}`, cause);
    }
  }

  /** Makes the names in a folder durable. */
  async syncFolder(folder: string): Promise<void> {
    try {
      await this.#syncFolder(folder);
    } catch (cause) {
      throw toStoreError(`sync the folder ${folder}`, cause);
    }
  }

  /** Makes a folder in one that is there, durably; nothing to do when that was done. */
  async ensureFolder(folder: string): Promise<void> {
    if (this.#folders.has(folder)) return;
    await this.makeFolder(folder);
    await this.syncFolder(path.posix.dirname(folder));
    this.#folders.add(folder);
  }

  async makeFolder(folder: string): Promise<void> {
    try {
      await this.#options.fileSystem.makeFolder(this.pathOf(folder));
    } catch (cause) {
      throw toStoreError(`make the folder ${folder}`, cause);
    }
  }

  /** Renames within the data folder; false when there is nothing of that name. */
  async rename(from: string, to: string): Promise<boolean> {
    try {
      await this.#options.fileSystem.rename(this.pathOf(from), this.pathOf(to));
      return true;
    } catch (cause) {
      if (systemCodeOf(cause) === "ENOENT") return false;
      throw toStoreError(`rename ${from} to ${to}`, cause);
    }
  }

  /** Gives a file a second name; where the disk knows none, a copy. Nothing to do when there is no such file. */
  async link(from: string, to: string): Promise<void> {
    try {
      await this.#options.fileSystem.link(this.pathOf(from), this.pathOf(to));
    } catch (cause) {
      const system = systemCodeOf(cause);
      if (system === "ENOENT" || system === "EEXIST") return;
      if (system === undefined || !knowsNoLinks.has(system)) throw toStoreError(`link ${from} to ${to}`, cause);
      const bytes = await this.readBytes(from);
      if (bytes !== undefined) await this.replace(to, bytes);
    }
  }

  /** Removes a file or a folder with everything in it; fine when it is not there. */
  async remove(name: string): Promise<void> {
    try {
      await this.#options.fileSystem.remove(this.pathOf(name));
    } catch (cause) {
      throw toStoreError(`remove ${name}`, cause);
    }
  }

  /** Does what the store can do without for now; what goes wrong is reported, not thrown. Whether it went well. */
  async upkeep(file: string, action: () => Promise<unknown>): Promise<boolean> {
    try {
      await action();
      return true;
    } catch (error) {
      this.#options.report({ kind: "upkeep-failed", file, reason: describeError(error) });
      return false;
    }
  }

  /** Takes a file that cannot be read out of the way, keeps it whole, and reports it. */
  async moveAside(file: string, reason: string): Promise<void> {
    const movedTo = this.#freeName(`${file}.bad-${this.#options.clock.now()}`);
    await this.rename(file, movedTo);
    this.#lost.add(file);
    this.#options.report({ kind: "moved-aside", file, movedTo, reason });
  }

  /** Reports a file that should be there, unless that was done. */
  reportMissing(file: string): void {
    if (this.#lost.has(file)) return;
    this.#lost.add(file);
    this.#options.report({ kind: "missing", file });
  }

  /** Like `read`, blocking. */
  readNow(file: string): string | undefined {
    try {
      return this.#options.fileSystem.readTextNow(this.pathOf(file));
    } catch (cause) {
      if (systemCodeOf(cause) === "ENOENT") return undefined;
      throw toStoreError(`read ${file}`, cause);
    }
  }

  /** The names in a folder. */
  listNow(folder: string): readonly string[] {
    try {
      return this.#options.fileSystem.listNow(this.pathOf(folder));
    } catch (cause) {
      throw toStoreError(`list the folder ${folder}`, cause);
    }
  }

  /** The file's stamp; undefined when there is no such file. */
  stampNow(file: string): FileStamp | undefined {
    try {
      return this.#options.fileSystem.stampNow(this.pathOf(file));
    } catch (cause) {
      throw toStoreError(`look at ${file}`, cause);
    }
  }

  get #isStrict(): boolean {
    return this.#options.durability === "strict";
  }

  async #writeNew(file: string, text: string | Uint8Array): Promise<FileStamp> {
    const opened = await this.#options.fileSystem.open(this.pathOf(file), "wx");
    return closing(opened, async () => {
      await writeAll(opened, text);
      if (this.#isStrict) await opened.datasync();
      return opened.stamp();
    });
  }

  async #syncFolder(folder: string): Promise<void> {
    if (!this.#isStrict || !canSyncFolders) return;
    const opened = await this.#options.fileSystem.open(this.pathOf(folder), "r");
    await closing(opened, () => opened.sync());
  }

  #freeName(name: string): string {
    let free = name;
    for (let copy = 2; this.stampNow(free) !== undefined; copy += 1) free = `${name}-${copy}`;
    return free;
  }
}

async function closing<Result>(opened: OpenFile, use: () => Promise<Result>): Promise<Result> {
  try {
    return await use();
  } finally {
    await opened.close();
  }
}

async function writeAll(opened: OpenFile, text: string | Uint8Array): Promise<void> {
  let rest: Uint8Array = typeof text === "string" ? Buffer.from(text, "utf8") : text;
  while (rest.length > 0) {
    const taken = await opened.write(rest);
    if (taken === 0) throw new Error("The system took no byte of a write and gave no reason.");
    rest = rest.subarray(taken);
  }
}
