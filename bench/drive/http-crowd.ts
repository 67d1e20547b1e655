import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** What a crowd does over HTTP, all of it at once. */
export interface HttpCrowdTask {
  readonly url: string;
  readonly token: string;
  /** Readers of events, open for the whole time. */
  readonly listeners: number;
  /** First pages, and as many searches and messages. */
  readonly times: number;
  /** Sessions to delete, one after the other. */
  readonly deletes: readonly string[];
}

/** How long each answer took, from the request to its last byte, in milliseconds. */
export interface HttpCrowdResult {
  readonly pages: readonly number[];
  readonly searches: readonly number[];
  readonly deletes: readonly number[];
  /** Events that the readers got, all together. */
  readonly events: number;
}

const file = fileURLToPath(new URL("./http-crowd-process.ts", import.meta.url));

/** A crowd in a process of its own: what it does itself is not in the figures of the gateway's process. */
export class HttpCrowd {
  readonly #child: ChildProcess = fork(file, { execArgv: process.execArgv, serialization: "advanced" });

  /** Does everything once. */
  async perform(task: HttpCrowdTask): Promise<HttpCrowdResult> {
    const answer = once(this.#child, "message");
    this.#child.send(task);
    const [result] = await answer;
    return parseResult(result);
  }

  close(): void {
    this.#child.disconnect();
  }
}

/** The child is this same project's, so what it sends is what the type says. */
function parseResult(message: unknown): HttpCrowdResult {
  return message as HttpCrowdResult;
}
