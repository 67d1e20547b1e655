import { StoreError } from "../errors.ts";
import type { JsonValue } from "../json.ts";
import { type KeptText, checkKey, checkRoom, textOfValue } from "./kept-values.ts";
import type { KeptValues, PluginStorage, StorageShelf, StorageShelves } from "./plugin-storage.ts";

interface Change {
  readonly key: string;
  readonly text: KeptText;
  readonly done: PromiseWithResolvers<void>;
}

/** The storages of all plugins, until the bot stops. */
export class StorageCabinet {
  readonly #shelves: StorageShelves;
  readonly #drawers = new Map<string, Drawer>();
  #isClosed = false;

  constructor(shelves: StorageShelves) {
    this.#shelves = shelves;
  }

  /** The plugin's storage: the same one, however often it is set up. */
  storage(plugin: string): PluginStorage {
    const drawer = this.#drawers.get(plugin) ?? new Drawer(this.#shelves.shelf(plugin));
    this.#drawers.set(plugin, drawer);
    const open = (): Drawer => {
      // Another process may have the folder by now.
      if (this.#isClosed) throw new StoreError("STORE_UNAVAILABLE", "The bot has stopped: nothing is kept any more.");
      return drawer;
    };
    return {
      get: async (key) => open().get(key),
      set: async (key, value) => open().change(key, textOfValue(key, value)),
      delete: async (key) => open().change(key, undefined),
      entries: async (prefix = "") => open().entries(prefix),
    };
  }

  /** Takes nothing more. Resolves when what was under way has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#drawers.values()].map((drawer) => drawer.settled()));
  }
}

/** One plugin's values. Changes that come while one is written are written together. */
class Drawer {
  readonly #shelf: StorageShelf;
  #values: Promise<ReadonlyMap<string, string>> | undefined;
  #waiting: Change[] = [];
  #writing: Promise<void> | undefined;

  constructor(shelf: StorageShelf) {
    this.#shelf = shelf;
  }

  async get(key: string): Promise<JsonValue | undefined> {
    checkKey(key);
    const text = (await this.#load()).get(key);
    return text === undefined ? undefined : parse(text);
  }

  async entries(prefix: string): Promise<readonly (readonly [string, JsonValue])[]> {
    const found = [...(await this.#load())].filter(([key]) => key.startsWith(prefix));
    return found.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([key, text]) => [key, parse(text)] as const);
  }

  change(key: string, text: KeptText): Promise<void> {
    checkKey(key);
    const done = Promise.withResolvers<void>();
    this.#waiting.push({ key, text, done });
    this.#writing ??= this.#writeAll();
    return done.promise;
  }

  async settled(): Promise<void> {
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    // Those that come in the same breath are written together.
    await Promise.resolve();
    while (this.#waiting.length > 0) await this.#write(this.#waiting.splice(0));
    this.#writing = undefined;
  }

  async #write(changes: readonly Change[]): Promise<void> {
    let taken: readonly Change[] = changes;
    try {
      const before = await this.#load();
      const values = new Map(before);
      taken = changes.filter((change) => apply(values, change));
      if (!isSame(before, values)) await this.#shelf.write(toRecord(values));
      this.#values = Promise.resolve(values);
      for (const { done } of taken) done.resolve();
    } catch (error) {
      for (const { done } of taken) done.reject(error);
    }
  }

  /** Read once; again when that failed. */
  #load(): Promise<ReadonlyMap<string, string>> {
    this.#values ??= this.#shelf.read().then(
      (kept = {}) => new Map(Object.entries(kept).map(([key, value]) => [key, JSON.stringify(value)])),
      (error: unknown) => {
        this.#values = undefined;
        throw error;
      },
    );
    return this.#values;
  }
}

/** False when there was no room for it: the others go on without it. */
function apply(values: Map<string, string>, { key, text, done }: Change): boolean {
  if (text === undefined) {
    values.delete(key);
    return true;
  }
  try {
    checkRoom(values, key, text);
  } catch (error) {
    done.reject(error);
    return false;
  }
  values.set(key, text);
  return true;
}

function isSame(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([key, text]) => other.get(key) === text);
}

function toRecord(values: ReadonlyMap<string, string>): KeptValues {
  return Object.fromEntries([...values].map(([key, text]) => [key, parse(text)]));
}

function parse(text: string): JsonValue {
  const value: JsonValue = JSON.parse(text);
  return value;
}
