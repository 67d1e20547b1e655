import { appendFileSync, cpSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ManualClock } from "@keyturn/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StorageReport } from "../../packages/core/src/stores/lowdb/storage-report.ts";
import type { StoreConversation } from "../../packages/testkit/src/contracts/session-store-conversation.ts";
import { listAll } from "../../packages/testkit/src/contracts/session-store-snapshot.ts";
import { LowdbSubject, TemporaryFolder } from "./support/lowdb-folder.ts";
import { ObservedFileSystem, failing } from "./support/observed-file-system.ts";

const interval = 1_000;

describe("the index of summaries", () => {
  let root: TemporaryFolder;
  let clock: ManualClock;
  let disk: ObservedFileSystem;
  let reports: StorageReport[];
  let subject: LowdbSubject;

  beforeEach(async () => {
    root = await TemporaryFolder.make();
    clock = new ManualClock();
    reports = [];
    const folder = path.join(root.path, "data");
    disk = new ObservedFileSystem(folder);
    subject = await LowdbSubject.open(folder, { clock, fileSystem: disk, report: (report) => reports.push(report) });
  });

  afterEach(async () => {
    disk.before = () => undefined;
    await subject.close();
    await root.remove();
  });

  /** Sessions with a title, a preview, a waiting message, and one that is deleted. */
  async function fill(): Promise<void> {
    for (let number = 0; number < 12; number += 1)
      await subject.conversation(`place-${number}`).exchange("hello", `answer ${number}`);
    await subject.conversation("place-3").accept("waiting");
    await subject.conversation("place-4").delete();
  }

  const indexFiles = () => subject.files().filter((file) => file.endsWith("/summaries.jsonl"));
  const readIndex = () =>
    indexFiles()
      .map((file) => readFileSync(path.join(subject.folder, file), "utf8"))
      .join("");
  const sessionsRead = () => disk.lines("read").filter((line) => /s_[^/]*\.json$/.test(line)).length;

  async function restart(): Promise<void> {
    disk.calls.length = 0;
    await subject.reopen();
  }

  it("spares a start from opening any session", async () => {
    await fill();
    const before = await listAll(subject.store);
    await restart();
    expect(sessionsRead()).toBe(0);
    expect(await listAll(subject.store)).toEqual(before);
    expect(await subject.store.unfinished()).toEqual([
      { sessionId: await subject.conversation("place-3").id(), keyText: "test/main/place-3" },
    ]);
    expect(sessionsRead()).toBe(0);
  });

  it.each([
    ["missing", (file: string) => rmSync(file)],
    ["empty", (file: string) => writeFileSync(file, "")],
    ["torn", (file: string) => writeFileSync(file, readFileSync(file, "utf8").slice(0, -20))],
    ["full of zeros", (file: string) => writeFileSync(file, "\0".repeat(statSync(file).size))],
    ["something else", (file: string) => writeFileSync(file, "hello\n{}\nnull\n00000000 {}\n\n")],
    [
      "changed in places",
      (file: string) => writeFileSync(file, readFileSync(file, "utf8").replaceAll("answer", "answor")),
    ],
    ["followed by half a line", (file: string) => appendFileSync(file, '1a2b3c4d ["s_')],
  ])("is made anew from the sessions when its file is %s", async (_, damage) => {
    await fill();
    const before = await listAll(subject.store);
    await subject.store.close();
    for (const file of indexFiles()) damage(path.join(subject.folder, file));
    await restart();
    expect(await listAll(subject.store)).toEqual(before);
    expect(await subject.store.summary(before[0]?.id ?? "s_")).toEqual(before[0]);
    await restart();
    expect(sessionsRead()).toBe(0);
    expect(await listAll(subject.store)).toEqual(before);
  });

  it("is corrected from the sessions when its file is older than they are", async () => {
    await fill();
    await subject.store.close();
    const old = path.join(root.path, "old");
    cpSync(subject.folder, old, { recursive: true, filter: (file) => !path.basename(file).startsWith("owner.") });
    await restart();
    await subject.conversation("place-1").exchange("more", "the newest answer");
    await subject.conversation("place-2").reset();
    await subject.conversation("place-5").delete();
    await subject.conversation("place-99").accept("new");
    const before = await listAll(subject.store);
    await subject.store.close();
    for (const file of indexFiles()) rmSync(path.join(subject.folder, file));
    cpSync(old, subject.folder, {
      recursive: true,
      filter: (file) => statSync(file).isDirectory() || file.endsWith("summaries.jsonl"),
    });

    await restart();

    expect(await listAll(subject.store)).toEqual(before);
    expect(sessionsRead()).toBe(4);
    expect(readIndex()).not.toContain("answer 2");
    expect(readIndex()).not.toContain("answer 5");
    expect(await subject.store.find("test/main/place-5")).toBeUndefined();
    expect(await subject.store.find("test/main/place-99")).toBeDefined();
  });

  it("forgets a session whose file somebody removed, and what it had noted of it", async () => {
    const conversation = subject.conversation();
    await conversation.exchange("hello", "a preview");
    const id = await conversation.id();
    await subject.store.close();
    rmSync(path.join(subject.folder, subject.files().find((file) => file.endsWith(`${id}.json`)) ?? ""));
    await restart();
    expect(await listAll(subject.store)).toEqual([]);
    expect(await subject.store.find(conversation.keyText)).toBeUndefined();
    expect(readIndex()).toBe("");
  });

  it("is written late, and only of what has rested for a while", async () => {
    const conversation = subject.conversation();
    await conversation.exchange("hello", "a preview");
    expect(readIndex()).toBe("");
    await clock.advance(interval);
    expect(readIndex()).toBe("");
    await untilWritten(async () => {
      await clock.advance(interval);
      return readIndex().includes("a preview");
    });
    expect(clock.pendingTimers).toBe(0);
  });

  it("is not synced by a write: its loss costs a start some reading, and nothing else", async () => {
    const conversation = subject.conversation();
    disk.calls.length = 0;
    await conversation.exchange("hello", "a preview");
    await untilWritten(async () => {
      await clock.advance(interval);
      return readIndex().includes("a preview");
    });
    expect(disk.lines("datasync", "sync", "write").filter((line) => line.includes("summaries"))).toEqual([
      expect.stringMatching(/^write .*summaries\.jsonl$/),
    ]);
  });

  it("has a file that does not grow without end", async () => {
    const conversation = subject.conversation();
    for (let turn = 0; turn < 100; turn += 1) {
      await conversation.accept("hello", { capacity: 1_000 });
      await clock.advance(2 * interval);
    }
    await untilWritten(() => Promise.resolve(clock.pendingTimers === 0));
    expect(readIndex().split("\n").length).toBeLessThan(2 + 64 + 2);
  });

  describe.each(["reset", "delete"] as const)("at a %s", (operation) => {
    let conversation: StoreConversation;

    beforeEach(async () => {
      conversation = subject.conversation();
      await conversation.accept("hello");
      const turn = await conversation.begin();
      await subject.store.patch(turn.fence, { title: "the old title" }, subject.now());
      await conversation.commit(turn, "the old preview");
      await subject.conversation("neighbour").exchange("hello", "of the neighbour");
      await restart();
      // A second line of the same session.
      await conversation.exchange("and more", "the newer preview");
      await restart();
      expect(readIndex()).toContain("the old preview");
      expect(readIndex()).toContain("the newer preview");
      expect(readIndex()).toContain("the old title");
    });

    it("holds nothing of what the session said by the time it is answered, and keeps its neighbours", async () => {
      await conversation[operation]();
      expect(readIndex()).not.toMatch(/the (old|newer) preview/);
      if (operation === "delete") expect(readIndex()).not.toContain("the old title");
      expect(readIndex()).toContain("of the neighbour");
    });

    it("holds nothing either of what was added to its file since the start", async () => {
      const other = subject.conversation("new");
      await other.exchange("hello", "the newest preview");
      await untilWritten(async () => {
        await clock.advance(interval);
        return readIndex().includes("the newest preview");
      });
      await other[operation]();
      expect(readIndex()).not.toContain("the newest preview");
    });

    it("is not written when it says nothing of the session yet", async () => {
      const other = subject.conversation("not-listed-yet");
      await other.exchange("hello", "a preview");
      disk.calls.length = 0;
      await other[operation]();
      expect(disk.lines("open").filter((line) => line.includes("summaries"))).toEqual([]);
    });

    it("has lost it for good, also in a power cut: the file is synced before the session is written", async () => {
      disk.calls.length = 0;
      await conversation[operation]();
      const lines = disk.lines("datasync", "rename");
      const [session, index] = [/s_[^/]*\.json\./, /summaries\.jsonl\./].map((name) =>
        lines.findLastIndex((line) => name.test(line)),
      );
      expect(index).toBeGreaterThan(0);
      expect(session).toBeGreaterThan(index ?? 0);
    });

    it("lists the session as before when the write of the session fails", async () => {
      const before = await listAll(subject.store);
      disk.before = failing("ENOSPC", ({ name, file }) => name === "write" && /\/s_[^/]*\.json\./.test(file));
      await expect(conversation[operation]()).rejects.toMatchObject({ code: "STORE_FULL" });
      disk.before = () => undefined;
      expect(await listAll(subject.store)).toEqual(before);
      await restart();
      expect(sessionsRead()).toBe(0);
      expect(await listAll(subject.store)).toEqual(before);
    });

    it("finds what a damaged line says of the session, too", async () => {
      await subject.store.close();
      const file = indexFiles().find((name) => readFileSync(path.join(subject.folder, name), "utf8").includes("newer"));
      const damaged = path.join(subject.folder, file ?? "");
      writeFileSync(damaged, readFileSync(damaged, "utf8").replaceAll('"version"', '"versoin"'));
      await restart();
      expect(readIndex()).toContain("the newer preview");
      await conversation[operation]();
      expect(readIndex()).not.toMatch(/the (old|newer) preview/);
    });
  });

  it("reports when it cannot be written, refuses nothing, and writes it later", async () => {
    const conversation = subject.conversation();
    disk.before = failing("ENOSPC", ({ file }) => file.endsWith("summaries.jsonl"));
    await conversation.exchange("hello", "a preview");
    await untilWritten(async () => {
      await clock.advance(interval);
      return reports.length > 0;
    });
    expect(reports).toMatchObject([{ kind: "upkeep-failed", reason: expect.stringContaining("(ENOSPC)") }]);
    disk.before = () => undefined;
    await untilWritten(async () => {
      await clock.advance(interval);
      return readIndex().includes("a preview");
    });
    await restart();
    expect(sessionsRead()).toBe(0);
  });
});

/** Looks again until the disk has done what the clock set off; the clock is manual, the disk is not. */
async function untilWritten(isWritten: () => Promise<boolean>): Promise<void> {
  await expect.poll(isWritten, { interval: 1, timeout: 5_000 }).toBe(true);
}
