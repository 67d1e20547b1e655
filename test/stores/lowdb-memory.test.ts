import path from "node:path";
import type { SessionId } from "@keyturn/core";
import { ManualClock } from "@keyturn/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { segmentLength } from "../../packages/core/src/stores/document/session-document.ts";
import { DataFolder } from "../../packages/core/src/stores/lowdb/data-folder.ts";
import { SessionFiles } from "../../packages/core/src/stores/lowdb/session-files.ts";
import type { StoredSession } from "../../packages/core/src/stores/lowdb/stored-session.ts";
import { LowdbSubject, TemporaryFolder } from "./support/lowdb-folder.ts";
import { Gate, ObservedFileSystem } from "./support/observed-file-system.ts";

const day = 86_400_000;

describe("with one session in memory at a time", () => {
  let root: TemporaryFolder;
  let disk: ObservedFileSystem;
  let subject: LowdbSubject;

  beforeEach(async () => {
    root = await TemporaryFolder.make();
    const folder = path.join(root.path, "data");
    disk = new ObservedFileSystem(folder);
    subject = await LowdbSubject.open(folder, { fileSystem: disk, cacheSize: 1 });
  });

  afterEach(async () => {
    disk.before = () => undefined;
    await subject.close();
    await root.remove();
  });

  const readsOf = (id: string) => disk.lines("read").filter((line) => line.endsWith(`${id}.json`)).length;

  it("a store answers as with all of them", async () => {
    const places = Array.from({ length: 8 }, (_, number) => `place-${number}`);
    for (const round of ["one", "two"]) {
      for (const place of places) await subject.conversation(place).exchange(round, `to ${round}`);
    }
    await Promise.all(places.map((place) => subject.conversation(place).accept("all at once")));
    for (const place of places) {
      expect(await subject.conversation(place).lines()).toEqual([
        "user: one",
        "assistant: to one",
        "user: two",
        "assistant: to two",
      ]);
      expect(await subject.conversation(place).waiting()).toEqual(["all at once"]);
    }
  });

  it("the session that was used last is not read again, the others are", async () => {
    const { id } = (await subject.conversation("a").accept("hello")).session;
    await subject.conversation("a").waiting();
    expect(readsOf(id)).toBe(0);
    await subject.conversation("b").accept("hello");
    await subject.conversation("a").waiting();
    expect(readsOf(id)).toBe(1);
  });

  it("a session is read once for all who ask for it at the same time", async () => {
    const { id } = (await subject.conversation("a").accept("hello")).session;
    await subject.conversation("b").accept("hello");
    await Promise.all([1, 2, 3].map(() => subject.conversation("a").waiting()));
    expect(readsOf(id)).toBe(1);
  });

  it("a session that is being written is not pushed out and read back as it was before", async () => {
    const a = subject.conversation("a");
    await a.accept("one");
    const gate = new Gate(({ name, file }) => name === "rename" && /\/s_[^/]*\.json\./.test(file));
    disk.before = gate.before;
    const writing = a.accept("two"); //                    1. the write of a waits at its rename
    await gate.arrived;
    await subject.conversation("b").accept("hello"); //    2. another session wants the place in memory
    expect(await a.waiting()).toEqual(["one"]); //         3. a is read meanwhile: it is as it was
    gate.open();
    await writing; //                                      4. the write is done
    expect(await a.waiting()).toEqual(["one", "two"]);
    await a.accept("three");
    expect(await a.waiting()).toEqual(["one", "two", "three"]);
  });

  it("a write waits for a read of the same session that began before it", async () => {
    const a = subject.conversation("a");
    const { id } = (await a.accept("one")).session;
    await subject.conversation("b").accept("hello");
    const gate = new Gate(({ name, file }) => name === "read" && file.endsWith(`${id}.json`));
    disk.before = gate.before;
    const reading = a.waiting();
    await gate.arrived;
    const writing = a.accept("two");
    gate.open();
    expect(await reading).toEqual(["one"]);
    await writing;
    expect(await a.waiting()).toEqual(["one", "two"]);
  });
});

