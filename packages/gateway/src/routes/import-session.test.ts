import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { bearerOf, makeToken } from "../../test-support/access.ts";
import type { TestAnswer } from "../../test-support/exchange.ts";
import { type OpenGateway, bearer, openGateway } from "../../test-support/open-gateway.ts";
import { codeOf } from "../../test-support/problems.ts";

const mediaTypes = { json: "application/json", jsonl: "application/x-ndjson" } as const;
type Format = keyof typeof mediaTypes;
const formats: readonly Format[] = ["json", "jsonl"];

const operatorHeader = bearer;

function send(
  open: OpenGateway,
  body: string,
  format: Format = "json",
  { query = "", headers = operatorHeader }: { query?: string; headers?: Readonly<Record<string, string>> } = {},
): Promise<TestAnswer> {
  const type = { "Content-Type": mediaTypes[format] };
  return open.exchange({
    method: "POST",
    path: `/api/v1/sessions/import${query}`,
    headers: { ...type, ...headers },
    body,
  });
}

async function exportOf(open: OpenGateway, sessionId: string, format: Format = "json"): Promise<string> {
  return (await open.ask("GET", `/sessions/${sessionId}/export?format=${format}`)).text;
}

/** A conversation with an answer, an operator's words and a note; exported, and then deleted. */
async function exportAndDelete(open: OpenGateway, format: Format = "json"): Promise<string> {
  const sessionId = await open.converse("hello", "hi");
  await open.ask("PATCH", `/sessions/${sessionId}`, { title: "Trip", pinned: true }, { "If-Match": "*" });
  for (const mode of ["channel", "note"]) {
    await open.ask("POST", `/sessions/${sessionId}/messages`, { mode, text: `as ${mode}` });
  }
  await open.bot.settled();
  const exported = await exportOf(open, sessionId, format);
  await open.ask("DELETE", `/sessions/${sessionId}`);
  return exported;
}

const sessionForm = z.looseObject({ id: z.string(), epoch: z.number() });
const documentForm = z.looseObject({ session: z.looseObject({}), entries: z.array(z.looseObject({})) });
const faultForm = z.object({ errors: z.array(z.object({ field: z.string(), detail: z.string() })) });

/** An export with something changed. */
function changed(exported: string, change: (document: z.infer<typeof documentForm>) => unknown): string {
  return JSON.stringify(change(documentForm.parse(JSON.parse(exported))));
}

async function sessionsOf(open: OpenGateway): Promise<unknown> {
  return z.object({ items: z.array(z.unknown()) }).parse((await open.ask("GET", "/sessions")).json()).items;
}

describe.each(formats)("POST /sessions/import of %s", (format) => {
  it("makes a new session that exports as the old one did, and sends and runs nothing", async () => {
    await using open = await openGateway();
    const exported = await exportAndDelete(open, format);
    const events = await open.events("?topics=session,run,delivery,webchat");
    const answer = await send(open, exported, format);
    expect(answer.status).toBe(201);
    const session = sessionForm.parse(answer.json());
    expect(answer.headers["location"]).toBe(`/api/v1/sessions/${session.id}`);
    expect(session).toMatchObject({ title: "Trip", pinned: true, muted: false, entries: 4, waiting: 0 });
    const [before, after] = [exported, await exportOf(open, session.id, format)].map((text) => entriesIn(text, format));
    expect(after).toEqual(before);
    expect(after).toHaveLength(4);
    expect((await events.nextOf("session.import")).data).toMatchObject({ sessionId: session.id });
    await open.bot.settled();
    expect(open.runner.runs).toHaveLength(1);
    await open.converse("and on", "it goes");
    expect((await open.ask("GET", `/sessions/${session.id}`)).json()).toMatchObject({ entries: 6 });
  });

  it("is refused where the key names a session, says which, and takes another key", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    const exported = await exportOf(open, sessionId, format);
    const refused = await send(open, exported, format);
    expect([refused.status, codeOf(refused)]).toEqual([409, "SESSION_OCCUPIED"]);
    expect(refused.json()).toMatchObject({ sessionId });
    const copy = await send(open, exported, format, { query: "?key=webchat/web/a%2520copy" });
    expect(copy.json()).toMatchObject({ key: { place: "a copy" }, entries: 2 });
    expect(await sessionsOf(open)).toHaveLength(2);
    expect((await send(open, exported, format, { query: "?key=nowhere" })).status).toBe(400);
  });
});

function entriesIn(text: string, format: Format): readonly unknown[] {
  if (format === "json") return documentForm.parse(JSON.parse(text)).entries;
  return text
    .trimEnd()
    .split("\n")
    .slice(1, -1)
    .map((line): unknown => JSON.parse(line));
}

