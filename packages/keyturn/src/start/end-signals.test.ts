import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { EndSignals } from "./end-signals.ts";

function receive() {
  const source = new EventEmitter();
  const exits: number[] = [];
  return { source, exits, signals: new EndSignals(source, (code) => exits.push(code)) };
}

it("asks for an orderly end at the first signal", async () => {
  const { source, exits, signals } = receive();
  source.emit("SIGTERM");
  expect(await signals.first).toBe("SIGTERM");
  expect(exits).toEqual([]);
});

it.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
])("ends at once at a second signal: %s with code %i", (second, code) => {
  const { source, exits, signals } = receive();
  signals.raise("SIGINT");
  source.emit(second);
  expect(exits).toEqual([code]);
});

it("leaves nothing behind", () => {
  const { source, signals } = receive();
  signals.release();
  expect(source.eventNames()).toEqual([]);
});
