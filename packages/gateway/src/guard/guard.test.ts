import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exchangeRaw, statusOfRaw } from "../../test-support/exchange.ts";
import { type OpenGateway, bearer, openGateway } from "../../test-support/open-gateway.ts";
import { codeOf, withoutRequestId } from "../../test-support/problems.ts";
import { routeTable } from "../routes/route-table.ts";

describe("the guard", () => {
  let open: OpenGateway;
  let sessionId: string;
  beforeAll(async () => {
    open = await openGateway();
    sessionId = await open.converse("hello", "hello yourself");
  });
  afterAll(async () => {
    await open[Symbol.asyncDispose]();
  });

  /** What a request must not change. */
  const snapshot = async () => (await open.ask("GET", `/sessions/${sessionId}`)).text;

  describe("looks at the Host header first (T6)", () => {
    const paths = ["/healthz", "/readyz", "/api/v1/sessions", "/api/v1/events", "/nothing/here", "/"];
    it.each(paths)("and answers 421 to somebody else's name on %s", async (path) => {
      for (const origin of [{}, { Origin: "http://evil.example" }]) {
        const answer = await open.exchange({ path, headers: { ...bearer, ...origin, Host: "evil.example" } });
        expect(answer.status).toBe(421);
        expect(codeOf(answer)).toBe("HOST_NOT_ALLOWED");
        expect(answer.text).not.toContain("hello");
      }
    });

    it("and answers under every name of this machine, whatever the port", async () => {
      for (const host of ["localhost", "127.0.0.1", "[::1]", "LocalHost:9", "127.0.0.1:8080"]) {
        expect((await open.exchange({ path: "/healthz", headers: { Host: host } })).status).toBe(200);
      }
    });

    it("and is not fooled by names that look like one", async () => {
      const names = ["localhost.evil.example", "127.0.0.1.evil.example", "evil.example:7420", "localhost@evil.example"];
      for (const host of names) {
        const answer = await open.exchange({ path: "/healthz", headers: { Host: host } });
        expect([400, 421], host).toContain(answer.status);
      }
    });

    it("and refuses two of them", async () => {
      const lines = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n";
      expect([400, 421]).toContain(statusOfRaw(await exchangeRaw(open.url, lines)));
    });

    it("and refuses a request line that names a host of its own (T8)", async () => {
      const lines = "GET http://localhost/healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
      expect(statusOfRaw(await exchangeRaw(open.url, lines))).toBe(421);
      const evil = "GET http://evil/api HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
      expect(statusOfRaw(await exchangeRaw(open.url, evil))).toBe(421);
    });
  });

  it("refuses every upgrade, also with the right token (T5)", async () => {
    for (const path of ["/api/v1/events", "/healthz", "/nothing"]) {
      const headers = { ...bearer, Upgrade: "websocket", Connection: "Upgrade" };
      const answer = await open.exchange({ path, headers });
      expect(answer.status).toBe(426);
      expect(codeOf(answer)).toBe("UPGRADE_REFUSED");
    }
  });

  describe("knows its routes before it asks who is there", () => {
    it("and answers 404 to what does not exist, in the same words whatever it is (T42, T44)", async () => {
      const paths = [
        "/.env",
        "//assets/../package.json",
        "/assets/%2e%2e/",
        "/assets/..%5c",
        "/assets//x.js",
        "/tools/invoke",
        "/rpc",
        "/api/v1/tools/invoke",
        "/api/v1/sessions/",
        "/api/v1/sessions//messages",
        "/api/v2/sessions",
        "/%61pi/v1/sessions",
        "/api/v1/constructor",
        "/api/v1/__proto__",
      ];
      const bodies = new Set<string>();
      for (const path of paths) {
        for (const headers of [{}, bearer]) {
          for (const method of ["GET", "POST"]) {
            const answer = await open.exchange({ method, path, headers });
            expect(answer.status, path).toBe(404);
            bodies.add(withoutRequestId(answer));
          }
        }
      }
      expect(bodies.size).toBe(1);
    });

    it("and answers 405 with the methods that there are to another method, OPTIONS and TRACE included (T44)", async () => {
      const allowedByPath: Readonly<Record<string, string>> = {
        "/healthz": "GET, HEAD",
        "/api/v1/sessions": "GET, HEAD",
        [`/api/v1/sessions/${sessionId}`]: "GET, HEAD, PATCH, DELETE",
        [`/api/v1/sessions/${sessionId}/reset`]: "POST",
        "/api/v1/events": "GET",
      };
      for (const [path, allowed] of Object.entries(allowedByPath)) {
        for (const method of ["OPTIONS", "TRACE", "PUT", "PATCH", "PROPFIND"].filter(
          (name) => !allowed.includes(name),
        )) {
          const answer = await open.exchange({ method, path, headers: { Origin: "http://evil.example" } });
          expect(answer.status, `${method} ${path}`).toBe(405);
          expect(answer.headers.allow).toBe(allowed);
        }
      }
    });

    it("and gives no page of somebody else leave to read (T44)", async () => {
      const headers = {
        ...bearer,
        Origin: "http://evil.example",
        "Access-Control-Request-Method": "DELETE",
        "Access-Control-Request-Headers": "authorization",
      };
      for (const method of ["OPTIONS", "GET"]) {
        const answer = await open.exchange({ method, path: "/api/v1/sessions", headers });
        const names = Object.keys(answer.headers);
        expect(names.filter((name) => name.startsWith("access-control-"))).toEqual([]);
      }
    });

    it("and takes no other method from a header (T44)", async () => {
      const before = await snapshot();
      const headers = { "X-HTTP-Method-Override": "DELETE", "X-HTTP-Method": "DELETE", "X-Method-Override": "DELETE" };
      const answer = await open.ask("GET", `/sessions/${sessionId}?_method=DELETE`, undefined, headers);
      expect(answer.status).toBe(200);
      expect(await snapshot()).toBe(before);
    });

    it("and answers HEAD as GET, without a body", async () => {
      const answer = await open.ask("HEAD", `/sessions/${sessionId}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.etag).toMatch(/^"\d+\.\d+"$/);
      expect(answer.text).toBe("");
    });
  });

  describe("asks for credentials on every route but the probes (T9)", () => {
    const guarded = routeTable.filter(({ role }) => role !== "none").map(({ form }) => form);
    it.each(guarded)("such as $method $path", async ({ method, path }) => {
      const filled = path.replace("{id}", path.includes("/runs/") ? `r_${"a".repeat(22)}` : sessionId);
      const before = await snapshot();
      for (const query of ["", "?token=SECRET-IN-A-QUERY", "?access_token=SECRET-IN-A-QUERY"]) {
        const answer = await open.exchange({ method: method.toUpperCase(), path: filled + query });
        expect(answer.status).toBe(401);
        expect(answer.headers["www-authenticate"]).toBe('Bearer realm="keyturn"');
        expect(answer.text).not.toContain("SECRET-IN-A-QUERY");
      }
      expect(await snapshot()).toBe(before);
    });

    it("and writes no value of a query that may be a secret into the log (T9)", async () => {
      await open.exchange({ path: "/api/v1/events?token=SECRET-IN-A-QUERY&limit=3" });
      await open.exchange({ path: "/SECRET-IN-A-PATH?access_token=SECRET-IN-A-QUERY" });
      const lines = open.log.lines.join("\n");
      expect(lines).toContain("?token=[redacted]&limit=3");
      expect(lines).toContain("?access_token=[redacted]");
      expect(lines).not.toContain("SECRET-IN");
    });
  });

  describe("takes JSON and nothing else (T43)", () => {
    const refused = [
      "text/plain",
      "multipart/form-data; boundary=x",
      "application/x-www-form-urlencoded",
      "application/jsonx",
    ];
    it.each(refused)("so %s is 415", async (type) => {
      const before = await snapshot();
      const requests = [
        { method: "POST", path: "/webchat/messages" },
        { method: "POST", path: `/sessions/${sessionId}/reset` },
        { method: "DELETE", path: `/sessions/${sessionId}` },
      ];
      for (const { method, path } of requests) {
        const headers = { ...bearer, "Content-Type": type };
        const answer = await open.exchange({ method, path: `/api/v1${path}`, headers, body: '{"reason":"x"}' });
        expect(answer.status).toBe(415);
        expect(codeOf(answer)).toBe("MEDIA_TYPE_UNSUPPORTED");
      }
      expect(await snapshot()).toBe(before);
    });

    it("so a body without a type is 415, and so is a type of another kind without a body", async () => {
      const before = await snapshot();
      const path = `/api/v1/sessions/${sessionId}/reset`;
      const untyped = await open.exchange({ method: "POST", path, headers: bearer, body: "{}" });
      expect(untyped.status).toBe(415);
      const empty = await open.exchange({ method: "POST", path, headers: { ...bearer, "Content-Type": "text/plain" } });
      expect(empty.status).toBe(415);
      const chat = await open.exchange({ method: "POST", path: "/api/v1/webchat/messages", headers: bearer });
      expect(chat.status).toBe(415);
      expect(await snapshot()).toBe(before);
    });

    it("so what is not JSON is 400, without a word of it in the answer", async () => {
      const headers = { ...bearer, "Content-Type": "application/json" };
      const bodies = ['{"text":', "PRIVATE", "[1,2", "{'a':1}", "\u0000", "{}{}"];
      for (const body of bodies) {
        const answer = await open.exchange({ method: "POST", path: "/api/v1/webchat/messages", headers, body });
        expect(answer.status, body).toBe(400);
        expect(codeOf(answer)).toBe("BODY_MALFORMED");
        expect(answer.text).not.toContain("PRIVATE");
      }
      const notUtf8 = {
        method: "POST",
        path: "/api/v1/webchat/messages",
        headers,
        body: new Uint8Array([0x22, 0xff, 0x22]),
      };
      expect(codeOf(await open.exchange(notUtf8))).toBe("BODY_MALFORMED");
    });

    it("so JSON of another form is 400 and says which field is wrong", async () => {
      const answer = await open.ask("POST", "/webchat/messages", { conversation: "", text: 5, colour: "red" });
      expect(answer.status).toBe(400);
      expect(answer.json()).toMatchObject({
        code: "REQUEST_INVALID",
        errors: [
          { field: "json/conversation" },
          { field: "json/text" },
          { field: "json", detail: expect.stringContaining("colour") },
        ],
      });
    });

    it("so names that reach into JavaScript's own objects are fields like others (T39)", async () => {
      const bodies = ['{"__proto__":{"polluted":true}}', '{"constructor":{"prototype":{"polluted":true}}}'];
      for (const body of bodies) {
        const headers = { ...bearer, "Content-Type": "application/json" };
        const answer = await open.exchange({ method: "POST", path: "/api/v1/webchat/messages", headers, body });
        expect(answer.status).toBe(400);
      }
      expect(Reflect.get({}, "polluted")).toBeUndefined();
    });
  });

  describe("takes ids that are ids (T28)", () => {
    const hostile = [
      "..%2F..%2Fetc",
      "%2e%2e%2fx",
      "..%5Cx",
      "a%00b",
      "%",
      "bad%E0%A4%A",
      ".",
      "..",
      "a%252Fb",
      "s_",
      `s_${"a".repeat(23)}`,
      "constructor",
      "__proto__",
      "a".repeat(2_000),
    ];
    it.each(hostile)("and not %s", async (id) => {
      const before = await snapshot();
      for (const method of ["GET", "DELETE"]) {
        const answer = await open.ask(method, `/sessions/${id}`);
        expect([400, 404], `${method} ${answer.text}`).toContain(answer.status);
      }
      expect([400, 404, 405]).toContain((await open.ask("POST", `/sessions/${id}/reset`)).status);
      expect([400, 404, 405]).toContain((await open.ask("POST", `/runs/${id}/stop`)).status);
      expect(await snapshot()).toBe(before);
    });

    it("and answers 404 to one that nobody has (T30)", async () => {
      const unknown = `s_${"a".repeat(22)}`;
      const before = await snapshot();
      for (const method of ["GET", "DELETE"]) {
        const answer = await open.ask(method, `/sessions/${unknown}`);
        expect(answer.status).toBe(404);
        expect(codeOf(answer)).toBe("SESSION_NOT_FOUND");
      }
      expect(await snapshot()).toBe(before);
    });
  });

  it("gives every answer a request id, and headers that keep it from being kept, guessed at or framed", async () => {
    const requests = ["/healthz", "/api/v1/sessions", "/nothing", "/api/v1/status?x", `/api/v1/sessions/${sessionId}`];
    const ids = new Set<unknown>();
    for (const path of requests) {
      const answer = await open.exchange({ path, headers: bearer });
      expect(answer.headers).toMatchObject({
        "cache-control": "no-store",
        "content-security-policy": expect.stringContaining("default-src 'none'"),
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "x-request-id": expect.stringMatching(/^q_[\w-]{16}$/),
      });
      ids.add(answer.headers["x-request-id"]);
    }
    expect(ids.size).toBe(requests.length);
  });

  it("makes every error a problem that names its request", async () => {
    const answer = await open.ask("GET", "/sessions?limit=0");
    expect(answer.headers["content-type"]).toBe("application/problem+json");
    expect(answer.json()).toEqual({
      type: "urn:keyturn:problem:REQUEST_INVALID",
      title: "Request invalid",
      status: 400,
      detail: expect.stringContaining("query/limit: must be a whole number from 1 to 200"),
      instance: answer.headers["x-request-id"],
      code: "REQUEST_INVALID",
      errors: [{ field: "query/limit", detail: "must be a whole number from 1 to 200" }],
    });
  });
});
