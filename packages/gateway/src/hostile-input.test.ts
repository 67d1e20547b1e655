import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exchangeRaw, statusOfRaw } from "../test-support/exchange.ts";
import { type OpenGateway, openGateway, testToken } from "../test-support/open-gateway.ts";
import { routeTable } from "./routes/route-table.ts";

/** Requests per property: enough to meet each route with each kind of input several times, in a few seconds. */
const numRuns = 600;

const hostileText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(
    "..",
    "../..",
    "%2e%2e%2f",
    "%00",
    "%",
    "%E0%A4%A",
    "__proto__",
    "constructor",
    "null",
    "-1",
    "1e999",
  ),
  fc.constantFrom("'\"><script>", "\r\nX-Evil: 1", "\u202e", "\ud800", "${7*7}", "s_", `s_${"z".repeat(22)}`, "*"),
);

const hostileJson = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.record({ reason: hostileText }).map((value) => JSON.stringify(value)),
  fc
    .record({ conversation: hostileText, text: fc.oneof(hostileText, fc.integer()) })
    .map((value) => JSON.stringify(value)),
  fc.constantFrom('{"__proto__":{"x":1}}', '{"reason":"x","reason":5}', "[[[[[[", '"\\ud800"', "{}", ""),
);

const request = fc.record({
  route: fc.constantFrom(...routeTable),
  method: fc.option(fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "HEAD"), { freq: 3 }),
  id: fc.oneof(fc.constant("known"), hostileText),
  query: fc.option(fc.tuple(fc.constantFrom("limit", "cursor", "before", "topics", "sessionId", "x"), hostileText)),
  type: fc.constantFrom("application/json", "application/json; charset=utf-8", "text/plain", "", "application/json;;"),
  body: fc.option(hostileJson),
  header: fc.option(
    fc.tuple(
      fc.constantFrom(
        "If-None-Match",
        "Last-Event-ID",
        "Idempotency-Key",
        "X-Keyturn-Surface",
        "Accept",
        "Expect",
        "Range",
      ),
      hostileText,
    ),
  ),
  hasToken: fc.boolean(),
  isEncoded: fc.boolean(),
});

type HostileRequest = typeof request extends fc.Arbitrary<infer Value> ? Value : never;

/** What an HTTP client could at all send: other characters would end the header, not reach its reader. */
function headerValue(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "?");
}

function formatRequest(input: HostileRequest, sessionId: string): string {
  const id =
    input.id === "known"
      ? sessionId
      : input.isEncoded
        ? encodeSafely(input.id)
        : headerValue(input.id).replaceAll(" ", "");
  const query = input.query === null ? "" : `?${input.query[0]}=${encodeSafely(input.query[1])}`;
  const target = input.route.form.path.replace("{id}", id) + query;
  const headers = [
    "Host: localhost",
    "Connection: close",
    ...(input.hasToken ? [`Authorization: Bearer ${testToken}`] : []),
    ...(input.type === "" ? [] : [`Content-Type: ${input.type}`]),
    ...(input.header === null ? [] : [`${input.header[0]}: ${headerValue(input.header[1])}`]),
    ...(input.body === null ? [] : [`Content-Length: ${Buffer.byteLength(input.body)}`]),
  ];
  const method = input.method ?? input.route.form.method.toUpperCase();
  return `${method} ${target} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n${input.body ?? ""}`;
}

function encodeSafely(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "?"));
}

/** Everything that a refused request must leave as it is. */
async function snapshot(open: OpenGateway): Promise<string> {
  const actor = { kind: "operator", id: "test", surface: "code" } as const;
  const sessions = await open.bot.sessions.list({ limit: 200 }, actor);
  return JSON.stringify(await Promise.all(sessions.map(({ id }) => open.bot.sessions.export(id, actor))));
}

describe("whatever is sent to whichever route", () => {
  it("is answered, never with a fault of the bot's, and changes nothing where it is refused", async () => {
    await using open = await openGateway({
      gateway: { limits: { requestMilliseconds: 2_000, headersMilliseconds: 2_000 } },
    });
    let sessionId = await open.converse("hello", "hi");
    await fc.assert(
      fc.asyncProperty(request, async (input) => {
        const before = await snapshot(open);
        const isStream = input.route.form.path.endsWith("/events");
        const lines = formatRequest(input, sessionId);
        // A stream that is opened has no end of its own: the gateway must not be waited for.
        const answer = isStream ? await firstBytes(open, lines) : await exchangeRaw(open.url, lines);
        const status = statusOfRaw(answer);
        expect(status, lines).toBeGreaterThanOrEqual(200);
        expect(status, `${lines}\n${answer}`).toBeLessThan(500);
        expect(answer.slice(answer.indexOf("\r\n\r\n"))).not.toContain(testToken);
        if (status >= 400) {
          expect(answer, lines).toContain("application/problem+json");
          expect(answer.toLowerCase(), lines).toContain("x-request-id: q_");
          expect(await snapshot(open), lines).toBe(before);
          return;
        }
        for (const run of open.runner.runs) run.answer("hi");
        await open.bot.settled();
        if ((await open.ask("GET", `/sessions/${sessionId}`)).status === 410) {
          sessionId = await open.say("hello again", "lobby");
          for (const run of open.runner.runs) run.answer("hi");
          await open.bot.settled();
        }
      }),
      { numRuns },
    );
    expect(open.log.lines.filter((line) => line.startsWith("error"))).toEqual([]);
    expect(open.log.lines.join("\n")).not.toContain(testToken);
  }, 120_000);
});

async function firstBytes(open: OpenGateway, lines: string): Promise<string> {
  const { connect } = await import("node:net");
  const { hostname, port } = new URL(open.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(lines));
    socket.on("error", reject);
    socket.on("data", (data) => {
      resolve(data.toString());
      socket.destroy();
    });
    socket.on("close", () => resolve(""));
  });
}
