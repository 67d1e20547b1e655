import type { WireBulkResult } from "../wire/operation.ts";

/** Results that one operation keeps: all of a request that names its sessions. */
const mostResults = 500;

/** Counts the results of an operation and keeps some: failures before others, since somebody must look at them. */
export class ResultKeeper {
  readonly #kept: WireBulkResult[] = [];
  #done = 0;
  #failed = 0;
  #undoUntil: string | null = null;

  get kept(): readonly WireBulkResult[] {
    return this.#kept;
  }

  get done(): number {
    return this.#done;
  }

  get failed(): number {
    return this.#failed;
  }

  get omitted(): number {
    return this.#done + this.#failed - this.#kept.length;
  }

  /** The first moment at which something can no longer be undone, RFC 3339; null when nothing can. */
  get undoUntil(): string | null {
    return this.#undoUntil;
  }

  add(result: WireBulkResult): void {
    if (result.status === "failed") this.#failed += 1;
    else this.#done += 1;
    const { undoUntil } = result;
    // Times of one form, in UTC, are in the order of their texts.
    if (undoUntil !== null && (this.#undoUntil === null || undoUntil < this.#undoUntil)) this.#undoUntil = undoUntil;
    if (this.#kept.length >= mostResults && !this.#makeRoom(result)) return;
    this.#kept.push(result);
  }

  #makeRoom(result: WireBulkResult): boolean {
    const replaced = result.status === "failed" ? this.#kept.findLastIndex(({ status }) => status !== "failed") : -1;
    if (replaced !== -1) this.#kept.splice(replaced, 1);
    return replaced !== -1;
  }
}
