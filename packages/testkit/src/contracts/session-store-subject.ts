import type { AcceptedMark, DeliveryId, MessageId, RunId, SessionId, SessionStore } from "@keyturn/core";

/** A store under test, and the way to start it again on what it left behind. */
export interface OpenedStore {
  readonly store: SessionStore;
  /** Closes the store and opens it again, as after a restart. Never called unless the contract's `isDurable` is set. */
  reopen(): Promise<SessionStore>;
  /** Closes the store, if the test has not, and removes what it kept. */
  close(): Promise<void>;
}

/** The store under test as it is now, with time and ids that no two steps share. */
export class StoreSubject {
  readonly #opened: OpenedStore;
  readonly #series: string;
  #store: SessionStore;
  #at: number = Date.UTC(2030, 0, 1);
  #ids = 0;
  #isClosed = false;

  /** @param series keeps the ids apart from those of other subjects of the same store. */
  constructor(opened: OpenedStore, series: string = "") {
    this.#opened = opened;
    this.#series = series;
    this.#store = opened.store;
  }

  get store(): SessionStore {
    return this.#store;
  }

  /** A time above all before, in milliseconds since 1970. */
  now(): number {
    this.#at += 1;
    return this.#at;
  }

  async reopen(): Promise<void> {
    this.#store = await this.#opened.reopen();
  }

  /** Whether the test has closed the store itself. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#store.close();
  }

  sessionId(): SessionId {
    return `s_${this.#text()}`;
  }

  messageId(): MessageId {
    return `m_${this.#text()}`;
  }

  runId(): RunId {
    return `r_${this.#text()}`;
  }

  deliveryId(): DeliveryId {
    return `d_${this.#text()}`;
  }

  /** The mark of a message that was sent just now; without a name, of one that was never seen before. */
  mark(deduplicationKey?: string): AcceptedMark {
    const messageId = this.messageId();
    return { deduplicationKey: deduplicationKey ?? `key-of-${messageId}`, messageId, acceptedAt: this.now() };
  }

  #text(): string {
    this.#ids += 1;
    return `${this.#series}-${this.#ids}`.padStart(22, "0");
  }
}