describe("the sealed parts of a transcript", () => {
  let root: TemporaryFolder;
  let disk: ObservedFileSystem;
  let subject: LowdbSubject;

  beforeEach(async () => {
    root = await TemporaryFolder.make();
    const folder = path.join(root.path, "data");
    disk = new ObservedFileSystem(folder);
    subject = await LowdbSubject.open(folder, { fileSystem: disk });
    await grow("a");
  });

  afterEach(async () => {
    await subject.close();
    await root.remove();
  });

  /** Makes a transcript with a dozen sealed segments. */
  async function grow(place: string): Promise<void> {
    const conversation = subject.conversation(place);
    await conversation.accept("a question");
    const entries = Array.from({ length: 32 * segmentLength }, (_, number) => ({
      role: "notice" as const,
      at: subject.now(),
      text: `${place} ${number}`,
    }));
    await conversation.commit(await conversation.begin(), "", { entries });
  }

  const segmentsRead = () => disk.lines("read").filter((line) => /\.e\d+\/\d+\.json$/.test(line)).length;

  async function historyOf(place: string): Promise<readonly string[]> {
    const conversation = subject.conversation(place);
    await conversation.accept("another question");
    const turn = await conversation.begin({ historyLimit: 3 * segmentLength });
    await conversation.commit(turn, "an answer");
    return turn.history.map((entry) => (entry.role === "notice" ? entry.text : entry.role));
  }

  it("are read once for run after run of a conversation, as far as its history goes back", async () => {
    const first = await historyOf("a");
    const read = segmentsRead();
    expect(read).toBeGreaterThan(0);
    const second = await historyOf("a");
    expect(segmentsRead()).toBe(read);
    expect(second.slice(0, 20)).toEqual(first.slice(2, 22));
  });

  it("are not all kept in memory when somebody leafs through them", async () => {
    await subject.conversation("a").transcript();
    const read = segmentsRead();
    await subject.conversation("a").transcript();
    expect(segmentsRead() - read).toBeGreaterThan(read / 2);
  });

  it("are those of the new epoch after a reset", async () => {
    await historyOf("a");
    await subject.conversation("a").reset();
    expect(await historyOf("a")).toEqual([]);
    await grow("a");
    expect((await historyOf("a")).at(0)).toMatch(/^a \d+$/);
  });
});

describe("SessionFiles", () => {
  it("does not write while a read is under way, which would undo the write in memory", async () => {
    const root = await TemporaryFolder.make();
    const disk = new ObservedFileSystem(root.path);
    const folder = new DataFolder({
      folder: root.path,
      fileSystem: disk,
      durability: "relaxed",
      clock: new ManualClock(),
      report: () => undefined,
    });
    const files = new SessionFiles(folder, 1);
    const [a, b] = ["a", "b"].map((name) => retiredSession(`s_${name.repeat(22)}`, 1));
    if (a === undefined || b === undefined) throw new Error("There are two sessions.");
    await folder.ensureFolder("sessions");
    await files.begin(a.document.id, a);
    await files.begin(b.document.id, b); //                          1. a is no longer in memory
    const gate = new Gate(({ name }) => name === "read");
    disk.before = gate.before;
    const reading = files.load(a.document.id); //                    2. somebody reads it
    await gate.arrived;
    const later = retiredSession(a.document.id, 2);
    const writing = files.replace(a.document.id, later); //          3. its later state is to be written
    for (let call = 0; call < 20; call += 1) await folder.read("no such file");
    expect(disk.lines("rename")).toHaveLength(2); //                 4. that waits for the read
    gate.open();
    await Promise.all([reading, writing]);
    expect(files.peek(a.document.id)).toEqual(later);
    expect(files.cached).toBe(1);
    await root.remove();
  });
});

function retiredSession(id: SessionId, epoch: number): StoredSession {
  return {
    kind: "retired",
    document: { id, epoch, key: { adapter: "test", account: "main", place: id }, deletedAt: 0, outbox: [] },
  };
}

describe("a store that is closed or swept", () => {
  let root: TemporaryFolder;
  let disk: ObservedFileSystem;
  let subject: LowdbSubject;

  beforeEach(async () => {
    root = await TemporaryFolder.make();
    const folder = path.join(root.path, "data");
    disk = new ObservedFileSystem(folder);
    subject = await LowdbSubject.open(folder, { fileSystem: disk });
  });

  afterEach(() => root.remove());

  it("finishes the write that is under way before it leaves the folder to others", async () => {
    const conversation = subject.conversation();
    await conversation.accept("one");
    const gate = new Gate(({ name }) => name === "rename");
    disk.before = gate.before;
    const writing = conversation.accept("two");
    await gate.arrived;
    const closing = subject.store.close();
    await expect(LowdbSubject.open(subject.folder)).rejects.toMatchObject({ code: "STORE_IN_USE" });
    gate.open();
    await writing;
    await closing;
    const calls = disk.lines("sync", "open");
    expect(calls.findIndex((line) => line.includes("summaries"))).toBeGreaterThan(
      calls.findLastIndex((line) => line.startsWith("sync sessions/")),
    );
    await subject.reopen();
    expect(await conversation.waiting()).toEqual(["one", "two"]);
    await subject.close();
  });

  it("leaves no timer behind", async () => {
    await subject.conversation().accept("one");
    await subject.close();
    expect(subject.clock.pendingTimers).toBe(0);
  });

  it("keeps no file of what it forgot", async () => {
    const conversation = subject.conversation();
    const { id } = (await conversation.accept("one")).session;
    await conversation.delete();
    await subject.reopen();
    expect(subject.filesWith(id)).toHaveLength(2);
    await subject.store.remember(conversation.keyText, subject.mark());
    const isOfIt = (file: string) => /^deduplication\/|\/s_/.test(file);
    expect(subject.files().filter(isOfIt)).toHaveLength(2);
    await subject.store.sweep(subject.now() + 2 * day);
    expect(subject.files().filter(isOfIt)).toEqual([]);
    await subject.close();
    expect(subject.filesWith(id)).toEqual([]);
  });
});
