import type { FileSystem, OpenFile } from "../../packages/core/src/stores/lowdb/file-system.ts";
import { nodeFileSystem } from "../../packages/core/src/stores/lowdb/node-file-system.ts";

/** The machine's disk, which adds to the list, in order, how many bytes of each file were written when it was synced. */
export function recordingDisk(synced: number[]): FileSystem {
  return {
    ...nodeFileSystem,
    open: async (path, flags) => recorded(await nodeFileSystem.open(path, flags), synced),
  };
}

function recorded(file: OpenFile, synced: number[]): OpenFile {
  let bytes = 0;
  return {
    ...file,
    write: async (chunk) => {
      const taken = await file.write(chunk);
      bytes += taken;
      return taken;
    },
    datasync: () => {
      synced.push(bytes);
      return file.datasync();
    },
  };
}
