import { type Stats, readFileSync, readdirSync, statSync } from "node:fs";
import { type FileHandle, mkdir, open, readFile, rename, rm, unlink } from "node:fs/promises";
import type { FileStamp, FileSystem, OpenFile } from "./file-system.ts";

/** Nobody but the bot's own user reads conversations. */
const folderMode = 0o700;
const fileMode = 0o600;

/** The machine's own disk. */
export const nodeFileSystem: FileSystem = {
  open: async (path, flags) => openedAs(await open(path, flags, fileMode)),
  readText: (path) => readFile(path, "utf8"),
  rename,
  unlink,
  makeFolder: async (path) => {
    await mkdir(path, { recursive: true, mode: folderMode });
  },
  remove: (path) => rm(path, { recursive: true, force: true }),
  readTextNow: (path) => readFileSync(path, "utf8"),
  listNow: (path) => readdirSync(path),
  stampNow: (path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats && stampOf(stats);
  },
};

function openedAs(handle: FileHandle): OpenFile {
  return {
    write: async (bytes) => (await handle.write(bytes)).bytesWritten,
    datasync: () => handle.datasync(),
    sync: () => handle.sync(),
    stamp: async () => stampOf(await handle.stat()),
    close: () => handle.close(),
  };
}

function stampOf(stats: Stats): FileStamp {
  return { inode: stats.ino, modifiedAt: stats.mtimeMs, size: stats.size };
}
