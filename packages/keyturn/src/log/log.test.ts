import { ConfigurationError, ProviderError } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { createLog } from "./log.ts";

const canary = "canary-6b2f: what somebody wrote";

function record(isHuman: boolean) {
  const lines: string[] = [];
  const log = createLog({ level: "info", isHuman, hasColor: false, writeLine: (line) => lines.push(line) });
  return { log, lines };
}

describe.each([
  ["for machines", false],
  ["for people", true],
])("a log %s", (_, isHuman) => {
  it("holds no secret and no text of a conversation, wherever they stand in an entry", () => {
    const { log, lines } = record(isHuman);
    log.info({ token: canary, text: canary, request: { authorization: canary, headers: { cookie: canary } } }, "Seen.");
    expect(lines).toHaveLength(1);
    expect(lines.join("\n")).not.toContain("canary");
  });

  it("holds no text of an error that is not ours, nor its fields", () => {
    const { log, lines } = record(isHuman);
    const foreign = Object.assign(new Error(canary), { requestBodyValues: { messages: [canary] } });
    log.error({ err: foreign }, foreign.message);
    log.error(
      { err: new ProviderError("The service refused.", { isRetryable: false, cause: foreign }) },
      "The service refused.",
    );
    log.error({ err: canary }, canary);
    expect(lines).toHaveLength(3);
    expect(lines.join("\n")).not.toContain("canary");
    expect(lines.join("\n")).toContain("log.test.ts");
  });

  it("keeps the text of our own errors and of the system's", () => {
    const { log, lines } = record(isHuman);
    const system = Object.assign(new Error("listen EADDRINUSE"), { syscall: "listen", code: "EADDRINUSE" });
    log.error({ err: new ConfigurationError("The port is taken.", system) }, "The port is taken.");
    expect(lines.join("\n")).toMatch(/ConfigurationError.*The port is taken\..*EADDRINUSE/s);
  });

  it("leaves out what is below its level", () => {
    const { log, lines } = record(isHuman);
    log.debug({}, "Detail.");
    expect(lines).toEqual([]);
  });
});

it("writes one line of JSON an entry", () => {
  const { log, lines } = record(false);
  log.warn({ plugin: "weather" }, "It failed.");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: 40, msg: "It failed.", plugin: "weather" });
});

it("writes time, level, message and fields for a person", () => {
  const { log, lines } = record(true);
  log.warn({ plugin: "weather", tries: 2 }, "It failed.");
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d warn  It failed\. plugin=weather tries=2$/);
});
