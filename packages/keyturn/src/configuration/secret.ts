import { inspect } from "node:util";

/** What stands in place of a secret wherever a person can read it. */
export const hiddenText = "[hidden]";

/**
 * A key or token. Every way of turning it into text says only that it is set; the value comes out of `reveal` alone, at
 * the one place that needs it.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The value itself: hand it to whoever needs it, never to a log, a message or a file that others read. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return hiddenText;
  }

  toJSON(): { readonly set: true } {
    return { set: true };
  }

  static {
    Object.defineProperty(Secret.prototype, inspect.custom, { value: () => hiddenText });
  }
}
