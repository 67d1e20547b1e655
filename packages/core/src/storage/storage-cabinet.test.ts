import { describe, expect, it } from "vitest";
import { StoreError } from "../errors.ts";
import type { KeptValues, StorageShelf } from "./plugin-storage.ts";
import { StorageCabinet } from "./storage-cabinet.ts";

/** A shelf whose writes end when the test says so. */
class HeldShelf implements StorageShelf {
  readonly writes: { readonly values: KeptValues; readonly end: PromiseWithResolvers<void> }[] = [];
  isUnreadable = false;

  read(): Promise<KeptValues | undefined> {
    return this.isUnreadable ? Promise.reject(new StoreError("STORE_DENIED", "denied")) : Promise.resolve({ seen: 1 });
  }

  write(values: KeptValues): Promise<void> {
    const end = Promise.withResolvers<void>();
    this.writes.push({ values, end });
    return end.promise;
  }
}

function open() {
  const shelf = new HeldShelf();
  const cabinet = new StorageCabinet({ shelf: () => shelf });
  return { shelf, cabinet, storage: cabinet.storage("plugin") };
}

/** Resolves when everything that needs no further event has been done. */
const breath = () => new Promise<void>((resolve) => void setImmediate(resolve));

describe("a plugin's storage", () => {
  it("shows a value once it is durable, and not before", async () => {
    const { shelf, storage } = open();
    const setting = storage.set("seen", 2);
    await breath();
    expect(await storage.get("seen")).toBe(1);
    shelf.writes[0]?.end.resolve();
    await setting;
    expect(await storage.get("seen")).toBe(2);
  });

  it("writes together what comes while a write is under way, in order", async () => {
    const { shelf, storage } = open();
    const first = storage.set("seen", 2);
    await breath();
    const later = [storage.set("seen", 3), storage.set("other", [1]), storage.delete("seen"), storage.set("seen", 4)];
    await breath();
    expect(shelf.writes.map(({ values }) => values)).toEqual([{ seen: 2 }]);
    shelf.writes[0]?.end.resolve();
    await first;
    await breath();
    expect(shelf.writes.map(({ values }) => values)).toEqual([{ seen: 2 }, { seen: 4, other: [1] }]);
    shelf.writes[1]?.end.resolve();
    await Promise.all(later);
    expect(await storage.entries()).toEqual([
      ["other", [1]],
      ["seen", 4],
    ]);
  });

  it("stays as it was when a write fails, and tells each whose change was in it", async () => {
    const { shelf, storage } = open();
    const changes = [storage.set("a", 1), storage.set("b", 2)].map((change) => change.catch(String));
    await breath();
    shelf.writes[0]?.end.reject(new StoreError("STORE_FULL", "full"));
    expect(await Promise.all(changes)).toEqual(["StoreError: full", "StoreError: full"]);
    expect(await storage.entries()).toEqual([["seen", 1]]);
    const again = storage.set("a", 1);
    await breath();
    expect(shelf.writes[1]?.values).toEqual({ seen: 1, a: 1 });
    shelf.writes[1]?.end.resolve();
    await again;
  });

  it("is read again when it could not be read, and never overwritten unread", async () => {
    const { shelf, storage } = open();
    shelf.isUnreadable = true;
    await expect(storage.get("seen")).rejects.toThrow("denied");
    await expect(storage.set("a", 1)).rejects.toThrow("denied");
    expect(shelf.writes).toEqual([]);
    shelf.isUnreadable = false;
    expect(await storage.get("seen")).toBe(1);
  });

  it("writes nothing when nothing changes", async () => {
    const { shelf, storage } = open();
    await storage.set("seen", 1);
    await storage.delete("nothing");
    expect(shelf.writes).toEqual([]);
  });

  it("takes nothing once it is closed, after what was under way has ended", async () => {
    const { shelf, cabinet, storage } = open();
    const setting = storage.set("seen", 2);
    await breath();
    let isClosed = false;
    const closing = cabinet.close().then(() => (isClosed = true));
    await breath();
    expect(isClosed).toBe(false);
    shelf.writes[0]?.end.resolve();
    await Promise.all([setting, closing]);
    await expect(storage.set("seen", 3)).rejects.toThrow(/stopped/);
    await expect(storage.get("seen")).rejects.toThrow(/stopped/);
    expect(shelf.writes).toHaveLength(1);
  });

  it("gives copies: changing what was given or kept changes nothing", async () => {
    const { shelf, storage } = open();
    const given = { list: [1] };
    const setting = storage.set("a", given);
    given.list.push(2);
    await breath();
    shelf.writes[0]?.end.resolve();
    await setting;
    expect(await storage.get("a")).toEqual({ list: [1] });
    expect(await storage.get("a")).not.toBe(await storage.get("a"));
  });
});

describe("the bounds of a plugin's storage", () => {
  const openFree = () => {
    const values: KeptValues[] = [];
    const write = async (kept: KeptValues) => void values.push(kept);
    const cabinet = new StorageCabinet({ shelf: () => ({ read: async () => undefined, write }) });
    return { storage: cabinet.storage("plugin"), values };
  };

  it.each(["", "x".repeat(257), "\ud800"])("refuse a key", async (key) => {
    const { storage, values } = openFree();
    await expect(storage.set(key, 1)).rejects.toThrow(/1 to 256 characters/);
    expect(values).toEqual([]);
  });

  it("refuse a value that is no JSON, or larger than 64 KiB", async () => {
    const { storage } = openFree();
    const circle: { self?: unknown } = {};
    circle.self = circle;
    // @ts-expect-error callers without types give anything
    for (const value of [undefined, 1n, () => 1, circle]) await expect(storage.set("a", value)).rejects.toThrow(/JSON/);
    await expect(storage.set("a", "é".repeat(32_768))).rejects.toThrow(/65538 bytes; at most 65536/);
    await storage.set("a", "é".repeat(32_767));
  });

  it("refuse the 1,001st key, and let the others of the same breath be kept", async () => {
    const { storage, values } = openFree();
    const settings = Array.from({ length: 1_001 }, (_, index) => storage.set(`k${index}`, index));
    const outcomes = await Promise.allSettled(settings);
    expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(1);
    await expect(settings[1_000]).rejects.toThrow(/1000 keys already/);
    expect(values).toHaveLength(1);
    await storage.set("k0", "changed");
    expect(await storage.get("k0")).toBe("changed");
  });

  it("refuse more than 4 MiB in all", async () => {
    const { storage } = openFree();
    const large = "x".repeat(65_000);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 70 }, (_, index) => storage.set(`k${index}`, large)),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(64);
  });

  it("keep a key named like a part of every object", async () => {
    const { storage } = openFree();
    await storage.set("__proto__", { polluted: true });
    expect(await storage.get("__proto__")).toEqual({ polluted: true });
    expect(await storage.get("constructor")).toBeUndefined();
    expect(await storage.entries("__")).toEqual([["__proto__", { polluted: true }]]);
  });
});
