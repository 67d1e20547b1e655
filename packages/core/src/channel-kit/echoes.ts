import { forgetOldest } from "../forget-oldest.ts";

/** Most pieces that are remembered: those of the last hours of a busy bot. */
const mostEchoes = 10_000;

/**
 * What a service has told of the bot's own messages, by the marks that they carry (a nonce, an id in their metadata): which
 * are there, and which are to go when they appear.
 */
export class Echoes {
  readonly #ids = new Map<string, string>();
  readonly #unwanted = new Set<string>();

  /** A message of the bot's own appeared. @returns whether it is to be deleted. */
  note(mark: string, messageId: string): boolean {
    this.#ids.set(mark, messageId);
    forgetOldest(this.#ids, mostEchoes);
    return this.#unwanted.has(mark);
  }

  /** The message that carries the mark; undefined when none has appeared. */
  idOf(mark: string): string | undefined {
    return this.#ids.get(mark);
  }

  /** The message of that mark is to go, also when it appears later. */
  refuse(mark: string): void {
    this.#unwanted.add(mark);
    forgetOldest(this.#unwanted, mostEchoes);
  }
}
