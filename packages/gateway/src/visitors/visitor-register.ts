import type { Clock, Logger, Timer } from "@keyturn/core";
import { digestOf, issueVisitorToken, visitorIdOf } from "../access/issued-secret.ts";
import { areSecretsEqual } from "../guard/secret.ts";
import { Problem } from "../problems/problem.ts";
import type { VisitorRecord, VisitorStore } from "./visitor-store.ts";

/** When a visitor was there last is kept this coarsely, in milliseconds: nobody needs it finer than the days it is for. */
const coarseMilliseconds = 3_600_000;

/** How long what nobody waits for may go unwritten, in milliseconds: many visitors are then one write. */
const laterMilliseconds = 10_000;

/** Visitors that are kept: a file of 2 MB, which is written in a few milliseconds. */
const mostVisitors = 10_000;

const dayMilliseconds = 86_400_000;

/** The parts that a visitor register is made of. */
export interface VisitorRegisterParts {
  readonly store: VisitorStore;
  readonly clock: Clock;
  readonly log: Logger;
  readonly idleDays: number;
  /** Told after a visitor came to an end; must not throw. */
  readonly onEnd: () => void;
}

/** The visitors that there are. The store is read once, and written as a whole; writes that wait become one. */
export class VisitorRegister {
  readonly #parts: VisitorRegisterParts;
  readonly #visitors = new Map<string, VisitorRecord>();
  /** Of whom everything is being removed: nothing of theirs counts any more, unless that fails. */
  readonly #leaving = new Set<string>();
  #loaded: Promise<void> | undefined;
  #lastWrite: Promise<unknown> = Promise.resolve();
  /** The write that has not begun yet. */
  #nextWrite: Promise<void> | undefined;
  #later: Timer | undefined;

  constructor(parts: VisitorRegisterParts) {
    this.#parts = parts;
  }

  /**
   * Sees that the store was read; what follows needs it.
   * @throws StoreError
   */
  load(): Promise<void> {
    this.#loaded ??= this.#read().catch((error: unknown) => {
      this.#loaded = undefined;
      throw error;
    });
    return this.#loaded;
  }

  /** The visitor whose token a text is; undefined when it is nobody's. */
  find(text: string): VisitorRecord | undefined {
    const record = this.#visitors.get(visitorIdOf(text) ?? "");
    return record !== undefined && areSecretsEqual(digestOf(text), record.digest) ? record : undefined;
  }

  /** Whether a visitor is there, did not stay away for too long, and is not leaving. */
  isInForce(id: string): boolean {
    const record = this.#visitors.get(id);
    return record !== undefined && !this.#isExpired(record) && !this.#leaving.has(id);
  }

  /** Makes a visitor. @throws StoreError, Problem `VISITORS_EXHAUSTED` */
  async create(): Promise<{ readonly id: string; readonly token: string }> {
    await this.load();
    this.#sweep();
    if (this.#visitors.size >= mostVisitors) {
      throw new Problem("VISITORS_EXHAUSTED", "The chat has as many visitors as it can have. Try again later.", {
        headers: { "Retry-After": "3600" },
      });
    }
    const { name, text, digest } = issueVisitorToken();
    const id = `v_${name}`;
    const now = this.#parts.clock.now();
    this.#visitors.set(id, { id, digest, createdAt: now, lastUsedAt: now });
    try {
      await this.#write();
    } catch (error) {
      this.#visitors.delete(id);
      throw error;
    }
    return { id, token: text };
  }

  /** Ends a visitor's token; false when there is no such visitor. @throws StoreError: they then go on. */
  async revoke(id: string): Promise<boolean> {
    await this.load();
    const record = this.#visitors.get(id);
    if (record === undefined) return false;
    this.#visitors.delete(id);
    try {
      await this.#write();
    } catch (error) {
      this.#visitors.set(id, record);
      throw error;
    }
    this.#parts.onEnd();
    return true;
  }

  /**
   * Forgets a visitor once everything of theirs is removed; meanwhile, and then, their token is good for nothing. When it
   * cannot be removed they go on as before, and may ask again.
   */
  async forget(id: string, remove: () => Promise<void>): Promise<void> {
    this.#leaving.add(id);
    try {
      await remove();
      // Nothing is left that the token leads to: that it is gone itself need not be waited for.
      this.#visitors.delete(id);
      this.#writeLater();
      this.#parts.onEnd();
    } finally {
      this.#leaving.delete(id);
    }
  }

  /** A visitor was there just now. */
  noteUse(record: VisitorRecord): void {
    const now = this.#parts.clock.now();
    if (now - record.lastUsedAt < coarseMilliseconds) return;
    this.#visitors.set(record.id, { ...record, lastUsedAt: now });
    this.#writeLater();
  }

  /** Resolves when everything was written that is to be. */
  async settled(): Promise<void> {
    if (this.#later !== undefined) this.#writeNow();
    await this.#lastWrite;
  }

  async #read(): Promise<void> {
    for (const record of await this.#parts.store.read()) this.#visitors.set(record.id, record);
  }

  #sweep(): void {
    for (const record of this.#visitors.values()) {
      if (this.#isExpired(record)) this.#visitors.delete(record.id);
    }
  }

  #isExpired({ lastUsedAt }: VisitorRecord): boolean {
    return this.#parts.clock.now() - lastUsedAt >= this.#parts.idleDays * dayMilliseconds;
  }

  #writeLater(): void {
    this.#later ??= this.#parts.clock.startTimer(laterMilliseconds, () => this.#writeNow());
  }

  /** It is no fault of whoever came by when it cannot be written: the next write has it as well. */
  #writeNow(): void {
    this.#later?.cancel();
    this.#later = undefined;
    this.#write().catch((error: unknown) => {
      this.#parts.log.warn({ err: error }, "When visitors were there last could not be written down.");
    });
  }

  /** One write at a time, of what there is when it begins. */
  #write(): Promise<void> {
    this.#nextWrite ??= this.#lastWrite.then(() => {
      this.#nextWrite = undefined;
      return this.#parts.store.write([...this.#visitors.values()]);
    });
    this.#lastWrite = this.#nextWrite.catch(() => undefined);
    return this.#nextWrite;
  }
}
