import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ManualClock } from "@keyturn/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DataFolder, type Durability } from "../../packages/core/src/stores/lowdb/data-folder.ts";
import { DurableJsonFile } from "../../packages/core/src/stores/lowdb/durable-json-file.ts";
import { DurableValue } from "../../packages/core/src/stores/lowdb/durable-value.ts";
import type { StorageReport } from "../../packages/core/src/stores/lowdb/storage-report.ts";
import { TemporaryFolder } from "./support/lowdb-folder.ts";
import { ObservedFileSystem, failing } from "./support/observed-file-system.ts";

interface Note {
  readonly text: string;
}

function isNote(value: unknown): value is Note {
  return typeof value === "object" && value !== null && "text" in value;
}

describe("DurableJsonFile, the lowdb adapter", () => {
  let temporary: TemporaryFolder;
  let disk: ObservedFileSystem;
  let reports: StorageReport[];
  let folder: DataFolder;

  beforeEach(async () => {
    temporary = await TemporaryFolder.make();
    reports = [];
    folder = openFolder("strict");
  });

  afterEach(() => temporary.remove());

  function openFolder(durability: Durability): DataFolder {
    disk = new ObservedFileSystem(temporary.path);
    return new DataFolder({
      folder: temporary.path,
      fileSystem: disk,
      durability,
      clock: new ManualClock(Date.UTC(2030, 0, 1)),
      report: (report) => reports.push(report),
    });
  }

  const note = () => new DurableJsonFile<Note>(folder, "note.json", isNote);
  const pathOf = (name: string) => path.join(temporary.path, name);
  const names = () => readdirSync(temporary.path);

  it("writes beside the file, syncs, renames and syncs the folder, in this order", async () => {
    await note().write({ text: "hello" });
    const temporaryName = `note.json.${process.pid}.1.tmp`;
    expect(disk.lines("open", "write", "datasync", "rename", "sync")).toEqual([
      `open ${temporaryName}`,
      `write ${temporaryName}`,
      `datasync ${temporaryName}`,
      `rename ${temporaryName}`,
      "sync ",
    ]);
    expect(names()).toEqual(["note.json"]);
  });

  it("leaves the syncs out when `durability` is relaxed", async () => {
    folder = openFolder("relaxed");
    await note().write({ text: "hello" });
    expect(disk.lines("datasync", "sync")).toEqual([]);
    expect(await note().read()).toEqual({ text: "hello" });
  });

  it("writes one line of JSON that any tool can read", async () => {
    await note().write({ text: "hello" });
    const text = readFileSync(pathOf("note.json"), "utf8");
    expect(text.split("\n")).toHaveLength(2);
    expect(JSON.parse(text)).toMatchObject({ format: "keyturn/1", data: { text: "hello" } });
  });

  it("makes files that nobody but their owner reads", async () => {
    await note().write({ text: "hello" });
    expect(statSync(pathOf("note.json")).mode & 0o777).toBe(0o600);
  });

  it("is on the disk in tests, too, where a preset of lowdb would stay in memory", async () => {
    expect(process.env["NODE_ENV"]).toBe("test");
    await new DurableValue<Note>(folder, "note.json", isNote).replace({ text: "hello" });
    expect(readFileSync(pathOf("note.json"), "utf8")).toContain("hello");
  });

  it("gives every write a temporary file of its own, so that two writers do not tear each other's", async () => {
    await Promise.all(Array.from({ length: 20 }, (_, number) => note().write({ text: `writer ${number}` })));
    expect(await note().read()).toEqual({ text: expect.stringMatching(/^writer \d+$/) });
    expect(new Set(disk.lines("open")).size).toBe(20);
    expect(names()).toEqual(["note.json"]);
  });

  it("writes each state that it is given, one by one: none waits for the end of a burst", async () => {
    const file = note();
    for (const text of ["one", "two", "three"]) await file.write({ text });
    expect(disk.lines("rename")).toHaveLength(3);
  });

  it("goes on where the system takes only a part of a write", async () => {
    disk.longestWrite = 7;
    const text = "long ".repeat(100);
    await note().write({ text });
    expect(await note().read()).toEqual({ text });
  });

  it("answers null where there is no file", async () => {
    expect(await note().read()).toBeNull();
    expect(reports).toEqual([]);
  });

  it.each([
    ["empty", () => "", "it is empty"],
    ["of zeros", (whole: string) => "\0".repeat(whole.length), "it does not begin like a file of Keyturn"],
    ["torn", (whole: string) => whole.slice(0, -5), "its end is missing"],
    ["cut before its data", (whole: string) => whole.slice(0, 30), "it does not begin like a file of Keyturn"],
    ["changed in one place", (whole: string) => whole.replace("hello", "hellp"), "its checksum is wrong"],
    ["of lowdb's own adapter", () => '{\n  "text": "hello"\n}', "it does not begin like a file of Keyturn"],
  ])("moves a file aside that is %s, whole, and reports it", async (_, damage, reason) => {
    await note().write({ text: "hello, and enough text that a hundred bytes are not all of it" });
    const damaged = damage(readFileSync(pathOf("note.json"), "utf8"));
    writeFileSync(pathOf("note.json"), damaged);

    expect(await note().read()).toBeNull();

    const movedTo = `note.json.bad-${Date.UTC(2030, 0, 1)}`;
    expect(reports).toEqual([{ kind: "moved-aside", file: "note.json", movedTo, reason }]);
    expect(readFileSync(pathOf(movedTo), "utf8")).toBe(damaged);
    expect(names()).toEqual([movedTo]);
  });

  it("moves a file aside that holds something else", async () => {
    await new DurableJsonFile(folder, "note.json", isNumber).write(7);
    expect(await note().read()).toBeNull();
    expect(reports).toMatchObject([{ kind: "moved-aside", reason: "it holds something else" }]);
  });

  it("never overwrites what was moved aside before", async () => {
    for (const content of ["first", "second", "third"]) {
      writeFileSync(pathOf("note.json"), content);
      await note().read();
    }
    expect(
      names()
        .map((name) => readFileSync(pathOf(name), "utf8"))
        .toSorted(),
    ).toEqual(["first", "second", "third"]);
  });

  it("leaves a file alone that another version of Keyturn wrote, and says so", async () => {
    writeFileSync(pathOf("note.json"), `{"format":"keyturn/2","sha256":"${"0".repeat(64)}","data":{}}\n`);
    await expect(note().read()).rejects.toMatchObject({
      code: "STORE_DAMAGED",
      message: expect.stringMatching(/^Could not read note\.json: it is of format 2,/),
    });
    expect(names()).toEqual(["note.json"]);
  });

  it.each(["EACCES", "EIO"])("does not take %s for a file that is not there", async (code) => {
    await note().write({ text: "hello" });
    disk.before = failing(code, ({ name }) => name === "read");
    await expect(note().read()).rejects.toMatchObject({ name: "StoreError" });
    expect(names()).toEqual(["note.json"]);
  });

  describe("a write that fails", () => {
    it.each([
      ["ENOSPC", "STORE_FULL"],
      ["EDQUOT", "STORE_FULL"],
      ["EFBIG", "STORE_FULL"],
      ["EACCES", "STORE_DENIED"],
      ["EPERM", "STORE_DENIED"],
      ["EROFS", "STORE_DENIED"],
      ["EIO", "STORE_UNAVAILABLE"],
    ])(
      "with %s is told as %s, says what was being done and what to do, and names no absolute path",
      async (system, code) => {
        disk.before = failing(system, ({ name }) => name === "write");
        const error: unknown = await note()
          .write({ text: "a secret" })
          .catch((cause: unknown) => cause);
        expect(error).toMatchObject({ name: "StoreError", code });
        const { message } = error instanceof Error ? error : new Error("not an error");
        expect(message).toMatch(
          new RegExp(`^Could not write note\\.json: .*\\(${system}\\)\\. Nothing was changed\\. [A-Z].+\\.$`),
        );
        expect(message).not.toContain(temporary.path);
        expect(message).not.toContain("secret");
      },
    );

    it.each(["open", "write", "datasync", "rename"] as const)(
      "in its %s leaves the file as it was and nothing beside it",
      async (step) => {
        await note().write({ text: "old" });
        disk.before = failing("EIO", ({ name }) => name === step);
        await expect(note().write({ text: "new" })).rejects.toThrow("EIO");
        disk.before = () => undefined;
        expect(await note().read()).toEqual({ text: "old" });
        expect(names()).toEqual(["note.json"]);
      },
    );

    it("half-way, because the disk is full, leaves the file as it was and nothing beside it", async () => {
      await note().write({ text: "old" });
      disk.longestWrite = 10;
      let writes = 0;
      disk.before = failing("ENOSPC", ({ name }) => name === "write" && (writes += 1) > 3);
      await expect(note().write({ text: "new" })).rejects.toMatchObject({ code: "STORE_FULL" });
      disk.before = () => undefined;
      expect(await note().read()).toEqual({ text: "old" });
      expect(names()).toEqual(["note.json"]);
      await note().write({ text: "new" });
      expect(await note().read()).toEqual({ text: "new" });
    });

    it("leaves the value in memory as it was, where lowdb alone would be ahead of the disk", async () => {
      const value = new DurableValue<Note>(folder, "note.json", isNote);
      await value.replace({ text: "old" });
      disk.before = failing("ENOSPC", ({ name }) => name === "write");
      const failed = value.replace({ text: "new" });
      expect(value.value).toEqual({ text: "old" });
      await expect(failed).rejects.toMatchObject({ code: "STORE_FULL" });
      expect(value.value).toEqual({ text: "old" });
      disk.before = () => undefined;
      expect(await value.load()).toEqual({ text: "old" });
    });
  });

  it("does not remember a value whose file was removed, as lowdb does", async () => {
    const value = new DurableValue<Note>(folder, "note.json", isNote);
    await value.replace({ text: "old" });
    await folder.remove("note.json");
    expect(await value.load()).toBeUndefined();
    expect(value.value).toBeUndefined();
  });
});

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}
