import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { SlackServer } from "@keyturn/testkit/slack";

const script = join(import.meta.dirname, "bot-process.ts");

/** A process with a bot on Slack; nothing but the folder and Slack itself is known to the next one. */
export class BotProcess {
  readonly #child: ChildProcess;
  #errors = "";

  /** @param preloaded modules that are loaded before the bot's own. */
  constructor({ apiUrl, installation, app }: SlackServer, folder: string, preloaded: readonly string[] = []) {
    const options = [...process.execArgv, ...preloaded.map((module) => `--import=${module}`)];
    const parameters = [folder, apiUrl, installation.botToken, app.appToken];
    this.#child = spawn(process.execPath, [...options, script, ...parameters], { stdio: ["ignore", "ignore", "pipe"] });
    this.#child.stderr?.on("data", (data) => (this.#errors += String(data)));
  }

  /** Ends it as a power cut does. @throws Error when it had anything to complain of. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await once(this.#child, "close");
    if (this.#errors !== "") throw new Error(this.#errors);
  }
}
