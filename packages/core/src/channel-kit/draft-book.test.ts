import { expect, it } from "vitest";
import type { RunId } from "../identifiers.ts";
import type { JsonValue } from "../json.ts";
import { silentLogger } from "../log.ts";
import type { PluginStorage } from "../storage/plugin-storage.ts";
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

it("leaves what runs of this process write alone", async () => {
  const storage = createStorage();
  const book = new DraftBook(storage, silentLogger);
  await book.set(left, { channel: "C1", messages: ["1.1"] });
  const taken: DraftPlace[] = [];
  await book.clear(async (place) => void taken.push(place));
  expect([taken, book.find(left)]).toEqual([[], { channel: "C1", messages: ["1.1"] }]);
});

it("gives out once what stands or was left there for somebody who does not want it to stay", async () => {
  const book = new DraftBook(createStorage(), silentLogger);
  await book.set(left, { channel: "C1", messages: ["1.1"] });
  await book.set(ended, { channel: "C1", messages: ["1.2"] });
  await book.remove(ended);
  expect([await book.take(left), await book.take(ended)]).toEqual([
    { channel: "C1", messages: ["1.1"] },
    { channel: "C1", messages: ["1.2"] },
  ]);
  expect([await book.take(left), book.find(left)]).toEqual([undefined, undefined]);
});

it("remembers of a draft that is on its way that it is not to stay", async () => {
  const book = new DraftBook(createStorage(), silentLogger);
  expect(book.isUnwanted(left)).toBe(false);
  expect(await book.take(left)).toBeUndefined();
  expect(book.isUnwanted(left)).toBe(true);
});
