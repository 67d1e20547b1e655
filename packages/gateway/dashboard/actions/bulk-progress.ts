import type { WireOperationDetail } from "../../src/wire/operation.ts";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { changeToast, dropToast, openToast } from "../state/toasts.ts";
import { words } from "../text/words.ts";

/** Pause between two looks at how far a bulk has come, in milliseconds. */
const lookMilliseconds = 400;

/** How long a bulk is asked after that the gateway does not answer for, in milliseconds. */
const patienceMilliseconds = 60_000;

/** Shows in one place how far a bulk is, of however many operations it consists. */
export class BulkProgress implements Disposable {
  readonly #total: number;
  /** Sessions of the operations that are over. */
  #before = 0;
  #toast: number | undefined;

  constructor(total: number) {
    this.#total = total;
  }

  /** Waits for the end of an operation. */
  async follow(started: WireOperationDetail): Promise<WireOperationDetail> {
    const ended = started.endedAt === null ? await this.#untilEnd(started) : started;
    this.#before += ended.total;
    return ended;
  }

  async #untilEnd(started: WireOperationDetail): Promise<WireOperationDetail> {
    const path = `/operations/${encodeURIComponent(started.id)}`;
    this.#show(started, path);
    let heardAt = Date.now();
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, lookMilliseconds));
      const operation = await call<WireOperationDetail>({ path }).catch((error: unknown) => {
        // It goes on, whether or not it can be asked for just now.
        const isPassing = error instanceof ApiError && error.isPassing;
        if (!isPassing || Date.now() - heardAt > patienceMilliseconds) throw error;
      });
      if (operation === undefined) continue;
      heardAt = Date.now();
      if (operation.endedAt !== null) return operation;
      this.#show(operation, path);
    }
  }

  #show({ done, failed }: WireOperationDetail, path: string): void {
    const cancel = { label: words().cancel, run: () => void call({ method: "DELETE", path }).catch(() => undefined) };
    const shown = {
      text: words().bulkProgress(this.#before + done + failed, this.#total),
      until: Date.now() + patienceMilliseconds,
      actions: [cancel],
    };
    if (this.#toast === undefined) this.#toast = openToast({ kind: "done", ...shown });
    else changeToast(this.#toast, shown);
  }

  [Symbol.dispose](): void {
    if (this.#toast !== undefined) dropToast(this.#toast);
  }
}
