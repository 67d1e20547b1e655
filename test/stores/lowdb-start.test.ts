import { appendFileSync, copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { segmentLength } from "../../packages/core/src/stores/document/session-document.ts";
import type { StorageReport } from "../../packages/core/src/stores/lowdb/storage-report.ts";
import { listAll, takeSnapshot } from "../../packages/testkit/src/contracts/session-store-snapshot.ts";
import { LowdbSubject, TemporaryFolder } from "./support/lowdb-folder.ts";
import { ObservedFileSystem, failing } from "./support/observed-file-system.ts";

describe("a start", () => {
  let root: TemporaryFolder;
  let disk: ObservedFileSystem;
  let reports: StorageReport[];
  let subject: LowdbSubject;

  beforeEach(async () => {
    root = await TemporaryFolder.make();
    reports = [];
    const folder = path.join(root.path, "data");
    disk = new ObservedFileSystem(folder);
    subject = await LowdbSubject.open(folder, {
      fileSystem: disk,
      report: (report) => reports.push(report),
      cacheSize: 1,
    });
  });

  afterEach(async () => {
    disk.before = () => undefined;
    await subject.close();
    await root.remove();
  });

  const pathOf = (file: string) => path.join(subject.folder, file);

  /** The file of a conversation's session. */
  async function fileOf(place: string): Promise<string> {
    const id = await subject.conversation(place).id();
    return subject.files().find((file) => file.endsWith(`/${id}.json`)) ?? "none";
  }

  /** Adds that many entries to a conversation. */
  async function addEntries(place: string, count: number): Promise<void> {
    const conversation = subject.conversation(place);
    await conversation.accept("a question");
    const entries = Array.from({ length: count - 1 }, (_, number) => ({
      role: "notice" as const,
      at: subject.now(),
      text: `entry ${number}`,
    }));
    await conversation.commit(await conversation.begin(), "", { entries });
  }

  describe("finds a session's file damaged: it", () => {
    it.each([
      ["empty", () => "", "it is empty"],
      ["torn", (whole: string) => whole.slice(0, whole.length / 2), "its end is missing"],
      ["something else", () => '{"hello":"world"}\n', "it does not begin like a file of Keyturn"],
    ])("moves it aside when it is %s, reports it, and leaves the others alone", async (_, damage, reason) => {
      for (const place of ["a", "b", "c"]) await subject.conversation(place).exchange("hello", `answer ${place}`);
      const before = await takeSnapshot(subject.store);
      const file = await fileOf("b");
      const id = await subject.conversation("b").id();
      const damaged = damage(readFileSync(pathOf(file), "utf8"));
      await subject.store.close();
      writeFileSync(pathOf(file), damaged);

      await subject.reopen();

      expect(reports).toEqual([
        { kind: "moved-aside", file, movedTo: expect.stringMatching(/\.json\.bad-\d+$/), reason },
      ]);
      expect(subject.files()).not.toContain(file);
      const [moved] = subject.files().filter((name) => name.startsWith(`${file}.bad-`));
      expect(readFileSync(pathOf(moved ?? ""), "utf8")).toBe(damaged);
      const after = await takeSnapshot(subject.store);
      expect(after).toEqual(new Map([...before].filter(([session]) => session !== id)));
      expect((await subject.conversation("b").accept("again")).session.id).not.toBe(id);
      await subject.reopen();
      expect(reports).toHaveLength(1);
      expect(subject.files()).toContain(moved);
    });

    it("keeps the sealed part of its transcript, which a person may still rescue", async () => {
      await addEntries("a", 5 * segmentLength);
      const file = await fileOf("a");
      const sealed = subject.files().filter((name) => /\.e\d+\/\d+\.json$/.test(name));
      expect(sealed.length).toBeGreaterThan(2);
      await subject.store.close();
      writeFileSync(pathOf(file), "");
      await subject.reopen();
      await subject.reopen();
      expect(subject.files()).toEqual(expect.arrayContaining([...sealed]));
    });

    it("notices the damage also while it runs, when the session is no longer in memory", async () => {
      await subject.conversation("a").exchange("hello", "answer");
      const file = await fileOf("a");
      await subject.conversation("b").exchange("hello", "answer");
      writeFileSync(pathOf(file), "");
      expect(await subject.conversation("a").transcript()).toEqual([]);
      expect(reports).toMatchObject([{ kind: "moved-aside", file }]);
      expect(await listAll(subject.store)).toMatchObject([{ key: { place: "b" } }]);
      expect(await subject.conversation("a").accept("again")).toMatchObject({ isNew: true });
    });

    it("does not take one session's file under another's name for that session", async () => {
      await subject.conversation("a").exchange("hello", "of a");
      await subject.conversation("b").exchange("hello", "of b");
      const [a, b] = [await fileOf("a"), await fileOf("b")];
      await subject.store.close();
      copyFileSync(pathOf(a), pathOf(b));
      await subject.reopen();
      expect(reports).toMatchObject([{ kind: "moved-aside", file: b, reason: "it holds something else" }]);
    });
  });

  it("fails when it is denied a session's file, and moves nothing: it is there all the same", async () => {
    await subject.conversation("a").exchange("hello", "answer");
    const file = await fileOf("a");
    await subject.store.close();
    rmSync(pathOf(path.posix.join(path.posix.dirname(file), "summaries.jsonl")));
    disk.before = failing("EACCES", (call) => call.name === "read" && call.file === file);
    await expect(subject.reopen()).rejects.toMatchObject({
      code: "STORE_DENIED",
      message: expect.stringContaining(file),
    });
    disk.before = () => undefined;
    await subject.reopen();
    expect(await subject.conversation("a").lines()).toEqual(["user: hello", "assistant: answer"]);
  });

  it("removes what dead processes had half written, whatever their ids, and leaves other files alone", async () => {
    await subject.conversation("a").exchange("hello", "answer");
    const file = await fileOf("a");
    await addEntries("a", 5 * segmentLength);
    await subject.store.close();
    const folder = path.posix.dirname(file);
    const temporary = [
      `${file}.1.1.tmp`,
      `${folder}/summaries.jsonl.${process.pid}.7.tmp`,
      "epoch.json.99.3.tmp",
      `${file.slice(0, -5)}.e1.0.json.1.2.tmp`,
    ];
    const foreign = [
      "notes.txt",
      `${folder}/notes.json`,
      `${folder}/.DS_Store`,
      `${file}.orig`,
      "sessions/README",
      "deduplication/notes.txt",
      "audit/2030.jsonl",
    ];
    mkdirSync(pathOf("audit"));
    for (const name of [...temporary, ...foreign]) writeFileSync(pathOf(name), "something");
    await subject.reopen();
    expect(subject.files().filter((name) => temporary.includes(name))).toEqual([]);
    expect(
      subject
        .files()
        .filter((name) => foreign.includes(name))
        .toSorted(),
    ).toEqual(foreign.toSorted());
    expect(reports).toEqual([]);
  });

  it("leaves a session's copy in another folder alone, and does not list it twice", async () => {
    await subject.conversation("a").exchange("hello", "answer");
    const file = await fileOf("a");
    await subject.store.close();
    const elsewhere = file.startsWith("sessions/00") ? "sessions/01" : "sessions/00";
    mkdirSync(pathOf(elsewhere), { recursive: true });
    copyFileSync(pathOf(file), pathOf(`${elsewhere}/${path.posix.basename(file)}`));
    await subject.reopen();
    expect(await listAll(subject.store)).toHaveLength(1);
    expect(subject.files()).toContain(`${elsewhere}/${path.posix.basename(file)}`);
  });

  it("empties the trash and removes segments that belong to no session or an earlier epoch", async () => {
    await addEntries("a", 5 * segmentLength);
    const id = await subject.conversation("a").id();
    const shard = path.posix.dirname(await fileOf("a"));
    const kept = subject.files().filter((name) => name.includes(`${id}.e`));
    await subject.store.close();
    for (const folder of ["trash/12.1", `${shard}/${id}.e0`, `${shard}/${id}.e999`]) {
      mkdirSync(pathOf(folder), { recursive: true });
      writeFileSync(pathOf(`${folder}/0.json`), "text of a conversation that is gone");
    }
    await subject.reopen();
    expect(subject.filesWith("that is gone")).toEqual([]);
    expect(readdirSync(pathOf("trash"))).toEqual([]);
    expect(subject.files().filter((name) => name.includes(`${id}.e`))).toEqual(kept);
  });

  it("goes on above the highest epoch of all sessions when the count is lost", async () => {
    for (let time = 0; time < 5; time += 1) {
      await subject.conversation("a").accept("hello");
      await subject.conversation("a").reset();
    }
    const { epoch } = await subject.conversation("a").summary();
    await subject.store.close();
    writeFileSync(pathOf("epoch.json"), "");
    await subject.reopen();
    expect(reports).toMatchObject([{ kind: "moved-aside", file: "epoch.json" }]);
    expect((await subject.conversation("b").accept("hello")).session.epoch).toBeGreaterThan(epoch + 1_000);
  });

  it("reads the marks around a line that was torn, and those that were written after it", async () => {
    const { store } = subject;
    await store.remember("test/main/a", subject.mark("before"));
    const [file] = subject.files().filter((name) => name.startsWith("deduplication/"));
    await store.close();
    appendFileSync(pathOf(file ?? ""), '{"deduplicationKey":"torn","mess');
    await subject.reopen();
    await subject.store.remember("test/main/a", subject.mark("after"));
    await subject.reopen();
    const known = ["before", "torn", "after"].map((key) => subject.store.wasAccepted("test/main/a", key));
    expect(await Promise.all(known)).toEqual([true, false, true]);
  });

  it("does without a lost part of a transcript: pages keep their places, and people see the gap", async () => {
    await addEntries("a", 5 * segmentLength);
    const conversation = subject.conversation("a");
    const before = await conversation.transcript();
    const [segment] = subject.files().filter((name) => name.endsWith("/1.json"));
    await subject.store.close();
    writeFileSync(pathOf(segment ?? ""), "torn");
    await subject.reopen();
    const after = await conversation.transcript();
    expect(after.map((entry) => entry.sequence)).toEqual(before.map((entry) => entry.sequence));
    const isLost = (sequence: number) => Math.floor(sequence / segmentLength) === 1;
    expect(after.filter(({ sequence }) => !isLost(sequence))).toEqual(
      before.filter(({ sequence }) => !isLost(sequence)),
    );
    expect(
      after
        .filter(({ sequence }) => isLost(sequence))
        .every((entry) => entry.role === "notice" && entry.text.includes("could not be read")),
    ).toBe(true);
    await conversation.transcript();
    expect(reports).toMatchObject([{ kind: "moved-aside", file: segment }]);
    await conversation.exchange("does it", "go on");
    expect((await conversation.lines()).slice(-2)).toEqual(["user: does it", "assistant: go on"]);
  });

  it("tells a damaged part of a transcript from one that cannot be read just now", async () => {
    await addEntries("a", 5 * segmentLength);
    disk.before = failing("EIO", ({ name, file }) => name === "read" && file.endsWith("/1.json"));
    await expect(subject.conversation("a").transcript()).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    disk.before = () => undefined;
    expect(await subject.conversation("a").transcript()).toHaveLength(5 * segmentLength);
    expect(reports).toEqual([]);
  });
});
