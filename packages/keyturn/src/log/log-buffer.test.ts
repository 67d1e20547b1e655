import { describe, expect, it } from "vitest";
import { LogBuffer } from "./log-buffer.ts";
import { createLog } from "./log.ts";

function record() {
  const buffer = new LogBuffer();
  const log = createLog({ level: "debug", isHuman: true, hasColor: false, buffer, writeLine: () => undefined });
  return { buffer, log };
}

describe("the log in memory", () => {
  it("gives the newest lines that meet everything that is asked for, newest first", () => {
    const { buffer, log } = record();
    log.debug({ requestId: "q_1" }, "one");
    log.warn({ runId: "r_1", sessionId: "s_1" }, "two");
    log.error({ runId: "r_1", sessionId: "s_1", requestId: "q_1" }, "three");
    const messages = (query: Partial<Parameters<LogBuffer["read"]>[0]>) =>
      buffer.read({ limit: 9, ...query }).map(({ message }) => message);
    expect(messages({})).toEqual(["three", "two", "one"]);
    expect(messages({ limit: 2 })).toEqual(["three", "two"]);
    expect(messages({ level: "warn" })).toEqual(["three", "two"]);
    expect(messages({ requestId: "q_1" })).toEqual(["three", "one"]);
    expect(messages({ runId: "r_1", requestId: "q_1" })).toEqual(["three"]);
    expect(messages({ sessionId: "s_2" })).toEqual([]);
    expect(messages({ before: 2 })).toEqual(["one"]);
    expect(messages({ since: Date.now() + 60_000 })).toEqual([]);
  });

  it("holds what was redacted as it went out, and no text of foreign errors", () => {
    const { buffer, log } = record();
    log.info({ token: "canary", request: { authorization: "canary" } }, "Seen.");
    log.error({ err: new Error("canary") }, "canary");
    expect(JSON.stringify(buffer.read({ limit: 9 }))).not.toContain("canary");
  });

  it("keeps the last 5,000 lines, and of long ones fewer", () => {
    const { buffer, log } = record();
    for (let line = 1; line <= 5_003; line += 1) log.info({ line }, "short");
    const kept = buffer.read({ limit: 10_000 });
    expect([kept.length, kept.at(-1)?.fields["line"]]).toEqual([5_000, 4]);
    for (let line = 1; line <= 50; line += 1) log.info({ padding: "x".repeat(100_000) }, "long");
    expect(buffer.read({ limit: 10_000 }).length).toBeLessThan(40);
  });

  it("follows the level as it is changed", () => {
    const { buffer, log } = record();
    log.setLevel("error");
    log.info({}, "unheard");
    log.setLevel("info");
    log.info({}, "heard");
    expect(buffer.read({ limit: 9 }).map(({ message }) => message)).toEqual(["heard"]);
  });
});
