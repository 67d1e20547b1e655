/** An event that is kept for readers who come back. */
export interface KeptEvent {
  readonly sequence: number;
  /** As the stream carries it. */
  readonly text: string;
  readonly topic: string;
  /** Undefined when the event belongs to no session. */
  readonly sessionId: string | undefined;
  /** Whom alone it is for; undefined for everybody who may read here. */
  readonly audience?: string | undefined;
}

/** Texts of one answer may be long; together the kept events have at most this many characters. */
const mostCharacters = 8 * 1024 * 1024;

/** The newest events, as many as there is room for. */
export class ReplayBuffer {
  readonly #capacity: number;
  readonly #events: KeptEvent[] = [];
  #characters = 0;
  /** The sequence of the newest event that is no longer kept. */
  #dropped = 0;

  /** @param capacity how many events are kept. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  add(event: KeptEvent): void {
    this.#events.push(event);
    this.#characters += event.text.length;
    while (this.#events.length > this.#capacity || this.#characters > mostCharacters) {
      const oldest = this.#events.shift();
      if (oldest === undefined) return;
      this.#characters -= oldest.text.length;
      this.#dropped = oldest.sequence;
    }
  }

  /** Everything after a sequence, oldest first; undefined when some of it is no longer kept. */
  after(sequence: number): readonly KeptEvent[] | undefined {
    if (sequence < this.#dropped) return undefined;
    return this.#events.filter((event) => event.sequence > sequence);
  }
}
