import { closeSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, unlinkSync, writeSync } from "node:fs";
import type { FileSystem, OpenFile } from "../../packages/core/src/stores/lowdb/file-system.ts";
import { nodeFileSystem } from "../../packages/core/src/stores/lowdb/node-file-system.ts";

/** The machine's disk through blocking calls that sync nothing: it fills a data folder several times faster. */
export const fillingDisk: FileSystem = {
  ...nodeFileSystem,
  open: async (path, flags) => openedAs(openSync(path, flags, 0o600)),
  rename: async (from, to) => renameSync(from, to),
  unlink: async (path) => unlinkSync(path),
  makeFolder: async (path) => void mkdirSync(path, { recursive: true, mode: 0o700 }),
  remove: async (path) => rmSync(path, { recursive: true, force: true }),
};

function openedAs(descriptor: number): OpenFile {
  return {
    write: async (bytes) => writeSync(descriptor, bytes),
    datasync: async () => undefined,
    sync: async () => undefined,
    stamp: async () => {
      const { ino, mtimeMs, size } = fstatSync(descriptor);
      return { inode: ino, modifiedAt: mtimeMs, size };
    },
    close: async () => closeSync(descriptor),
  };
}
