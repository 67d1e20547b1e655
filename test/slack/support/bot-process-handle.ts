import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { SlackServer } from "@keyturn/testkit/slack";
import type { Front } from "./front.ts";

const script = join(import.meta.dirname, "bot-process.ts");

/** How a process is run. */
export interface BotProcessOptions {
  /** Modules that are loaded before the bot's own. */
  readonly preloaded?: readonly string[];
  /** Where Slack's requests come in, in HTTP mode; Socket Mode without it. */
  readonly front?: Front | undefined;
}

/** A process with a bot on Slack; nothing but the folder and Slack itself is known to the next one. */
export class BotProcess {
  readonly #child: ChildProcess;
  readonly #front: Front | undefined;
  #errors = "";

  constructor(
    { apiUrl, installation, app }: SlackServer,
    folder: string,
    { preloaded = [], front }: BotProcessOptions = {},
  ) {
    const options = [...process.execArgv, ...preloaded.map((module) => `--import=${module}`)];
    const proof = front === undefined ? ["socket", app.appToken] : ["http", app.signingSecret];
    const parameters = [folder, apiUrl, installation.botToken, ...proof];
    this.#front = front;
    this.#child = spawn(process.execPath, [...options, script, ...parameters], { stdio: ["ignore", "pipe", "pipe"] });
    this.#child.stdout?.on("data", (port) => front?.leadTo(Number(String(port))));
    this.#child.stderr?.on("data", (data) => (this.#errors += String(data)));
  }

  /** Ends it as a power cut does. @throws Error when it had anything to complain of. */
  async kill(): Promise<void> {
    this.#front?.hold();
    this.#child.kill("SIGKILL");
    await once(this.#child, "close");
    if (this.#errors !== "") throw new Error(this.#errors);
  }
}
