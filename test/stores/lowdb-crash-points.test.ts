import path from "node:path";
import type { NewTranscriptEntry } from "@keyturn/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { segmentLength } from "../../packages/core/src/stores/document/session-document.ts";
import type { StoreConversation } from "../../packages/testkit/src/contracts/session-store-conversation.ts";
import { crashesDuring as takeCrashes } from "./support/crashes.ts";
import { LowdbSubject, TemporaryFolder } from "./support/lowdb-folder.ts";
import { ObservedFileSystem } from "./support/observed-file-system.ts";

const marker = "text-of-the-conversation";

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

  const crashesDuring = (action: () => Promise<unknown>, isOfInterest?: () => boolean) =>
    takeCrashes(disk, subject.folder, action, isOfInterest);

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

  describe.each([
    { what: "the newest part", isNewest: true },
    { what: "a sealed part", isNewest: false },
  ])("of a withdrawal from $what of the transcript", ({ isNewest }) => {
    const secret = "text-of-one-message";

    beforeEach(async () => {
      const tell = async () => {
        await conversation.accept(`a ${secret}`, { mark: subject.mark("the-message") });
        await conversation.commit(await conversation.begin(), `its answer: ${secret}`);
      };
      if (!isNewest) await tell();
      for (let number = 0; number < 20; number += 1) await conversation.exchange(`question ${number}`, marker);
      if (isNewest) await tell();
      await subject.reopen();
    });

    it("leaves the whole turn, or nothing of it", async () => {
      const before = await conversation.lines();
      const crashes = await crashesDuring(() => conversation.withdraw("the-message"));
      const after = await conversation.lines();
      expect(after).toEqual(before.filter((line) => !line.includes(secret)));
      expect(crashes.length).toBeGreaterThan(4);
      const states: boolean[] = [];
      for (const { folder, before: call } of crashes) {
        const reopened = await LowdbSubject.open(folder);
        const lines = await reopened.conversation().lines();
        expect(lines, call).toEqual(lines.length === before.length ? before : after);
        const isGone = lines.length < before.length;
        if (isGone) expect(reopened.filesWith(secret), call).toEqual([]);
        states.push(isGone);
        await reopened.close();
      }
      expect(states).toEqual(states.toSorted((one, other) => Number(one) - Number(other)));
      expect(new Set(states).size).toBe(2);
    });

    it("has left no text of it in any file by the time it is answered", async () => {
      expect(subject.filesWith(secret)).not.toEqual([]);
      await conversation.withdraw("the-message");
      expect(subject.filesWith(secret)).toEqual([]);
      await subject.reopen();
      expect(subject.filesWith(secret)).toEqual([]);
    });

    it("or of an edit, has left nothing of the old text", async () => {
      await conversation.edit("the-message", "another text");
      expect(await conversation.lines()).toContain("user: another text");
      await subject.reopen();
      expect(await conversation.lines()).toContain("user: another text");
      expect(subject.filesWith(`a ${secret}`)).toEqual([]);
    });
  });

  it("of a commit that seals a part of the transcript, has all of the turn or nothing", async () => {
    await conversation.accept(`one more ${marker}`);
    const { entries } = await conversation.summary();
    const missing = segmentLength - 1 - ((entries + 1) % segmentLength);
    await conversation.commit(await conversation.begin(), "", { entries: notices(subject, missing) });
    await conversation.accept(`the last ${marker}`);
    const before = await conversation.lines();
    const turn = await conversation.begin();
    const crashes = await crashesDuring(() => conversation.commit(turn, `and its answer ${marker}`));
    const after = await conversation.lines();
    expect(crashes.map(({ before: call }) => call)).toContainEqual(
      expect.stringMatching(/^rename .*\.e\d+\.\d+\.json\./),
    );
    for (const { folder, before: call } of crashes) {
      const reopened = await LowdbSubject.open(folder);
      const lines = await reopened.conversation().lines();
      expect(lines, call).toEqual(lines.length === before.length ? before : after);
      await reopened.close();
    }
  });

  it("of an import, has all of the session or nothing, and leaves nothing of one that was not made", async () => {
    const other = subject.conversation("other");
    const entries = notices(subject, 5 * segmentLength).map((entry) => ({ ...entry, text: "imported-text" }));
    const newSessionId = subject.sessionId();
    const crashes = await crashesDuring(() =>
      subject.store.import({
        key: other.key,
        newSessionId,
        owner: { id: "ada" },
        settings: { title: "imported-title" },
        usage: { inputTokens: 1, outputTokens: 1, runs: 1 },
        createdAt: 0,
        entries,
        at: subject.now(),
      }),
    );
    expect(crashes.map(({ before: call }) => call)).toContainEqual(
      expect.stringMatching(/^rename .*\.e\d+\.3\.json\./),
    );
    const found: boolean[] = [];
    for (const { folder, before: call } of crashes) {
      const reopened = await LowdbSubject.open(folder);
      const id = await reopened.store.find(other.keyText);
      found.push(id !== undefined);
      if (id === undefined) expect(reopened.filesWith("imported-"), call).toEqual([]);
      else expect(await reopened.conversation("other").lines(), call).toHaveLength(entries.length);
      expect(await reopened.conversation().lines()).toEqual(await conversation.lines());
      await reopened.close();
    }
    expect(found.at(0)).toBe(false);
    expect(found.at(-1)).toBe(true);
    expect(found).toEqual(found.toSorted((one, other) => Number(one) - Number(other)));
  });

  it("of an accept that moves marks out of the session, still knows every message", async () => {
    const other = subject.conversation("other");
    await other.accept("first", { mark: subject.mark("the-first") });
    const isMoving = () => disk.calls.some(({ name, file }) => name === "open" && file.startsWith("deduplication/"));
    disk.calls.length = 0;
    const crashes = await crashesDuring(async () => {
      while (!isMoving()) await other.accept("more", { capacity: 1_000 });
    }, isMoving);
    expect(crashes.length).toBeGreaterThan(4);
    for (const { folder, before: call } of crashes) {
      const reopened = await LowdbSubject.open(folder);
      expect(await reopened.store.wasAccepted(other.keyText, "the-first"), call).toBe(true);
      await reopened.close();
    }
  });

  it("or in a power cut, marks are on the disk before the delete that would lose them", async () => {
    disk.calls.length = 0;
    await conversation.delete();
    const lines = disk.lines("datasync", "rename");
    const placeOf = (call: RegExp) => lines.findIndex((line) => call.test(line));
    const order = [
      /^datasync deduplication\//,
      /^datasync .*summaries/,
      /^rename .*\/s_[^/]*\.json\./,
      /^rename .*\/s_[^/]*\.e\d+$/,
    ];
    const places = order.map(placeOf);
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

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
});

/** A conversation with two sealed segments, and its preview in the index's file. */
async function fillConversation(subject: LowdbSubject, conversation: StoreConversation): Promise<void> {
  await conversation.accept(`first ${marker}`);
  await conversation.commit(await conversation.begin(), "", { entries: notices(subject, 201) });
  await conversation.exchange("again", `the newest ${marker}`);
  await subject.reopen();
}

function notices(subject: LowdbSubject, count: number): readonly NewTranscriptEntry[] {
  return Array.from({ length: count }, (_, number) => ({
    role: "notice",
    at: subject.now(),
    text: `${marker} ${number}`,
  }));
}
