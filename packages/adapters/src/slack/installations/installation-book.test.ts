import type { JsonValue, PluginStorage } from "@keyturn/core";
import { ManualClock } from "@keyturn/testkit";
import { describe, expect, it } from "vitest";
import { promises } from "../../../../../test/requirements.ts";
import { createLog, type LogLine } from "../../../test-support/open-slack-bot.ts";
import { encryptionKey } from "../../../test-support/open-oauth-bot.ts";
import type { Installation } from "./installation.ts";
import { InstallationBook } from "./installation-book.ts";
import { InstallationCipher } from "./installation-cipher.ts";

function installationOf(teamId: string, token = "xoxb-1"): Installation {
  return { teamId, teamName: teamId, appId: "A1", botUserId: "U1", botName: "bot", scopes: [], token };
}

function open(kept = new Map<string, JsonValue>()) {
  const lines: LogLine[] = [];
  const writes: (() => void)[] = [];
  let isSlow = false;
  const storage: PluginStorage = {
    get: async (key) => kept.get(key),
    set: async (key, value) => {
      if (isSlow) await new Promise<void>((resolve) => writes.push(resolve));
      kept.set(key, value);
    },
    delete: async (key) => void kept.delete(key),
    entries: async (prefix = "") => [...kept].filter(([key]) => key.startsWith(prefix)),
  };
  const cipher = new InstallationCipher([encryptionKey]);
  const book = new InstallationBook({ storage, cipher, clock: new ManualClock(), log: createLog(lines) });
  return { kept, lines, writes, book, slowDown: () => (isSlow = true) };
}

describe(`${promises("slack-installations")}the book of installations`, () => {
  it("leaves out what was damaged, keeps it where it is, and lets another installation take its place", async () => {
    const { kept, book: first } = open();
    await first.put(installationOf("T1"));
    await first.put(installationOf("T2"));
    // One workspace's tokens put into another's place are as good as damaged.
    kept.set("installation/T1", kept.get("installation/T2") ?? null);
    const { book, lines } = open(kept);
    await book.load();
    expect(book.all.map(({ teamId }) => teamId)).toEqual(["T2"]);
    expect(lines).toEqual([["error", expect.stringContaining("is damaged"), { teamId: "T1" }]]);
    expect(kept.get("installation/T1")).toBeDefined();
    await book.put(installationOf("T1"));
    const { book: next, lines: later } = open(kept);
    await next.load();
    expect(next.all.map(({ teamId }) => teamId).toSorted()).toEqual(["T1", "T2"]);
    expect(later).toEqual([]);
  });

  it("lets nothing old take the place of something newer", async () => {
    const { book } = open();
    const [first, second] = [installationOf("T1", "xoxb-1"), installationOf("T1", "xoxb-2")];
    await book.put(first);
    await book.put(second);
    expect(book.replace(first, installationOf("T1", "xoxb-3"))).toBe(false);
    expect(book.remove(first)).toBe(false);
    expect(book.find("T1")).toBe(second);
    expect(book.remove(second)).toBe(true);
    expect(book.replace(second, first)).toBe(false);
    expect(book.all).toEqual([]);
  });

  it("writes one change of a workspace after the other, so that the last one stands", async () => {
    const { book, kept, writes, slowDown } = open();
    slowDown();
    const putting = book.put(installationOf("T1", "xoxb-1"));
    await expect.poll(() => writes.length).toBe(1);
    writes[0]?.();
    await putting;
    const current = book.find("T1");
    if (current === undefined) throw new Error("Nothing was put.");
    book.replace(current, installationOf("T1", "xoxb-2"));
    await expect.poll(() => writes.length).toBe(2);
    const next = book.find("T1");
    if (next !== undefined) book.remove(next);
    const closing = book.close();
    writes[1]?.();
    await closing;
    expect([...kept]).toEqual([]);
  });
});
