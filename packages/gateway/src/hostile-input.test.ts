import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { signedPlugin } from "../test-support/answers/signed-adapter.ts";
import { exchangeRaw, statusOfRaw } from "../test-support/exchange.ts";
import { type GoodRequest, goodRequests } from "../test-support/good-requests.ts";
import { type LiveScene, openLiveScene } from "../test-support/live-scene.ts";
import { type OpenGateway, openGateway, testToken } from "../test-support/open-gateway.ts";
import { pictureOf } from "../test-support/picture.ts";
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

/** In good form, but of a state that nothing was ever in; so its handler is reached, and has to refuse. */
const staleTags = ['"9.9"', '"9"', '"other"'] as const;

/** The good value twice out of three times. */
function mostly<Good, Other>(good: Good, other: fc.Arbitrary<Other>): fc.Arbitrary<Good | Other> {
  return fc.oneof({ weight: 2, arbitrary: fc.constant(good) }, other);
}

const input = fc.record({
  // Each part is good more often than not, so that what is wrong with the others comes as far as a handler.
  method: mostly(null, fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "HEAD")),
  id: mostly("known", fc.oneof(fc.constant("absent"), hostileText)),
  query: mostly(null, fc.tuple(fc.constantFrom(...parameters), hostileText)),
  type: mostly(
    "application/json",
    fc.constantFrom("application/json; charset=utf-8", "text/plain", "", "application/json;;"),
  ),
  body: mostly("good", fc.option(hostileJson)),
  // Half of them none: what needs one is then refused by its handler.
  ifMatch: fc.option(fc.constantFrom("*", ...staleTags), { freq: 1 }),
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
  hasToken: mostly(true, fc.constant(false)),
  isEncoded: fc.boolean(),
});

type HostileInput = typeof input extends fc.Arbitrary<infer Value> ? Value : never;

/** What an HTTP client could at all send: other characters would end the header, not reach its reader. */
function headerValue(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "?");
}

/** The text of a request: its route's good one, with what the input puts in the place of its parts. */
function formatRequest({ form }: GatewayRoute, input: HostileInput, good: GoodRequest): string {
  const hostile = input.isEncoded ? encodeSafely(input.id) : headerValue(input.id).replaceAll(" ", "");
  const [path = "", goodQuery = ""] = good.path.split("?");
  const places = form.path.split("/");
  const segments = path.split("/").map((segment, index) => {
    if (places[index]?.startsWith("{") !== true || input.id === "known") return segment;
    return input.id === "absent" ? segment.replace(/_.*/, (tail) => `_${"a".repeat(tail.length - 1)}`) : hostile;
  });
  const query = input.query === null ? goodQuery : `${input.query[0]}=${encodeSafely(input.query[1])}`;
  const target = segments.join("/") + (query === "" ? "" : `?${query}`);
  const goodBody = good.body === undefined ? null : JSON.stringify(good.body);
  const body = input.body === "good" ? goodBody : input.body;
  const headers = [
    "Host: localhost",
    "Connection: close",
    ...(input.hasToken ? [`Authorization: Bearer ${testToken}`] : []),
    ...(input.type === "" ? [] : [`Content-Type: ${input.type}`]),
    ...(input.ifMatch === null ? [] : [`If-Match: ${input.ifMatch}`]),
    ...(input.header === null ? [] : [`${input.header[0]}: ${headerValue(input.header[1])}`]),
    ...(body === null ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  const method = input.method ?? form.method.toUpperCase();
  return `${method} ${target} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n${body ?? ""}`;
}

function encodeSafely(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "?"));
}

/** A bot in the middle of its work, and a good request of a route to it. */
interface Target {
  readonly scene: LiveScene;
  readonly good: GoodRequest;
}

/** A request that was carried out leaves another bot behind than the next one is to meet. */
async function openTarget(route: GatewayRoute): Promise<Target> {
  const limits = { requestMilliseconds: 2_000, headersMilliseconds: 2_000 };
  const scene = await openLiveScene(await openGateway({ gateway: { limits }, plugins: [signedPlugin()] }));
  return { scene, good: await goodRequest(scene, route) };
}

async function goodRequest(scene: LiveScene, { form }: GatewayRoute): Promise<GoodRequest> {
  const name = `${form.method.toUpperCase()} ${form.path}`;
  const good = await goodRequests[name]?.(scene);
  if (good === undefined) throw new Error(`${name} has no good request in test-support.`);
  return good;
}

async function close({ open }: LiveScene): Promise<void> {
  expect(open.log.lines.filter((line) => line.startsWith("error"))).toEqual([]);
  expect(open.log.lines.join("\n")).not.toContain(testToken);
  await open[Symbol.asyncDispose]();
}

/** Sends one request and holds its answer to the promises; whether it was carried out. */
async function isCarriedOut(route: GatewayRoute, hostile: HostileInput, { scene, good }: Target): Promise<boolean> {
  const { open } = scene;
  const before = await pictureOf(open);
  const lines = formatRequest(route, hostile, good);
  // A stream that is opened has no end of its own: the gateway must not be waited for.
  const answer = route.isStream === true ? await firstBytes(open, lines) : await exchangeRaw(open.url, lines);
  const status = statusOfRaw(answer);
  expect(status, lines).toBeGreaterThanOrEqual(200);
  expect(status, `${lines}\n${answer}`).toBeLessThan(500);
  expect(answer.slice(answer.indexOf("\r\n\r\n"))).not.toContain(testToken);
  if (status < 400) return true;
  expect(answer, lines).toContain("application/problem+json");
  expect(answer.toLowerCase(), lines).toContain("x-request-id: q_");
  expect(await pictureOf(open), lines).toEqual(before);
  return false;
}

describe("whatever is sent to whichever route", () => {
  it("is answered, never with a fault of the bot's, and changes nothing where it is refused", async () => {
    for (const route of routeTable) {
      let target = await openTarget(route);
      await fc.assert(
        fc.asyncProperty(input, async (hostile) => {
          const isRead = (hostile.method ?? route.form.method.toUpperCase()) === "GET";
          if (!(await isCarriedOut(route, hostile, target)) || isRead) return;
          await close(target.scene);
          target = await openTarget(route);
        }),
        { numRuns: runsPerRoute },
      );
      await close(target.scene);
    }
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
