import { EventEmitter } from "node:events";
import { type Logger, silentLogger } from "@keyturn/core";
import { expect, it } from "vitest";
import { logCrashes } from "./crash-log.ts";

it("logs what nobody caught, until it is ended", () => {
  const source = new EventEmitter();
  const logged: string[] = [];
  const log: Logger = { ...silentLogger, error: (_, message) => logged.push(message) };
  const end = logCrashes(source, log);
  source.emit("uncaughtException", new Error("one"));
  source.emit("unhandledRejection", new Error("two"));
  expect(logged).toEqual([
    "An error was thrown and nobody caught it.",
    "A promise was rejected and nobody waited for it.",
  ]);
  end();
  expect(source.eventNames()).toEqual([]);
});
