import { PluginError } from "./errors.ts";

/** Things of one kind, each under a name of its own. */
export class NamedRegistry<Item extends { readonly name: string }> {
  readonly #items = new Map<string, Item>();
  readonly #kind: string;

  /** @param kind what they are, for error messages, such as `channel`. */
  constructor(kind: string) {
    this.#kind = kind;
  }

  /**
   * Adds an item; the returned function removes it, and does nothing when called again.
   * @throws PluginError when the name is taken.
   */
  register(item: Item): () => void {
    if (this.#items.has(item.name)) {
      const message = `There is a ${this.#kind} named "${item.name}" already; give each ${this.#kind} a name of its own.`;
      throw new PluginError(message);
    }
    this.#items.set(item.name, item);
    return () => {
      if (this.#items.get(item.name) === item) this.#items.delete(item.name);
    };
  }

  find(name: string): Item | undefined {
    return this.#items.get(name);
  }

  /** In the order in which they were added. */
  all(): readonly Item[] {
    return [...this.#items.values()];
  }
}
