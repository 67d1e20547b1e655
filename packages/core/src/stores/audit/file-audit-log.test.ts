import { appendFile, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { AuditEntry } from "../../sessions/audit.ts";
import { FileAuditLog } from "./file-audit-log.ts";

let folder: string;
let log: FileAuditLog;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "audit-"));
  log = new FileAuditLog(folder);
});

afterEach(async () => {
  await log.close();
  await rm(folder, { recursive: true });
});

function entry(at: number): AuditEntry {
  return {
    at,
    actor: { kind: "operator", id: at % 500 === 0 ? "rare" : "token", surface: "http" },
    operation: at % 2 === 0 ? "session.reset" : "session.stop",
    sessionId: undefined,
    reason: "ü".repeat(at % 500),
    outcome: "done",
  };
}

it("finds the newest entries of a long file, however far back those that meet a filter are", async () => {
  const entries = Array.from({ length: 2_000 }, (_, at) => entry(at));
  for (const each of entries) await log.append(each);
  const times = async (...query: Parameters<FileAuditLog["newest"]>) =>
    (await log.newest(...query)).map(({ at }) => at);
  const newestFirst = entries.map(({ at }) => at).reverse();
  expect(await times(3)).toEqual([1999, 1998, 1997]);
  expect(await times(5_000)).toEqual(newestFirst);
  expect(await times(3, { actorId: "rare" })).toEqual([1500, 1000, 500]);
  expect(await times(9, { actorId: "rare", since: 1000 })).toEqual([1500, 1000]);
  expect(await times(700, { operation: "session.stop" })).toEqual(
    newestFirst.filter((at) => at % 2 === 1).slice(0, 700),
  );
  expect(await times(1, { outcome: "failed" })).toEqual([]);
});

it("passes over a line that a crash cut off, and one that is longer than a part of the file", async () => {
  await log.append(entry(1));
  await appendFile(join(folder, "audit.jsonl"), `{"at":2,"actor":\n${"x".repeat(200_000)}\n`);
  await log.append(entry(3));
  expect((await log.newest(10)).map(({ at }) => at)).toEqual([3, 1]);
  expect(await new FileAuditLog(join(folder)).newest(1)).toHaveLength(1);
});

it("writes no entry onto a line that a crash cut off", async () => {
  await log.append(entry(1));
  await log.close();
  await appendFile(join(folder, "audit.jsonl"), `{"at":2,"act`);
  const next = new FileAuditLog(folder);
  await next.append(entry(3));
  expect((await next.newest(10)).map(({ at }) => at)).toEqual([3, 1]);
  await next.close();
});

it("begins a new file when one is full, keeps the newest, and reads across them", async () => {
  const small = new FileAuditLog(folder, { fileBytes: 1_000, keptFiles: 3 });
  for (let at = 1; at <= 60; at += 1) await small.append({ ...entry(at), reason: "" });
  const names = (await readdir(folder)).toSorted();
  expect(names).toHaveLength(4);
  expect(names.at(-1)).toBe("audit.jsonl");
  for (const name of names) expect((await stat(join(folder, name))).size).toBeLessThanOrEqual(1_000);
  const times = (await small.newest(1_000)).map(({ at }) => at);
  expect(times).toEqual(Array.from({ length: times.length }, (_, index) => 60 - index));
  expect(times.length).toBeGreaterThan(20);
  await small.close();
});

it("goes on behind a position, also when files became full and the log was opened anew meanwhile", async () => {
  const small = new FileAuditLog(folder, { fileBytes: 1_000, keptFiles: 9 });
  for (let at = 1; at <= 10; at += 1) await small.append({ ...entry(at), reason: "" });
  const first = await small.newest(4);
  expect(first.map(({ at }) => at)).toEqual([10, 9, 8, 7]);
  for (let at = 11; at <= 30; at += 1) await small.append({ ...entry(at), reason: "" });
  await small.close();
  const again = new FileAuditLog(folder, { fileBytes: 1_000, keptFiles: 9 });
  expect((await again.newest(9, {}, first.at(-1)?.position)).map(({ at }) => at)).toEqual([6, 5, 4, 3, 2, 1]);
  expect((await again.newest(2, { since: 3, until: 6 }, first.at(-1)?.position)).map(({ at }) => at)).toEqual([5, 4]);
  expect(await again.newest(9, {}, "elsewhere")).toEqual([]);
  await again.close();
});

it("writes entries that come at once one after the other", async () => {
  const small = new FileAuditLog(folder, { fileBytes: 500, keptFiles: 100 });
  await Promise.all(Array.from({ length: 50 }, (_, at) => small.append({ ...entry(at), reason: "" })));
  expect((await small.newest(100)).map(({ at }) => at)).toEqual(Array.from({ length: 50 }, (_, index) => 49 - index));
  await small.close();
});
