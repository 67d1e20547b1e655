import path from "node:path";
import type { FileSystem, OpenFile } from "../../../packages/core/src/stores/lowdb/file-system.ts";
import { nodeFileSystem } from "../../../packages/core/src/stores/lowdb/node-file-system.ts";

/** A call that changes something on the disk, or makes it durable, or reads. */
export interface DiskCall {
  readonly name:
    | "open"
    | "write"
    | "datasync"
    | "sync"
    | "close"
    | "read"
    | "rename"
    | "link"
    | "unlink"
    | "makeFolder"
    | "remove"
    | "list"
    | "stamp";
  /** Relative to the data folder, with `/`. */
  readonly file: string;
  /** Where a rename or a link puts it. */
  readonly to?: string;
}

/** The machine's disk, with every call seen before it is made, and made to fail where a test wants it. */
export class ObservedFileSystem implements FileSystem {
  readonly #root: string;
  /** Every call, in order. */
  readonly calls: DiskCall[] = [];
  /** Called before each call, which waits for it where it can; what it throws, the call fails with. */
  before: (call: DiskCall) => void | Promise<void> = () => undefined;
  /** The most bytes that one write takes. */
  longestWrite: number = Number.POSITIVE_INFINITY;
  bytesWritten = 0;

  constructor(root: string) {
    this.#root = root;
  }

  /** The calls of these kinds since the list was last emptied, such as `rename sessions/0a/x.json`. */
  lines(...names: readonly DiskCall["name"][]): readonly string[] {
    return this.calls.filter(({ name }) => names.includes(name)).map(({ name, file }) => `${name} ${file}`);
  }

  async open(file: string, flags: "wx" | "a" | "r"): Promise<OpenFile> {
    // What is opened to be read or synced changes nothing.
    if (flags !== "r") await this.#see({ name: "open", file });
    const opened = await nodeFileSystem.open(file, flags);
    return {
      write: async (bytes) => {
        await this.#see({ name: "write", file });
        const taken = await opened.write(bytes.subarray(0, this.longestWrite));
        this.bytesWritten += taken;
        return taken;
      },
      datasync: async () => {
        await this.#see({ name: "datasync", file });
        return opened.datasync();
      },
      sync: async () => {
        await this.#see({ name: "sync", file });
        return opened.sync();
      },
      stamp: () => opened.stamp(),
      close: () => opened.close(),
    };
  }

  async readText(file: string): Promise<string> {
    await this.#see({ name: "read", file });
    return nodeFileSystem.readText(file);
  }

  async readBytes(file: string): Promise<Uint8Array> {
    await this.#see({ name: "read", file });
    return nodeFileSystem.readBytes(file);
  }

  async rename(from: string, to: string): Promise<void> {
    await this.#see({ name: "rename", file: from, to: this.#relative(to) });
    return nodeFileSystem.rename(from, to);
  }

  async link(from: string, to: string): Promise<void> {
    await this.#see({ name: "link", file: from, to: this.#relative(to) });
    return nodeFileSystem.link(from, to);
  }

  async unlink(file: string): Promise<void> {
    await this.#see({ name: "unlink", file });
    return nodeFileSystem.unlink(file);
  }

  async makeFolder(folder: string): Promise<void> {
    await this.#see({ name: "makeFolder", file: folder });
    return nodeFileSystem.makeFolder(folder);
  }

  async remove(file: string): Promise<void> {
    await this.#see({ name: "remove", file });
    return nodeFileSystem.remove(file);
  }

  readTextNow(file: string): string {
    void this.#see({ name: "read", file });
    return nodeFileSystem.readTextNow(file);
  }

  listNow(folder: string): readonly string[] {
    void this.#see({ name: "list", file: folder });
    return nodeFileSystem.listNow(folder);
  }

  stampNow(file: string): ReturnType<FileSystem["stampNow"]> {
    void this.#see({ name: "stamp", file });
    return nodeFileSystem.stampNow(file);
  }

  #see(call: DiskCall): void | Promise<void> {
    const seen = { ...call, file: this.#relative(call.file) };
    this.calls.push(seen);
    return this.before(seen);
  }

  #relative(file: string): string {
    return path.relative(this.#root, file).split(path.sep).join("/");
  }
}

/** An error as the system gives it. */
function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: as the test wants it`), { code });
}

/** Lets a call fail with the system's error, as long as the condition holds. */
export function failing(code: string, when: (call: DiskCall) => boolean): (call: DiskCall) => void {
  return (call) => {
    if (when(call)) throw systemError(code);
  };
}

/** A gate in front of the first call that the condition holds for: it waits there until it is let through. */
export class Gate {
  readonly #when: (call: DiskCall) => boolean;
  readonly #opened: Promise<void>;
  #isUsed = false;
  #arrive: () => void = () => undefined;
  /** Resolves when the call has come to the gate. */
  readonly arrived: Promise<void>;
  /** Lets the call through. */
  open: () => void = () => undefined;

  constructor(when: (call: DiskCall) => boolean) {
    this.#when = when;
    this.arrived = new Promise((resolve) => {
      this.#arrive = resolve;
    });
    this.#opened = new Promise((resolve) => {
      this.open = resolve;
    });
  }

  /** For `ObservedFileSystem.before`. */
  readonly before = (call: DiskCall): void | Promise<void> => {
    if (this.#isUsed || !this.#when(call)) return undefined;
    this.#isUsed = true;
    this.#arrive();
    return this.#opened;
  };
}
