import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const worker = fileURLToPath(new URL("./turn-worker.ts", import.meta.url));

/** A process that has turns in data folders until it is killed. */
export class WorkerProcess {
  readonly #child: ChildProcess;
  #lines = 0;
  #rest = "";
  #errors = "";
  #onLine: () => void = () => undefined;
  /** What it has told, by the number of the folder. */
  readonly #told = new Map<number, string>();

  /** @param run makes what it writes differ from what an earlier worker wrote. */
  constructor(folders: readonly string[], run: number) {
    this.#child = spawn(process.execPath, [...process.execArgv, worker, String(run), ...folders], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child.stdout?.on("data", (data) => this.#read(String(data)));
    this.#child.stderr?.on("data", (data) => (this.#errors += String(data)));
  }

  /** What it has told so far of a folder, in whole lines. */
  toldOf(folder: number): string {
    return this.#told.get(folder) ?? "";
  }

  /** Resolves when it has told that much. */
  async hasTold(lines: number): Promise<void> {
    const told = new Promise<void>((resolve) => {
      this.#onLine = () => {
        if (this.#lines >= lines) resolve();
      };
      this.#onLine();
    });
    const ended = once(this.#child, "close").then(() => {
      throw new Error(`The worker ended: ${this.#errors}`);
    });
    await Promise.race([told, ended]);
    ended.catch(() => undefined);
  }

  /** Kills it; resolves when everything that it told was read. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await once(this.#child, "close");
    if (this.#errors !== "") throw new Error(`The worker failed: ${this.#errors}`);
  }

  #read(data: string): void {
    const lines = (this.#rest + data).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) {
      const [folder, step] = [Number(line[0]), line.slice(2)];
      this.#told.set(folder, `${this.toldOf(folder)}${step}\n`);
    }
    this.#lines += lines.length;
    this.#onLine();
  }
}
