import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SseParser } from "./sse-parser.ts";

describe("the parser of server-sent events", () => {
  it("reads fields, joins lines of data and passes comments over", () => {
    const parser = new SseParser();
    const text = ": hello\nid: 1\nevent: session.reset\ndata: {\ndata:  }\nretry: 5\nfield\n\ndata\n\n";
    expect(parser.push(text)).toEqual([
      { event: "session.reset", data: "{\n }" },
      { event: "message", data: "" },
    ]);
    expect(parser.lastEventId).toBe("1");
  });

  it("keeps the id of a block without data as its place", () => {
    const parser = new SseParser();
    expect(parser.push(": heartbeat\nid: x.7\n\n")).toEqual([]);
    expect(parser.lastEventId).toBe("x.7");
    parser.push("id: x.8\ndata: not whole yet\n");
    expect(parser.lastEventId).toBe("x.7");
  });

  it("reads the same however the text is cut, and whichever line ends it has", () => {
    const text = "id: 1\nevent: a\ndata: one\n\n: beat\n\nid: 2\ndata: two\ndata: three\n\n";
    const whole = new SseParser().push(text);
    expect(whole).toHaveLength(2);
    fc.assert(
      fc.property(
        fc.constantFrom("\n", "\r\n", "\r"),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        (lineEnd, lengths) => {
          const parser = new SseParser();
          // One line end more, since a lone carriage return may be the half of one.
          let rest = text.replaceAll("\n", lineEnd) + lineEnd + lineEnd;
          const messages = [];
          for (let index = 0; rest !== ""; index += 1) {
            const length = lengths[index % lengths.length] ?? 1;
            messages.push(...parser.push(rest.slice(0, length)));
            rest = rest.slice(length);
          }
          expect(messages).toEqual(whole);
        },
      ),
    );
  });
});
