import { type JsonValue, type PluginStorage, type RunId, silentLogger } from "@keyturn/core";
import { expect, it } from "vitest";
import { DraftBook, type DraftPlace } from "./draft-book.ts";

const [left, ended]: readonly [RunId, RunId] = [`r_${"a".repeat(22)}`, `r_${"b".repeat(22)}`];

function createStorage(): PluginStorage {
  const values = new Map<string, JsonValue>();
  return {
    get: async (key) => values.get(key),
    set: async (key, value) => void values.set(key, value),
    delete: async (key) => void values.delete(key),
    entries: async (prefix = "") => [...values].filter(([key]) => key.startsWith(prefix)),
  };
}

it("takes away after a crash what runs left half-written, and nothing twice", async () => {
  const storage = createStorage();
  const before = new DraftBook(storage, silentLogger);
  await before.set(left, { channel: "C1", messages: ["1.1", "1.2"] });
  await before.set(ended, { channel: "C1", messages: ["1.3"] });
  await before.remove(ended);
  const taken: DraftPlace[] = [];
  await new DraftBook(storage, silentLogger).clear(async (place) => void taken.push(place));
  await new DraftBook(storage, silentLogger).clear(async (place) => void taken.push(place));
  expect(taken).toEqual([{ channel: "C1", messages: ["1.1", "1.2"] }]);
});

it("tries at the next start again what could not be taken away", async () => {
  const storage = createStorage();
  await new DraftBook(storage, silentLogger).set(left, { channel: "C1", messages: ["1.1"] });
  await new DraftBook(storage, silentLogger).clear(() => Promise.reject(new Error("no connection")));
  const taken: DraftPlace[] = [];
  await new DraftBook(storage, silentLogger).clear(async (place) => void taken.push(place));
  expect(taken).toHaveLength(1);
});