describe("POST /sessions/import", () => {
  it("brings no deleted session back to life: it has another id, in a higher epoch", async () => {
    await using open = await openGateway();
    const exported = await exportAndDelete(open);
    const old = sessionForm.parse(documentForm.parse(JSON.parse(exported)).session);
    const session = sessionForm.parse((await send(open, exported)).json());
    expect(session.id).not.toBe(old.id);
    expect(session.epoch).toBeGreaterThan(old.epoch);
    const restored = await open.ask("POST", `/sessions/${old.id}/restore`);
    expect([restored.status, codeOf(restored)]).toEqual([409, "RESTORE_OCCUPIED"]);
  });

  it("is done once under one Idempotency-Key, and written down in the audit log", async () => {
    await using open = await openGateway();
    const exported = await exportAndDelete(open);
    const headers = { ...operatorHeader, "Idempotency-Key": "one" };
    const first = await send(open, exported, "json", { headers });
    const again = await send(open, exported, "json", { headers });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.json()).toEqual(first.json());
    expect(again.headers["location"]).toBe(first.headers["location"]);
    expect(await sessionsOf(open)).toHaveLength(1);
    expect(await open.bot.audit(1)).toMatchObject([{ operation: "session.import", outcome: "done" }]);
  });

  it("is for admins, and asks the bot's policy", async () => {
    await using open = await openGateway({
      bot: { policy: { authorize: (asked) => asked.operation !== "session.import" } },
    });
    const exported = await exportAndDelete(open);
    const { token } = await makeToken(open, "operator");
    const refused = await send(open, exported, "json", { headers: bearerOf(token) });
    expect([refused.status, codeOf(refused)]).toEqual([403, "ROLE_INSUFFICIENT"]);
    const denied = await send(open, exported);
    expect([denied.status, codeOf(denied)]).toEqual([403, "NOT_AUTHORIZED"]);
    expect(await sessionsOf(open)).toEqual([]);
  });

  it("takes no other media type, and no more than its limit", async () => {
    await using open = await openGateway();
    const path = "/api/v1/sessions/import";
    for (const type of ["text/plain", "multipart/form-data"]) {
      const answer = await open.exchange({
        method: "POST",
        path,
        headers: { ...bearer, "Content-Type": type },
        body: "{}",
      });
      expect([answer.status, codeOf(answer)]).toEqual([415, "MEDIA_TYPE_UNSUPPORTED"]);
      expect(answer.text).toContain("application/x-ndjson");
    }
    const large = await send(open, `"${"x".repeat(16 * 1024 * 1024)}"`);
    expect([large.status, codeOf(large)]).toEqual([413, "BODY_TOO_LARGE"]);
    const lines = { ...bearer, "Content-Type": "application/x-ndjson" };
    const other = await open.exchange({ method: "POST", path: "/api/v1/tokens", headers: lines, body: "{}" });
    expect(other.status).toBe(415);
  });

  it.each([
    ["a format of another time", { format: "keyturn-session-0" }, "format"],
    ["a member that nobody knows", { inbox: [] }, "body"],
    ["a session without a key", { session: {} }, "session/key"],
    ["entries that are none", { entries: {} }, "entries"],
    ["too few entries", { entries: [] }, "entries"],
  ])("refuses %s, and says where", async (_, change, field) => {
    await using open = await openGateway();
    const exported = await exportAndDelete(open);
    const answer = await send(
      open,
      changed(exported, (document) => ({ ...document, ...change })),
    );
    expect([answer.status, codeOf(answer)]).toEqual([422, "IMPORT_INVALID"]);
    expect(faultForm.parse(answer.json()).errors.map((fault) => fault.field)).toContain(field);
    expect(await sessionsOf(open)).toEqual([]);
  });

  it.each([
    [{ sequence: 1 }, "entries/0/sequence"],
    [{ role: "system" }, "entries/0/role"],
    [{ messageId: "../../etc" }, "entries/0/messageId"],
    [{ text: "" }, "entries/0/text"],
    [{ text: "x".repeat(100_001) }, "entries/0/text"],
    [{ at: "yesterday" }, "entries/0/at"],
    [{ sender: { id: "ada" } }, "entries/0/sender/name"],
    [{ isAdmin: true }, "entries/0"],
  ])("refuses an entry with %j, and names the place", async (change, field) => {
    await using open = await openGateway();
    const exported = await exportAndDelete(open);
    const body = changed(exported, ({ entries: [first, ...rest], ...head }) => ({
      ...head,
      entries: [{ ...first, ...change }, ...rest],
    }));
    const answer = await send(open, body);
    expect([answer.status, codeOf(answer)]).toEqual([422, "IMPORT_INVALID"]);
    expect(faultForm.parse(answer.json()).errors.map((fault) => fault.field)).toContain(field);
    expect(await sessionsOf(open)).toEqual([]);
  });

  it("refuses lines that are not whole, and names the line", async () => {
    await using open = await openGateway();
    const lines = (await exportAndDelete(open, "jsonl")).trimEnd().split("\n");
    const tries: readonly (readonly [readonly string[], string])[] = [
      [lines.slice(0, -1), `line ${lines.length - 1}`],
      [lines.slice(0, 1), "line 2"],
      [[], "line 1"],
      [[...lines.slice(0, -1), '{"type":"end","entries":99}'], `line ${lines.length}`],
      [[...lines.slice(0, 2), ...lines.slice(3)], "line 3/sequence"],
      [[...lines.slice(0, -2), lines.at(-1) ?? ""], `line ${lines.length - 1}`],
      [[lines[0] ?? "", "{", ...lines.slice(2)], "line 2"],
      [[...lines.slice(0, 2), "", ...lines.slice(2)], "line 3"],
    ];
    for (const [broken, place] of tries) {
      const answer = await send(open, broken.join("\n"), "jsonl");
      expect([answer.status, codeOf(answer)]).toEqual([422, "IMPORT_INVALID"]);
      expect(faultForm.parse(answer.json()).errors.map(({ field }) => field.split(/\/(?!sequence)/)[0])).toContain(
        place,
      );
    }
    expect(await sessionsOf(open)).toEqual([]);
  });

  it("refuses what would become the prototype of objects, and pollutes nothing (T39)", async () => {
    await using open = await openGateway();
    const exported = await exportAndDelete(open);
    const [hostile, harmless] = ['{"__proto__":{"polluted":1}}', '{"constructor":"Ferrari"}'];
    const forms = [
      exported.replace(/^\{/, '{"__proto__":{"polluted":1},'),
      exported.replace('"session":{', '"session":{"constructor":{"prototype":{"polluted":1}},'),
      exported.replace('"sender":{', '"sender":{"__proto__":{"polluted":1},'),
      exported.replace('"parts":[', `"parts":[${toolWith(hostile)},`),
      exported.replace('"parts":[', `"parts":[${toolWith('{"a":[{"constructor":{"prototype":{}}}]}')},`),
    ];
    for (const body of forms) {
      expect(body).not.toBe(exported);
      const answer = await send(open, body);
      expect([answer.status, codeOf(answer)]).toEqual([400, "BODY_MALFORMED"]);
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(await sessionsOf(open)).toEqual([]);
    const fine = await send(open, exported.replace('"parts":[', `"parts":[${toolWith(harmless)},`));
    expect(fine.status).toBe(201);
  });

  it("refuses what nests deep, in either form, without looking into it (T46)", async () => {
    await using open = await openGateway();
    const exported = await exportAndDelete(open);
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const bodies: readonly (readonly [string, Format])[] = [
      [deep, "json"],
      [exported.replace('"parts":[', `"parts":[${toolWith(deep)},`), "json"],
      [deep, "jsonl"],
    ];
    for (const [body, format] of bodies) {
      const answer = await send(open, body, format);
      expect([answer.status, codeOf(answer)]).toEqual([400, "BODY_MALFORMED"]);
    }
    expect(await sessionsOf(open)).toEqual([]);
  });

  it("answers any text at all with an error that says so, and makes nothing of it", async () => {
    await using open = await openGateway();
    const exported = await exportAndDelete(open);
    const broken = fc.oneof(
      fc.string(),
      fc.json(),
      fc.nat({ max: exported.length - 1 }).map((length) => exported.slice(0, length)),
      fc
        .tuple(fc.nat({ max: exported.length - 1 }), fc.constantFrom("", "\n", '"', "{", "]", "0", "-1", "null"))
        .map(([at, inserted]) => exported.slice(0, at) + inserted + exported.slice(at + 1)),
    );
    await fc.assert(
      fc.asyncProperty(broken, fc.constantFrom(...formats), async (body, format) => {
        fc.pre(!isStillWhole(body, exported));
        const { status } = await send(open, body, format);
        expect([400, 422]).toContain(status);
      }),
      { numRuns: 150 },
    );
  });
});

function toolWith(input: string): string {
  return `{"type":"tool","callId":"c","name":"n","input":${input},"isError":false,"durationMilliseconds":null}`;
}

/** Whether only words within strings or numbers were changed, so that it may still be a whole export. */
function isStillWhole(body: string, exported: string): boolean {
  try {
    return (
      Object.keys(z.looseObject({}).parse(JSON.parse(body))).join() ===
      Object.keys(z.looseObject({}).parse(JSON.parse(exported))).join()
    );
  } catch {
    return false;
  }
}
