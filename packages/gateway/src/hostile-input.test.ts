import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { exchangeRaw, statusOfRaw } from "../test-support/exchange.ts";
import { type OpenGateway, openGateway, testToken } from "../test-support/open-gateway.ts";
import { routeTable } from "./routes/route-table.ts";
import type { GatewayRoute } from "./routes/route.ts";

/** Requests of each route: enough to meet it with most kinds of input, and all routes together with all of them. */
const runsPerRoute = 40;

/** Members that bodies and queries have somewhere. */
const members = [
  ..."reason conversation text sender label role code token title model pinned muted mode sessionId name cron".split(
    " ",
  ),
  ..."timeZone missed isPaused session entries format version key __proto__ constructor toString".split(" "),
] as const;
const parameters = [
  ..."limit cursor before topics sessionId q adapter state owner pinned key updatedBefore updatedAfter sort".split(" "),
  ..."format groupBy since until actor operation outcome x __proto__".split(" "),
] as const;

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

const hostileValue = fc.oneof(
  hostileText,
  fc.constantFrom(null, true, -1, 1e308, Number.MAX_SAFE_INTEGER, 0.1, "x".repeat(200_001), "\u0000", "a\u0000b"),
  fc.constantFrom<unknown>([], {}, [[]], { id: {} }, ["a", 1, null]),
);

const hostileJson = fc.oneof(
  { weight: 4, arbitrary: fc.dictionary(fc.constantFrom(...members), hostileValue, { maxKeys: 4 }).map(toJson) },
  fc.json({ maxDepth: 3 }),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom('{"__proto__":{"x":1}}', '{"reason":"x","reason":5}', '"\\ud800"', '{"text":"\\ud800"}', "{}", ""),
  fc.constantFrom("[".repeat(100_000), `{"a":`.repeat(5_000), `{"text":1e999}`, `{"limit":${"9".repeat(5_000)}}`),
);

function toJson(value: unknown): string {
  return JSON.stringify(value);
}

const input = fc.record({
  method: fc.option(fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "HEAD"), { freq: 3 }),
  id: fc.oneof(fc.constant("known"), hostileText),
  query: fc.option(fc.tuple(fc.constantFrom(...parameters), hostileText)),
  type: fc.constantFrom("application/json", "application/json; charset=utf-8", "text/plain", "", "application/json;;"),
  body: fc.option(hostileJson),
  header: fc.option(
    fc.tuple(
      fc.constantFrom(
        "If-Match",
        "If-None-Match",
        "Content-Encoding",
        "Cookie",
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

type HostileInput = typeof input extends fc.Arbitrary<infer Value> ? Value : never;

/** What an HTTP client could at all send: other characters would end the header, not reach its reader. */
function headerValue(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "?");
}

function formatRequest({ form }: GatewayRoute, input: HostileInput, known: KnownIds): string {
  const hostile = input.isEncoded ? encodeSafely(input.id) : headerValue(input.id).replaceAll(" ", "");
  const query = input.query === null ? "" : `?${input.query[0]}=${encodeSafely(input.query[1])}`;
  const path = form.path.replaceAll(/([a-z]+)\/\{(\w+)\}/g, (_, noun: string) =>
    input.id === "known" ? `${noun}/${known[noun] ?? "x"}` : `${noun}/${hostile}`,
  );
  const target = path + query;
  const headers = [
    "Host: localhost",
    "Connection: close",
    ...(input.hasToken ? [`Authorization: Bearer ${testToken}`] : []),
    ...(input.type === "" ? [] : [`Content-Type: ${input.type}`]),
    ...(input.header === null ? [] : [`${input.header[0]}: ${headerValue(input.header[1])}`]),
    ...(input.body === null ? [] : [`Content-Length: ${Buffer.byteLength(input.body)}`]),
  ];
  const method = input.method ?? form.method.toUpperCase();
  return `${method} ${target} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n${input.body ?? ""}`;
}

function encodeSafely(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "?"));
}

const actor = { kind: "operator", id: "test", surface: "code" } as const;

/** Everything that a refused request must leave as it is. */
async function snapshot({ bot }: OpenGateway): Promise<string> {
  const sessions = await bot.sessions.list({ limit: 200 }, actor);
  const exports = await Promise.all(sessions.map(({ id }) => bot.sessions.export(id, actor)));
  const done = await bot.audit(200, { outcome: "done" });
  return JSON.stringify([exports, await bot.schedules.list(actor, {}), done, bot.runs(), bot.adapters]);
}

/** An id that is known, by the noun before it in the path. */
type KnownIds = Readonly<Record<string, string>>;

/** Lets what runs end, and puts back what is gone of that which paths can name. */
async function prepare(open: OpenGateway, { sessions = "", schedules = "" }: KnownIds): Promise<KnownIds> {
  for (const run of open.runner.runs) run.answer("hi");
  await open.bot.settled();
  const isThere = (await open.ask("GET", `/sessions/${sessions}`)).status === 200;
  const sessionId = isThere ? sessions : await open.say("hello again");
  for (const run of open.runner.runs) run.answer("hi");
  await open.bot.settled();
  const isPlanned = (await open.ask("GET", `/schedules/${schedules}`)).status === 200;
  const news = { sessionId, name: "News", cron: "0 9 * * *", timeZone: "UTC", text: "What is new?" };
  const planned = isPlanned ? { id: schedules } : idForm.parse((await open.ask("POST", "/schedules", news)).json());
  const runs = z.string().parse(open.runner.runs[0]?.turn.runId);
  return { sessions: sessionId, schedules: planned.id, runs, adapters: "webchat", hooks: "webchat" };
}

const idForm = z.looseObject({ id: z.string() });

describe("whatever is sent to whichever route", () => {
  it("is answered, never with a fault of the bot's, and changes nothing where it is refused", async () => {
    await using open = await openGateway({
      gateway: { limits: { requestMilliseconds: 2_000, headersMilliseconds: 2_000 } },
    });
    await open.converse("hello", "hi");
    let known = await prepare(open, {});
    for (const route of routeTable) {
      await fc.assert(
        fc.asyncProperty(input, async (hostile) => {
          const before = await snapshot(open);
          const lines = formatRequest(route, hostile, known);
          // A stream that is opened has no end of its own: the gateway must not be waited for.
          const answer = route.isStream === true ? await firstBytes(open, lines) : await exchangeRaw(open.url, lines);
          const status = statusOfRaw(answer);
          expect(status, lines).toBeGreaterThanOrEqual(200);
          expect(status, `${lines}\n${answer}`).toBeLessThan(500);
          expect(answer.slice(answer.indexOf("\r\n\r\n"))).not.toContain(testToken);
          if (status < 400) {
            known = await prepare(open, known);
            return;
          }
          expect(answer, lines).toContain("application/problem+json");
          expect(answer.toLowerCase(), lines).toContain("x-request-id: q_");
          expect(await snapshot(open), lines).toBe(before);
        }),
        { numRuns: runsPerRoute },
      );
    }
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
