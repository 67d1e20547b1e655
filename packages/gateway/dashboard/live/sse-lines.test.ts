import { expect, it } from "vitest";
import { SseLines } from "./sse-lines.ts";

it("makes the same events of a stream however it is cut", () => {
  const text =
    'retry: 1000\nid: a.1\nevent: hello\ndata: {"x":1}\n\n: heartbeat\nid: a.2\n\nid: a.3\r\ndata: two\r\n\r\n';
  const whole = new SseLines().push(text);
  expect(whole).toEqual([
    { id: "a.1", data: '{"x":1}' },
    { id: "a.3", data: "two" },
  ]);
  const lines = new SseLines();
  expect(Array.from(text).flatMap((character) => lines.push(character))).toEqual(whole);
});
