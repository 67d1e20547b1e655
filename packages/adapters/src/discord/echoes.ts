/** Most pieces that are remembered: those of the last hours of a busy bot. */
const mostEchoes = 10_000;

/** What Discord has told of the bot's own messages, by their nonces: which are there, and which are to go when they appear. */
export class Echoes {
  readonly #ids = new Map<string, string>();
  readonly #unwanted = new Set<string>();

  /** A message of the bot's own appeared. @returns whether it is to be deleted. */
  note(nonce: string, messageId: string): boolean {
    this.#ids.set(nonce, messageId);
    forgetOldest(this.#ids);
    return this.#unwanted.has(nonce);
  }

  idOf(nonce: string): string | undefined {
    return this.#ids.get(nonce);
  }

  /** The message of that nonce is to go, also when it appears later. */
  refuse(nonce: string): void {
    this.#unwanted.add(nonce);
    forgetOldest(this.#unwanted);
  }
}

function forgetOldest(kept: Map<string, string> | Set<string>): void {
  if (kept.size <= mostEchoes) return;
  const oldest = kept.keys().next().value;
  if (oldest !== undefined) kept.delete(oldest);
}
