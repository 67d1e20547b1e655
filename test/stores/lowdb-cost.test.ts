import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StoreConversation } from "../../packages/testkit/src/contracts/session-store-conversation.ts";
import { LowdbSubject, TemporaryFolder } from "./support/lowdb-folder.ts";
import { ObservedFileSystem } from "./support/observed-file-system.ts";

const text = "x".repeat(220);
/** Turns that an average is taken of: enough for several parts of the transcript to be sealed meanwhile. */
const measuredTurns = 96;

describe("what a turn costs", () => {
  let root: TemporaryFolder;
  let disk: ObservedFileSystem;
  let subject: LowdbSubject;

  beforeEach(async () => {
    root = await TemporaryFolder.make();
    const folder = path.join(root.path, "data");
    disk = new ObservedFileSystem(folder);
    subject = await LowdbSubject.open(folder, { fileSystem: disk, durability: "relaxed" });
  });

  afterEach(async () => {
    await subject.close();
    await root.remove();
  });

  /** Many entries at once, then as many turns as fill what a session remembers of its messages. */
  async function growTo(conversation: StoreConversation, entries: number): Promise<void> {
    const missing = entries - (await conversation.summary()).entries - 2 * measuredTurns - 1;
    await conversation.accept(text);
    await conversation.commit(await conversation.begin(), "", {
      entries: Array.from({ length: missing }, () => ({ role: "notice", at: subject.now(), text })),
    });
    await costOfTurns(conversation, measuredTurns);
  }

  async function costOfTurns(
    conversation: StoreConversation,
    turns: number,
  ): Promise<{ readonly bytes: number; readonly reads: number }> {
    disk.bytesWritten = 0;
    disk.calls.length = 0;
    for (let turn = 0; turn < turns; turn += 1) await conversation.exchange(text, text);
    return { bytes: disk.bytesWritten / turns, reads: disk.lines("read").length / turns };
  }

  it("does not grow with the conversation: bytes at 10,000 messages are those at 600, and a few times those at 20", async () => {
    const conversation = subject.conversation();
    await costOfTurns(conversation, 8);
    const at20 = await costOfTurns(conversation, 4);
    await growTo(conversation, 600);
    const at600 = await costOfTurns(conversation, measuredTurns);
    await growTo(conversation, 10_000);
    const at10000 = await costOfTurns(conversation, measuredTurns);
    expect((await conversation.summary()).entries).toBeGreaterThan(10_000);
    expect(at10000.bytes / at600.bytes).toBeLessThan(1.02);
    expect(at10000.bytes / at20.bytes).toBeLessThan(4);
    expect(at10000.reads).toBeLessThanOrEqual(at600.reads);
  });

  it("does not grow with the number of sessions", async () => {
    const conversation = subject.conversation();
    await conversation.exchange(text, text);
    const alone = await costOfTurns(conversation, 1);
    for (let number = 0; number < 500; number += 1) await subject.conversation(`other-${number}`).accept(text);
    const among500 = await costOfTurns(subject.conversation("other-7"), 1);
    expect(among500.bytes / alone.bytes).toBeLessThan(1.1);
  });
});
