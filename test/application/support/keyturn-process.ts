import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";

const main = path.resolve(import.meta.dirname, "../../../packages/keyturn/src/main.ts");

/** How a process came to its end. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** How `keyturn` is called. */
export interface KeyturnCall {
  readonly parameters: readonly string[];
  /** The folder that it is called in. */
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

/** `keyturn`, run as people run it: as a process of its own. */
export class KeyturnProcess {
  readonly ended: Promise<ProcessEnd>;
  readonly #child: ChildProcess;
  readonly #watchers = new Set<() => void>();
  #output = "";
  #errors = "";
  #end: ProcessEnd | undefined;

  constructor({ parameters, folder, environment = {} }: KeyturnCall) {
    this.#child = spawn(process.execPath, ["--conditions=keyturn:source", main, ...parameters], {
      cwd: folder,
      env: { PATH: process.env["PATH"], HOME: folder, NO_COLOR: "1", ...environment },
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.#child.stdout?.setEncoding("utf8").on("data", (text: string) => this.#grow(() => (this.#output += text)));
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => this.#grow(() => (this.#errors += text)));
    this.ended = new Promise((resolve) => {
      this.#child.once("close", (code, signal) => {
        this.#end = { code, signal };
        this.#grow(() => undefined);
        resolve({ code, signal });
      });
    });
  }

  /** What it printed. */
  get output(): string {
    return this.#output;
  }

  /** What it said about how it went. */
  get errors(): string {
    return this.#errors;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Resolves with the match when the output, or what was said about it, has one; rejects when the process ends without. */
  async prints(pattern: RegExp, where: "output" | "errors" = "output"): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(where === "output" ? this.#output : this.#errors);
      if (match !== null) return match;
      if (this.#end !== undefined) {
        throw new Error(
          `keyturn ended (${JSON.stringify(this.#end)}) without printing ${pattern}.\n${this.#output}\n${this.#errors}`,
        );
      }
      await new Promise<void>((resolve) => this.#watchers.add(resolve));
    }
  }

  /** Types a line. */
  type(line: string): void {
    this.#child.stdin?.write(`${line}\n`);
  }

  /** Ends its input, as a pipe does that is through. */
  endInput(): void {
    this.#child.stdin?.end();
  }

  /** Sends a signal. */
  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Ends it for good, if it has not ended by itself. */
  async dispose(): Promise<void> {
    if (this.#end === undefined) this.#child.kill("SIGKILL");
    await this.ended;
  }

  #grow(change: () => void): void {
    change();
    for (const watcher of this.#watchers) watcher();
    this.#watchers.clear();
  }
}

/** What a call came to that ends by itself. */
export interface KeyturnResult {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Calls `keyturn` and waits for its end. */
export async function callKeyturn(call: KeyturnCall & { readonly input?: string | undefined }): Promise<KeyturnResult> {
  const called = new KeyturnProcess(call);
  if (call.input !== undefined) called.type(call.input);
  called.endInput();
  const { code } = await called.ended;
  return { code, output: called.output, errors: called.errors };
}
