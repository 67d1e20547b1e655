import { type ModelServer, startModelServer } from "@keyturn/testkit";
import { afterEach, beforeEach, vi } from "vitest";
import { type KeyturnCall, KeyturnProcess, type KeyturnResult, callKeyturn } from "./keyturn-process.ts";
import { type BotStart, type RunningBot, startBot } from "./running-bot.ts";
import { runKeyturn } from "./run-keyturn.ts";
import { type TemporaryFolder, createTemporaryFolder } from "./temporary-folder.ts";

/** What every test of the application has: a folder and a model server of its own, and processes that end with it. */
export class Stage {
  #folder: TemporaryFolder | undefined;
  #model: ModelServer | undefined;
  readonly #processes: KeyturnProcess[] = [];

  get folder(): string {
    if (this.#folder === undefined) throw new Error("The stage is set in a test only.");
    return this.#folder.path;
  }

  get model(): ModelServer {
    if (this.#model === undefined) throw new Error("The stage is set in a test only.");
    return this.#model;
  }

  /** Starts a bot in the folder, on the model server. */
  async startBot(start: Partial<BotStart> = {}): Promise<RunningBot> {
    const bot = await startBot({ folder: this.folder, model: this.model, ...start });
    this.#processes.push(bot.process);
    return bot;
  }

  /** Does what `keyturn` does in the folder, within this process. */
  run(parameters: readonly string[], call: Partial<KeyturnCall> = {}): Promise<KeyturnResult> {
    return runKeyturn({ parameters, folder: this.folder, ...call });
  }

  /** Calls `keyturn` in the folder, as a process of its own, and waits for its end. */
  call(
    parameters: readonly string[],
    call: Partial<KeyturnCall> & { readonly input?: string } = {},
  ): Promise<KeyturnResult> {
    return callKeyturn({ parameters, folder: this.folder, ...call });
  }

  /** Starts `keyturn` in the folder; it ends with the test. */
  spawn(parameters: readonly string[], call: Partial<KeyturnCall> = {}): KeyturnProcess {
    const started = new KeyturnProcess({ parameters, folder: this.folder, ...call });
    this.#processes.push(started);
    return started;
  }

  async set(): Promise<void> {
    this.#folder = await createTemporaryFolder();
    this.#model = await startModelServer();
  }

  async clear(): Promise<void> {
    for (const started of this.#processes.splice(0)) await started.dispose();
    await this.#model?.close();
    await this.#folder?.remove();
  }
}

/** Longest test with processes of its own, in milliseconds: a machine that is busy takes seconds to start one. */
const timeoutMilliseconds = 60_000;

/** A stage that is set before every test of the file and cleared after it. */
export function useStage(): Stage {
  vi.setConfig({ testTimeout: timeoutMilliseconds, hookTimeout: timeoutMilliseconds });
  const stage = new Stage();
  beforeEach(() => stage.set());
  afterEach(() => stage.clear());
  return stage;
}
