import { cpSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StoreConversation } from "../../packages/testkit/src/contracts/session-store-conversation.ts";
import { LowdbSubject, TemporaryFolder, filesWith } from "./support/lowdb-folder.ts";
import { type DiskCall, ObservedFileSystem } from "./support/observed-file-system.ts";

const marker = "text-of-the-conversation";

/** What the folder was at one moment: what a process that was killed then leaves behind. */
interface Crash {
  readonly folder: string;
  /** The call that was not made any more. */
  readonly before: string;
}

describe("killed at any moment", () => {
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
    await fillConversation(subject, conversation);
  });

  afterEach(async () => {
    await subject.close();
    await root.remove();
  });

  /** Does something, and keeps the folder as it is before each change of it, half-written files included. */
  async function crashesDuring(action: () => Promise<unknown>): Promise<readonly Crash[]> {
    const crashes: Crash[] = [];
    const picture = (before: string) => {
      const folder = path.join(root.path, `crash-${crashes.length}`);
      cpSync(subject.folder, folder, { recursive: true, filter: (file) => !path.basename(file).startsWith("owner.") });
      crashes.push({ folder, before });
    };
    disk.longestWrite = 10_000;
    disk.before = ({ name, file }: DiskCall) => {
      if (["open", "write", "rename", "unlink", "makeFolder", "remove"].includes(name)) picture(`${name} ${file}`);
    };
    await action();
    disk.before = () => undefined;
    picture("nothing: it was done");
    return crashes;
  }

  describe.each(["reset", "delete"] as const)("of a %s", (operation) => {
    it("leaves the whole session, or nothing of it", async () => {
      const before = await conversation.lines();
      const crashes = await crashesDuring(() => conversation[operation]());
      expect(crashes.length).toBeGreaterThan(6);
      const states: string[] = [];
      for (const { folder, before: call } of crashes) {
        const after = await LowdbSubject.open(folder);
        const id = await after.store.find(conversation.keyText);
        const lines = id === undefined ? [] : await after.conversation().lines();
        if (lines.length > 0) {
          expect(lines, call).toEqual(before);
          states.push("old");
        } else {
          expect(after.filesWith(marker), call).toEqual([]);
          expect(id === undefined, call).toBe(operation === "delete");
          states.push("new");
        }
        await after.close();
      }
      expect(new Set(states)).toEqual(new Set(["old", "new"]));
      expect(states).toEqual(states.toSorted().toReversed());
    });

    it("has left no text in any file by the time it is answered", async () => {
      await subject.reopen();
      expect(subject.filesWith(marker)).toContainEqual(expect.stringMatching(/summaries\.jsonl$/));
      expect(subject.filesWith(marker)).toContainEqual(expect.stringMatching(/\.e\d+\/0\.json$/));
      await conversation[operation]();
      expect(subject.filesWith(marker)).toEqual([]);
      await subject.reopen();
      expect(subject.filesWith(marker)).toEqual([]);
    });
  });

  it("of a write that seals a part of the transcript and moves marks out, has all of it or nothing", async () => {
    const { sealedNow, before, after } = await growUntilItSeals();
    expect(sealedNow.some(({ before: call }) => call.includes(".e1/2.json"))).toBe(true);
    for (const { folder, before: call } of sealedNow) {
      const reopened = await LowdbSubject.open(folder);
      const lines = await reopened.conversation().lines();
      expect(lines, call).toEqual(lines.length === before.length ? before : after);
      expect(await reopened.store.wasAccepted(conversation.keyText, "the-first"), call).toBe(true);
      await reopened.close();
    }
  });

  async function growUntilItSeals(): Promise<{
    readonly sealedNow: readonly Crash[];
    readonly before: readonly string[];
    readonly after: readonly string[];
  }> {
    for (;;) {
      const before = await conversation.lines();
      await conversation.accept(`one more ${marker}`);
      const turn = await conversation.begin();
      const crashes = await crashesDuring(() => conversation.commit(turn, `and its answer ${marker}`));
      const after = await conversation.lines();
      if (crashes.some(({ before: call }) => call.includes(".e1/2.json"))) return { sealedNow: crashes, before, after };
    }
  }

  it("of a new session's first message, has the session or nothing", async () => {
    const other = subject.conversation("other");
    const crashes = await crashesDuring(() => other.accept(marker));
    const found: boolean[] = [];
    for (const { folder } of crashes) {
      const reopened = await LowdbSubject.open(folder);
      found.push((await reopened.store.find(other.keyText)) !== undefined);
      expect(await reopened.conversation().lines()).toEqual(await conversation.lines());
      await reopened.close();
    }
    expect(found.at(0)).toBe(false);
    expect(found.at(-1)).toBe(true);
  });

  it("never gives an epoch twice", async () => {
    const crashes = await crashesDuring(() => conversation.reset());
    const { epoch } = await conversation.summary();
    for (const { folder } of crashes) {
      const reopened = await LowdbSubject.open(folder);
      expect((await reopened.conversation("other").accept("hello")).session.epoch).toBeGreaterThan(epoch);
      await reopened.close();
    }
  });
});

/** A conversation with two sealed segments, a title, and all of it in the index's file. */
async function fillConversation(subject: LowdbSubject, conversation: StoreConversation): Promise<void> {
  await conversation.accept(`first ${marker}`, { mark: subject.mark("the-first") });
  const turn = await conversation.begin();
  await subject.store.patch(turn.fence, { title: marker.slice(0, 0) }, subject.now());
  const entries = Array.from({ length: 200 }, (_, number) => ({
    role: "notice" as const,
    at: subject.now(),
    text: `${marker} ${number}`,
  }));
  await conversation.commit(turn, "", { entries });
  await conversation.exchange("again", `the newest ${marker}`);
  await subject.reopen();
}

export { filesWith };
