import type { WireBulkResult } from "../wire/operation.ts";

/** Results that one operation keeps: all of a request that names its sessions. */
const mostResults = 500;

/** Counts the results of an operation and keeps some: failures before others, since somebody must look at them. */
export class ResultKeeper {
  readonly #kept: WireBulkResult[] = [];
  readonly #removals = new Map<string, number>();
  #done = 0;
  #failed = 0;
  #undoUntil: string | null = null;

  get kept(): readonly WireBulkResult[] {
    return this.#kept;
  }

  /** All that was removed and can be brought back: by session the epoch that names its removal. */
  get removals(): ReadonlyMap<string, number> {
    return this.#removals;
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
    return this.#removals.size === 0 ? null : this.#undoUntil;
  }

  /** A session that was removed is back. */
  forgetRemoval(id: string): void {
    this.#removals.delete(id);
  }

  add(result: WireBulkResult): void {
    if (result.status === "failed") this.#failed += 1;
    else this.#done += 1;
    this.#noteRemoval(result);
    if (this.#kept.length >= mostResults && !this.#makeRoom(result)) return;
    this.#kept.push(result);
  }

  #noteRemoval({ id, status, epoch, undoUntil }: WireBulkResult): void {
    // What was deleted before is not this operation's to undo.
    if (undoUntil === null || epoch === null || status === "already-deleted") return;
    this.#removals.set(id, epoch);
    // Times of one form, in UTC, are in the order of their texts.
    if (this.#undoUntil === null || undoUntil < this.#undoUntil) this.#undoUntil = undoUntil;
  }

  #makeRoom(result: WireBulkResult): boolean {
    const replaced = result.status === "failed" ? this.#kept.findLastIndex(({ status }) => status !== "failed") : -1;
    if (replaced !== -1) this.#kept.splice(replaced, 1);
    return replaced !== -1;
  }
}
