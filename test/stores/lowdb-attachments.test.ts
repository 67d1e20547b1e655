import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StoreConversation } from "../../packages/testkit/src/contracts/session-store-conversation.ts";
import { promises } from "../requirements.ts";
import { crashesDuring } from "./support/crashes.ts";
import { LowdbSubject, TemporaryFolder } from "./support/lowdb-folder.ts";
import { ObservedFileSystem, failing } from "./support/observed-file-system.ts";

const marker = "bytes-of-a-file";
const name = "the-message";
const minute = 60_000;

describe(`${promises("attachments")}attachments in the data folder`, () => {
  let root: TemporaryFolder;
  let disk: ObservedFileSystem;
  let subject: LowdbSubject;
  let conversation: StoreConversation;

  beforeEach(async () => {
    root = await TemporaryFolder.make();
    const folder = path.join(root.path, "data");
    disk = new ObservedFileSystem(folder);
    subject = await LowdbSubject.open(folder, { fileSystem: disk });
    conversation = subject.conversation();
    await conversation.exchange("before", "0");
  });

  afterEach(async () => {
    await subject.close();
    await root.remove();
  });

  const bytes = [Buffer.from(`${marker} ${"x".repeat(25_000)}`), Buffer.from(`another, ${marker}`)];
  const send = () => {
    const attachments = bytes.map((each, index) => ({ name: `${index}.txt`, mediaType: "text/plain", bytes: each }));
    return conversation.accept("look", { mark: subject.mark(name), attachments });
  };
  const notes = (opened: LowdbSubject) => opened.files().filter((file) => /\.a\d+\.m_/.test(file));

  /** Whether the store has the message; it then has every byte of its files, and otherwise none. */
  async function isWhole(opened: LowdbSubject, messageId: `m_${string}`, call: string): Promise<boolean> {
    const id = await opened.store.find(conversation.keyText);
    const waiting = id === undefined ? [] : await opened.store.waiting(id);
    const page = id === undefined ? undefined : await opened.store.entries(id, { limit: 1_000 });
    const isThere = waiting.some(({ text }) => text === "look") || page?.entries.some(hasMessage) === true;
    const read: string[] = [];
    for (const index of bytes.keys()) {
      const found = id && (await opened.store.attachment({ sessionId: id, messageId, index }));
      if (found !== undefined) read.push(Buffer.from(found).toString());
    }
    expect(read, call).toEqual(isThere ? bytes.map(String) : []);
    expect(opened.filesWith(marker), call).toHaveLength(isThere ? bytes.length : 0);
    expect(notes(opened), call).toEqual([]);
    return isThere;
  }

  it.each([
    { which: "the first", isFirst: true },
    { which: "a later", isFirst: false },
  ])(
    "of $which accept that was killed at any moment are there with their message, or not at all",
    async ({ isFirst }) => {
      // Of a later one the folder is needed already: only the note tells that its files are nobody's.
      const other = { name: "other.txt", mediaType: "text/plain", bytes: Buffer.from("of another message") };
      if (!isFirst) await conversation.accept("earlier", { attachments: [other] });
      let messageId: `m_${string}` = "m_";
      const crashes = await crashesDuring(disk, subject.folder, async () => {
        ({ messageId } = await send());
      });
      expect(crashes.length).toBeGreaterThan(10);
      const states: boolean[] = [];
      for (const { folder, before } of crashes) {
        const opened = await LowdbSubject.open(folder);
        states.push(await isWhole(opened, messageId, before));
        await opened.close();
      }
      expect(states).toEqual(states.toSorted((one, other) => Number(one) - Number(other)));
      expect(new Set(states).size).toBe(2);
    },
  );

  describe.each(["waiting", "running", "stored", "sealed"] as const)("of a message that is %s", (place) => {
    let messageId: `m_${string}`;

    beforeEach(async () => {
      ({ messageId } = await send());
      if (place !== "waiting") {
        const turn = await conversation.begin();
        if (place !== "running") await conversation.commit(turn, "1");
      }
      for (let turn = 0; place === "sealed" && turn < 20; turn += 1) await conversation.exchange(`${turn}`, "x");
    });

    const removals = {
      withdraw: () => conversation.withdraw(name),
      reset: () => conversation.reset(),
      delete: () => conversation.delete(),
    } as const;

    it.each(["withdraw", "reset", "delete"] as const)("go with a %s, also one that was killed", async (operation) => {
      const crashes = await crashesDuring(disk, subject.folder, removals[operation]);
      const states: boolean[] = [];
      for (const { folder, before } of crashes) {
        const opened = await LowdbSubject.open(folder);
        states.push(await isWhole(opened, messageId, before));
        await opened.close();
      }
      expect(states).toEqual(states.toSorted((one, other) => Number(other) - Number(one)));
      expect(new Set(states).size).toBe(2);
    });

    it.each(["withdraw", "reset", "delete"] as const)("are in no file when a %s has answered", async (operation) => {
      expect(subject.filesWith(marker)).toHaveLength(2);
      await removals[operation]();
      expect(subject.filesWith(marker)).toEqual([]);
      expect(notes(subject)).toEqual([]);
      await subject.reopen();
      expect(subject.filesWith(marker)).toEqual([]);
    });

    it.each(["reset", "delete"] as const)(
      "are kept while a %s can be undone, and not a moment longer",
      async (removal) => {
        const id = await conversation.id();
        const until = subject.now() + 10 * minute;
        await conversation[removal]({ undoUntil: until });
        await subject.reopen();
        expect(subject.filesWith(marker)).toHaveLength(2);
        await subject.store.purge(id, until);
        expect(subject.filesWith(marker)).toEqual([]);
      },
    );

    it.each(["reset", "delete"] as const)("are in no file when they are withdrawn after a %s", async (removal) => {
      await conversation[removal]({ undoUntil: subject.now() + 10 * minute });
      await conversation.withdraw(name);
      expect(subject.filesWith(marker)).toEqual([]);
    });
  });

  it("are in no file when their message is cancelled", async () => {
    await send();
    await conversation.cancel("look");
    expect(subject.filesWith(marker)).toEqual([]);
  });

  it("that a full disk does not take refuse the message, and leave nothing on it", async () => {
    disk.before = failing("ENOSPC", ({ name: call, file }) => call === "write" && /\.a\d+\/m_.*\.1$/.test(file));
    await expect(send()).rejects.toMatchObject({ code: "STORE_FULL" });
    disk.before = () => undefined;
    expect(await conversation.waiting()).toEqual([]);
    expect(subject.filesWith(marker)).toEqual([]);
    expect(notes(subject)).toEqual([]);
  });

  it("whose removal fails are removed by the next start", async () => {
    await send();
    disk.before = failing("EACCES", ({ name: call, file }) => call === "remove" && /\.a\d+\/m_/.test(file));
    expect(await conversation.withdraw(name)).toMatchObject({ kind: "dropped" });
    disk.before = () => undefined;
    expect(subject.filesWith(marker)).toHaveLength(2);
    await subject.reopen();
    expect(subject.filesWith(marker)).toEqual([]);
    expect(notes(subject)).toEqual([]);
  });

  it("cost a message without any nothing", async () => {
    disk.calls.length = 0;
    await conversation.accept("plain");
    const before = disk.lines("open", "write", "datasync", "sync", "rename", "remove", "makeFolder");
    expect(before).toHaveLength(5);
    expect(disk.lines("makeFolder", "remove")).toEqual([]);
  });
});

function hasMessage(entry: { readonly role: string; readonly text?: string | undefined }): boolean {
  return entry.role === "user" && entry.text === "look";
}
