import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { measureOnce } from "./probe-process.ts";

/** Conversations that a data folder is filled with. */
export interface Filling {
  /** Number of the first one. */
  readonly first: number;
  readonly conversations: number;
  /** Messages in each, questions and answers counted. */
  readonly messages: number;
}

/** What Linux calls a file system that lies in memory: its syncs cost nothing. */
const temporaryFileSystem = 0x01021994;

/** The data folders of one run: made when they are first wanted, shared where that saves time, removed at the end. */
export class DataFolders {
  readonly #parent: string;
  readonly #tell: (text: string) => void;
  #root: string | undefined;
  #big: { readonly folder: string; lasting: number; conversations: number } | undefined;

  /** @param parent where they lie while the benchmarks run. */
  constructor(parent: string, tell: (text: string) => void) {
    this.#parent = parent;
    this.#tell = tell;
  }

  /** Whether the folders lie in memory, so that what is said of durable writes means nothing. */
  get isInMemory(): boolean {
    return process.platform === "linux" && statfsSync(this.#parent).type === temporaryFileSystem;
  }

  /** A folder that is not there yet. */
  fresh(name: string): string {
    this.#root ??= mkdtempSync(path.join(this.#parent, "keyturn-bench-"));
    return path.join(this.#root, name);
  }

  /** A new data folder with these conversations. */
  async filled(name: string, filling: Filling): Promise<string> {
    const folder = this.fresh(name);
    await this.#fill(folder, filling);
    return folder;
  }

  /** The folder of many short conversations, grown to at least that many; they are numbered from 0. */
  async big(conversations: number): Promise<string> {
    this.#big ??= { folder: this.fresh("big"), lasting: 0, conversations: 0 };
    const missing = conversations - this.#big.lasting;
    if (missing > 0) await this.#grow(missing);
    this.#big.lasting = Math.max(this.#big.lasting, conversations);
    return this.#big.folder;
  }

  /** Adds conversations to that folder which its user may delete; gives the number of the first. */
  async expendable(conversations: number): Promise<number> {
    return this.#grow(conversations);
  }

  /** Removes everything. */
  remove(): void {
    if (this.#root !== undefined) rmSync(this.#root, { recursive: true, force: true });
    this.#root = undefined;
    this.#big = undefined;
  }

  async #grow(conversations: number): Promise<number> {
    if (this.#big === undefined) throw new Error("The big folder is asked to grow before it was made.");
    const first = this.#big.conversations;
    await this.#fill(this.#big.folder, { first, conversations, messages: 2 });
    this.#big.conversations += conversations;
    return first;
  }

  async #fill(folder: string, filling: Filling): Promise<void> {
    mkdirSync(folder, { recursive: true });
    const { conversations, messages } = filling;
    this.#tell(`writing ${conversations.toLocaleString("en-US")} conversations of ${messages} messages`);
    await measureOnce("filling", { folder, ...filling });
    // What the system has yet to write would slow down the syncs that are about to be measured.
    if (process.platform === "linux") await promisify(execFile)("sync", ["-f", folder]);
  }
}
