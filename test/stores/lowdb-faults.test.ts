import { cpSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StorageReport } from "../../packages/core/src/stores/lowdb/storage-report.ts";
import type { StoreConversation } from "../../packages/testkit/src/contracts/session-store-conversation.ts";
import { takeSnapshot } from "../../packages/testkit/src/contracts/session-store-snapshot.ts";
import { LowdbSubject, TemporaryFolder } from "./support/lowdb-folder.ts";
import { type DiskCall, ObservedFileSystem, failing } from "./support/observed-file-system.ts";

const marker = "text-of-the-conversation";

describe("a disk that fails", () => {
  let root: TemporaryFolder;
  let disk: ObservedFileSystem;
  let reports: StorageReport[];
  let subject: LowdbSubject;
  let conversation: StoreConversation;

  beforeEach(async () => {
    root = await TemporaryFolder.make();
    const folder = path.join(root.path, "data");
    disk = new ObservedFileSystem(folder);
    reports = [];
    subject = await LowdbSubject.open(folder, { fileSystem: disk, report: (report) => reports.push(report) });
    conversation = subject.conversation();
    await conversation.exchange(`first ${marker}`, `answer ${marker}`);
    await conversation.answerInPieces("one", "two");
    // All of it is in the index's file, too.
    await subject.reopen();
    reports.length = 0;
  });

  afterEach(async () => {
    disk.before = () => undefined;
    await subject.close();
    await root.remove();
  });

  /** What the store answers after a start on what lies on the disk at this moment. */
  async function snapshotOfDisk() {
    const folder = path.join(root.path, "copy");
    cpSync(subject.folder, folder, { recursive: true, filter: (file) => !path.basename(file).startsWith("owner.") });
    const copy = await LowdbSubject.open(folder);
    const snapshot = await takeSnapshot(copy.store);
    await copy.close();
    return snapshot;
  }

  const operations: readonly (readonly [string, () => Promise<unknown>])[] = [
    ["accept", () => conversation.accept("more")],
    ["accept of a new session", () => subject.conversation("other").accept("hello")],
    ["claim of a delivery", () => conversation.nextDelivery()],
    ["reset", () => conversation.reset()],
    ["delete", () => conversation.delete()],
    ["remembering of a mark", () => subject.store.remember(conversation.keyText, subject.mark("typed-help"))],
  ];

  describe.each(operations)("under an %s", (_, operate) => {
    it.each([
      ["is full", "ENOSPC", "STORE_FULL", ["open", "write", "makeFolder"]],
      ["denies access", "EACCES", "STORE_DENIED", ["open", "rename", "makeFolder"]],
      ["breaks", "EIO", "STORE_UNAVAILABLE", ["write", "datasync"]],
    ] as const)(
      "that %s refuses it clearly, loses nothing, and does it when it is well again",
      async (_, system, code, names) => {
        const before = await takeSnapshot(subject.store);
        const failingCalls: ReadonlySet<DiskCall["name"]> = new Set(names);
        disk.before = failing(system, ({ name }) => failingCalls.has(name));

        await expect(operate()).rejects.toMatchObject({ name: "StoreError", code });

        disk.before = () => undefined;
        expect(await takeSnapshot(subject.store)).toEqual(before);
        expect(await snapshotOfDisk()).toEqual(before);
        expect(subject.files().filter((file) => file.endsWith(".tmp"))).toEqual([]);
        await operate();
        expect(await snapshotOfDisk()).toEqual(await takeSnapshot(subject.store));
      },
    );
  });

  it("refuses at any single call, and is left with the state of before or of after, in memory and on the disk alike", async () => {
    for (let failingCall = 0; ; failingCall += 1) {
      const before = await takeSnapshot(subject.store);
      let calls = 0;
      disk.before = failing(
        "EIO",
        ({ name }) => name !== "read" && name !== "stamp" && (calls += 1) === failingCall + 1,
      );
      const outcome = await conversation.reset().catch((error: unknown) => error);
      disk.before = () => undefined;
      if (outcome instanceof Error) {
        expect(await takeSnapshot(subject.store)).toEqual(before);
        expect(await conversation.reset()).toMatchObject({ kind: "removed" });
      }
      expect(await snapshotOfDisk()).toEqual(await takeSnapshot(subject.store));
      if (calls <= failingCall) break;
      await conversation.answerInPieces(`again ${marker}`);
      await subject.reopen();
    }
  });

  it("does not stop other conversations when one's write fails", async () => {
    const other = subject.conversation("other");
    await other.accept("hello");
    const id = await conversation.id();
    disk.before = failing("EIO", (call) => call.file.includes(id));
    await expect(conversation.accept("refused")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await other.accept("taken");
    expect(await other.waiting()).toEqual(["hello", "taken"]);
  });

  it("does not undo a delete whose old segments it cannot remove: that is reported, and done at the next start", async () => {
    const entries = Array.from({ length: 200 }, () => ({ role: "notice" as const, at: subject.now(), text: marker }));
    await conversation.accept("a question");
    await conversation.commit(await conversation.begin(), "", { entries });
    const { id } = await conversation.summary();
    disk.before = failing("EACCES", ({ name, to }) => name === "rename" && to?.startsWith("trash/") === true);
    expect(await conversation.delete()).toMatchObject({ kind: "removed" });
    expect(reports).toMatchObject([{ kind: "upkeep-failed", file: expect.stringContaining(`${id}.e`) }]);
    expect(subject.filesWith(marker)).not.toEqual([]);
    disk.before = () => undefined;
    await subject.reopen();
    expect(subject.filesWith(marker)).toEqual([]);
    expect(await subject.store.summary(id)).toHaveProperty("deletedAt");
  });

  it("is told of at the start, and nothing is moved or changed", async () => {
    const { id } = await conversation.summary();
    const names = subject.files();
    await subject.store.close();
    disk.before = failing("EACCES", ({ name, file }) => name === "read" && file.endsWith("summaries.jsonl"));
    await expect(subject.reopen()).rejects.toMatchObject({
      code: "STORE_DENIED",
      message: expect.stringMatching(
        /^Could not read sessions\/..\/summaries\.jsonl: the system denies access \(EACCES\)\./,
      ),
    });
    disk.before = () => undefined;
    await subject.reopen();
    expect(subject.files()).toEqual(names);
    expect((await conversation.summary()).id).toBe(id);
  });
});
