import type { PluginStorage } from "@keyturn/core";

/** A part of a storage: its keys begin so, and whoever has it sees no others. */
export function prefixedStorage(storage: PluginStorage, start: string): PluginStorage {
  return {
    get: (key) => storage.get(start + key),
    set: (key, value) => storage.set(start + key, value),
    delete: (key) => storage.delete(start + key),
    entries: async (prefix = "") => {
      const entries = await storage.entries(start + prefix);
      return entries.map(([key, value]) => [key.slice(start.length), value] as const);
    },
  };
}
