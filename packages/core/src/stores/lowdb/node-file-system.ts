import * as disk from "node:fs";
import { promisify } from "node:util";
import type { FileStamp, FileSystem, OpenFile } from "./file-system.ts";

/** Nobody but the bot's own user reads conversations. */
const folderMode = 0o700;
const fileMode = 0o600;

// Not `node:fs/promises`: its file handles cost the main thread 50 µs more for each write.
const open = promisify(disk.open);
const write = promisify(disk.write);
const fdatasync = promisify(disk.fdatasync);
const fsync = promisify(disk.fsync);
const fstat = promisify(disk.fstat);
const close = promisify(disk.close);
const readFile = promisify(disk.readFile);
const mkdir = promisify(disk.mkdir);
const remove = promisify(disk.rm);

/** The machine's own disk. */
export const nodeFileSystem: FileSystem = {
  open: async (path, flags) => openedAs(await open(path, flags, fileMode)),
  readText: (path) => readFile(path, "utf8"),
  readBytes: (path) => readFile(path),
  rename: promisify(disk.rename),
  link: promisify(disk.link),
  unlink: promisify(disk.unlink),
  makeFolder: async (path) => {
    await mkdir(path, { recursive: true, mode: folderMode });
  },
  remove: (path) => remove(path, { recursive: true, force: true }),
  readTextNow: (path) => disk.readFileSync(path, "utf8"),
  listNow: (path) => disk.readdirSync(path),
  stampNow: (path) => {
    const stats = disk.statSync(path, { throwIfNoEntry: false });
    return stats && stampOf(stats);
  },
};

function openedAs(file: number): OpenFile {
  return {
    write: async (bytes) => (await write(file, bytes)).bytesWritten,
    datasync: () => fdatasync(file),
    sync: () => fsync(file),
    stamp: async () => stampOf(await fstat(file)),
    close: () => close(file),
  };
}

function stampOf(stats: disk.Stats): FileStamp {
  return { inode: stats.ino, modifiedAt: stats.mtimeMs, size: stats.size };
}
