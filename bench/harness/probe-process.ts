import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Probes } from "../probes.ts";
import type { Probe, ProbeReply, ProbeRequest } from "./probe.ts";

/** What the probe of that name is given. */
export type ParametersOf<Name extends keyof Probes> =
  Probes[Name] extends Probe<infer Parameters, unknown> ? Parameters : never;

/** What the probe of that name gives. */
export type ResultOf<Name extends keyof Probes> = Probes[Name] extends Probe<never, infer Result> ? Result : never;

const childFile = fileURLToPath(new URL("../child.ts", import.meta.url));

/** A probe in a process of its own: what others leave on the heap, and what the compiler learnt from them, is not in it. */
export class ProbeProcess<Result> {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Starts the process and gets the probe ready. */
  static async start<Name extends keyof Probes>(
    probe: Name,
    parameters: ParametersOf<Name>,
  ): Promise<ProbeProcess<ResultOf<Name>>> {
    const child = fork(childFile, { execArgv: [...process.execArgv, "--expose-gc"], serialization: "advanced" });
    const started = new ProbeProcess<ResultOf<Name>>(child);
    try {
      await started.#ask({ kind: "prepare", probe, parameters });
      return started;
    } catch (error) {
      child.kill();
      throw error;
    }
  }

  /** Measures once. */
  async run(): Promise<Result> {
    return this.#ask({ kind: "run" });
  }

  /** Lets the probe clean up and ends its process. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || !this.#child.connected) return;
    const ended = once(this.#child, "exit");
    await this.#ask({ kind: "close" });
    this.#child.disconnect();
    await ended;
  }

  #ask(request: ProbeRequest): Promise<Result> {
    return new Promise((resolve, reject) => {
      const end = (code: number | null, signal: string | null) =>
        reject(new Error(`A process that was measuring ended by itself (${signal ?? `exit code ${code}`}).`));
      this.#child.once("exit", end);
      this.#child.once("message", (message) => {
        this.#child.off("exit", end);
        const reply = parseReply<Result>(message);
        if (reply.kind === "done") resolve(reply.result);
        else reject(new Error(`A measurement failed: ${reply.reason}`));
      });
      this.#child.send(request);
    });
  }
}

/** Measures once, in a process that has done nothing else. */
export async function measureOnce<Name extends keyof Probes>(
  probe: Name,
  parameters: ParametersOf<Name>,
): Promise<ResultOf<Name>> {
  await using measuring = await ProbeProcess.start(probe, parameters);
  return await measuring.run();
}

/** The child is this same project's, so what it sends is what the probe's type says. */
function parseReply<Result>(message: unknown): ProbeReply<Result> {
  return message as ProbeReply<Result>;
}
