import type { FileSystem, OpenFile } from "../../packages/core/src/stores/lowdb/file-system.ts";
import { nodeFileSystem } from "../../packages/core/src/stores/lowdb/node-file-system.ts";

/** The machine's disk, which takes down how long each new file was that was written and synced. */
export class RecordingDisk implements FileSystem {
  readonly open: FileSystem["open"];
  readonly readText = nodeFileSystem.readText;
  readonly rename = nodeFileSystem.rename;
  readonly unlink = nodeFileSystem.unlink;
  readonly makeFolder = nodeFileSystem.makeFolder;
  readonly remove = nodeFileSystem.remove;
  readonly readTextNow = nodeFileSystem.readTextNow;
  readonly listNow = nodeFileSystem.listNow;
  readonly stampNow = nodeFileSystem.stampNow;
  /** In bytes, in order. */
  readonly synced: number[] = [];

  constructor() {
    this.open = async (path, flags) => this.#recorded(await nodeFileSystem.open(path, flags));
  }

  #recorded(file: OpenFile): OpenFile {
    let bytes = 0;
    return {
      ...file,
      write: async (chunk) => {
        const taken = await file.write(chunk);
        bytes += taken;
        return taken;
      },
      datasync: () => {
        this.synced.push(bytes);
        return file.datasync();
      },
    };
  }
}
