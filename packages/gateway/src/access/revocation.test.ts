import { describe, expect, it } from "vitest";
import { bearerOf, cookieOf, logIn, makeToken, pageHeaders, postLogin } from "../../test-support/access.ts";
import { type EventReader, openEvents } from "../../test-support/event-reader.ts";
import { type OpenGateway, openGateway, testToken } from "../../test-support/open-gateway.ts";

const status = "/api/v1/status";

async function openStream(open: OpenGateway, headers: Readonly<Record<string, string>>): Promise<EventReader> {
  const reader = await openEvents(open.url, "/api/v1/events", headers);
  expect((await reader.next())?.event).toBe("hello");
  return reader;
}

/** What comes until the end of a stream. */
async function rest(reader: EventReader): Promise<readonly (string | undefined)[]> {
  const events: (string | undefined)[] = [];
  for (let block = await reader.next(); block !== undefined; block = await reader.next()) events.push(block.event);
  return events;
}

describe("after the operator's token was replaced", () => {
  it("the old token, its cookie and its event streams end within a second; the new one is let in (T24)", async () => {
    let token = testToken;
    await using open = await openGateway({ gateway: { token: () => Promise.resolve(token) } });
    const cookies = [await logIn(open), cookieOf(await postLogin(open, { token: testToken }))];
    const headers = [bearerOf(testToken), ...cookies.map((Cookie) => ({ Cookie }))];
    const streams = await Promise.all(headers.map((header) => openStream(open, header)));
    const { token: accessToken } = await makeToken(open, "viewer");
    const kept = await openStream(open, bearerOf(accessToken));
    token = "another-token-of-the-operator"; // 1. the token is replaced
    await open.clock.advance(1_000); //         2. less than a second goes by
    for (const stream of streams) expect(await rest(stream)).toEqual([]);
    for (const header of headers) expect((await open.exchange({ path: status, headers: header })).status).toBe(401);
    expect((await open.exchange({ path: status, headers: bearerOf(token) })).status).toBe(200);
    const body = JSON.stringify({ conversation: "lobby", text: "hello" });
    const post = { method: "POST", path: "/api/v1/webchat/messages", body };
    await open.exchange({ ...post, headers: { ...bearerOf(token), "Content-Type": "application/json" } });
    expect((await kept.nextOf("message.accept")).event).toBe("message.accept");
    kept.close();
    (await open.runner.nextRun()).answer("hi");
  });

  it("a token that cannot be had ends the streams: no answer means no", async () => {
    let isBroken = false;
    const token = () => (isBroken ? Promise.reject(new Error("The disk is gone.")) : Promise.resolve(testToken));
    await using open = await openGateway({ gateway: { token } });
    const stream = await openStream(open, bearerOf(testToken));
    isBroken = true;
    await open.clock.advance(1_000);
    expect(await rest(stream)).toEqual([]);
  });
});

describe("a revoked access token", () => {
  it("is of no use at once, with the logins and event streams that came from it, and others go on", async () => {
    await using open = await openGateway();
    const [lost, kept] = [await makeToken(open, "operator", "lost"), await makeToken(open, "operator", "kept")];
    const cookie = cookieOf(await postLogin(open, { token: lost.token }));
    const streams = [await openStream(open, bearerOf(lost.token)), await openStream(open, { Cookie: cookie })];
    const other = await openStream(open, bearerOf(kept.token));
    expect((await open.ask("DELETE", `/tokens/${lost.id}`)).status).toBe(204);
    for (const stream of streams) expect(await rest(stream)).toEqual([]);
    for (const headers of [bearerOf(lost.token), { Cookie: cookie }]) {
      // More often than anybody may guess: whoever had it is no stranger, and locks nobody else out.
      for (let attempt = 0; attempt < 11; attempt += 1) {
        expect((await open.exchange({ path: status, headers })).status).toBe(401);
      }
    }
    expect((await open.exchange({ path: status, headers: bearerOf(kept.token) })).status).toBe(200);
    await open.say("hello");
    await other.nextOf("message.accept");
    other.close();
    (await open.runner.nextRun()).answer("hi");
  });

  it("writes nothing to a stream that it ended, not even what waited", async () => {
    await using open = await openGateway();
    const { id, token } = await makeToken(open, "viewer");
    const stream = await openStream(open, bearerOf(token));
    await open.ask("DELETE", `/tokens/${id}`);
    await open.say("for others alone");
    expect(await rest(stream)).toEqual([]);
    (await open.runner.nextRun()).answer("hi");
  });
});

describe("an ended login", () => {
  it("ends its event stream, and no other", async () => {
    await using open = await openGateway();
    const [cookie, other] = [await logIn(open), await logIn(open)];
    const [stream, kept] = [await openStream(open, { Cookie: cookie }), await openStream(open, { Cookie: other })];
    await open.exchange({ method: "POST", path: "/api/v1/auth/logout", headers: pageHeaders(open, cookie) });
    expect(await rest(stream)).toEqual([]);
    await open.say("hello");
    await kept.nextOf("message.accept");
    kept.close();
    (await open.runner.nextRun()).answer("hi");
  });

  it("ends its event stream when it expires", async () => {
    await using open = await openGateway();
    const stream = await openStream(open, { Cookie: await logIn(open) });
    await open.clock.advance(12 * 3_600_000 + 1_000);
    expect((await rest(stream)).filter((event) => event !== undefined)).toEqual([]);
  }, 60_000);
});
