import { appendFile, mkdtemp, rm } from "node:fs/promises";
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
