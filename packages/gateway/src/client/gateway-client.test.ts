import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { openGateway, testToken } from "../../test-support/open-gateway.ts";
import { GatewayClient, GatewayError } from "./index.ts";

async function failureOf(call: Promise<unknown>): Promise<GatewayError> {
  const error: unknown = await call.then(
    () => new Error("It did not fail."),
    (reason: unknown) => reason,
  );
  if (error instanceof GatewayError) return error;
  throw error;
}

describe("the client", () => {
  it("does everything that the API does", async () => {
    await using open = await openGateway();
    const client = new GatewayClient({ url: `${open.url}/`, token: testToken, surface: "command-line" });
    expect(await client.status()).toMatchObject({ channels: ["webchat"] });

    const sent = await client.send({ conversation: "lobby", text: "hello" }, { idempotencyKey: "1" });
    const sessionId = "sessionId" in sent ? sent.sessionId : "";
    expect(await client.send({ conversation: "lobby", text: "hello" }, { idempotencyKey: "1" })).toEqual({
      duplicate: true,
    });
    const run = await open.runner.nextRun();
    run.write("hello your");
    const { runId } = run.turn;
    expect((await client.runs()).items).toMatchObject([{ runId, sessionId }]);
    expect(await client.readRun(runId)).toMatchObject({ text: "hello your" });
    run.answer("self");
    await open.bot.settled();

    expect((await client.list({ limit: 1 })).items).toMatchObject([{ id: sessionId, entries: 2 }]);
    expect(await client.read(sessionId)).toMatchObject({ id: sessionId, preview: "hello yourself" });
    expect((await client.messages(sessionId, { limit: 1, before: 1 })).items).toMatchObject([{ text: "hello" }]);
    expect((await client.export(sessionId)).entries).toHaveLength(2);
    const seen = await client.read(sessionId);
    const titled = await client.update(sessionId, seen, { title: "Greetings" });
    expect(titled.title).toBe("Greetings");
    expect(await failureOf(client.delete(sessionId, { seen }))).toMatchObject({ code: "SESSION_CHANGED", status: 412 });
    expect((await client.list({ q: "greet", state: "idle" })).items).toHaveLength(1);
    expect((await client.queue(sessionId)).items).toEqual([]);
    const missing = client.cancelMessage(sessionId, `m_${"a".repeat(22)}`);
    expect(await failureOf(missing)).toMatchObject({ code: "MESSAGE_NOT_FOUND" });
    expect((await client.audit({ operation: "session.patch" })).items).toMatchObject([{ outcome: "done" }]);
    expect(await client.stop(sessionId)).toMatchObject({ stoppedRunId: null });
    expect(await client.regenerate(sessionId, { runId: `r_${"a".repeat(22)}`, idempotencyKey: "2" })).toMatchObject({
      outcome: "nothing",
    });
    expect(await client.stopRun(runId)).toMatchObject({ end: "answered" });
    expect(await client.reset(sessionId, { reason: "as asked" })).toMatchObject({
      outcome: "reset",
      removedEntries: 2,
    });
    expect(await client.delete(sessionId)).toMatchObject({ outcome: "deleted" });
    expect(await client.delete(sessionId)).toMatchObject({ outcome: "already-deleted" });
    expect(await open.bot.audit(10)).toMatchObject([
      { operation: "session.delete", outcome: "nothing to do" },
      { operation: "session.delete", outcome: "done", actor: { surface: "command-line" } },
      { operation: "session.reset", reason: "as asked", actor: { surface: "command-line" } },
      { operation: "session.stop", outcome: "nothing to do" },
      { operation: "session.regenerate", outcome: "nothing to do" },
      { operation: "session.stop", outcome: "nothing to do" },
      { operation: "session.cancel", outcome: "nothing to do" },
      { operation: "session.delete", outcome: "nothing to do" },
      { operation: "session.patch", outcome: "done" },
    ]);
  });

  it("goes through a list with cursors", async () => {
    await using open = await openGateway();
    for (const room of ["a", "b", "c"]) await open.converse("hello", "hi", room);
    const client = new GatewayClient({ url: open.url, token: () => Promise.resolve(testToken) });
    const first = await client.list({ limit: 2 });
    const second = await client.list({ limit: 2, cursor: first.nextCursor ?? undefined });
    expect([...first.items, ...second.items].map(({ key }) => key.place)).toEqual(["c", "b", "a"]);
  });

  it("tells what failed, with what to do and where to look it up", async () => {
    await using open = await openGateway();
    const client = new GatewayClient({ url: open.url, token: testToken });
    expect(await failureOf(client.read(`s_${"a".repeat(22)}`))).toMatchObject({
      name: "GatewayError",
      code: "SESSION_NOT_FOUND",
      status: 404,
      detail: expect.stringContaining("List the sessions"),
      requestId: expect.stringMatching(/^q_/),
    });
    expect(await failureOf(client.read("../status"))).toMatchObject({ code: "REQUEST_INVALID", status: 400 });
    const stranger = new GatewayClient({ url: open.url, token: "wrong-wrong-wrong-wrong" });
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect(await failureOf(stranger.status())).toMatchObject({ code: "AUTHENTICATION_REQUIRED", status: 401 });
    }
    expect(await failureOf(stranger.status())).toMatchObject({ status: 429, retryAfterMilliseconds: 60_000 });
  });

  it("tells a gateway that is not there from something else that answers in its place", async () => {
    const paths: (string | undefined)[] = [];
    const server = createServer((incoming, outgoing) => {
      paths.push(incoming.url);
      if (incoming.url?.endsWith("/status") === true) outgoing.end("<html>");
      else if (incoming.url?.endsWith("/runs") === true) outgoing.writeHead(302, { Location: "/elsewhere" }).end();
      else outgoing.writeHead(502).end("Bad gateway");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    const client = new GatewayClient({ url, token: testToken });
    expect(await failureOf(client.status())).toMatchObject({ code: "ANSWER_INVALID", status: 200 });
    expect(await failureOf(client.list())).toMatchObject({ code: "ANSWER_INVALID", status: 502 });
    expect(await failureOf(client.runs())).toMatchObject({ code: "GATEWAY_UNREACHABLE", status: 0 });
    expect(paths).not.toContain("/elsewhere");
    server.close();
    server.closeAllConnections();
    expect(await failureOf(client.status())).toMatchObject({ code: "GATEWAY_UNREACHABLE", status: 0 });
  });

  it("gives up when it is told to, and when the answer takes too long", async () => {
    const server = createServer(() => {});
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    const client = new GatewayClient({ url, token: testToken, timeoutMilliseconds: 50 });
    const controller = new AbortController();
    const call = failureOf(client.status({ signal: controller.signal }));
    controller.abort();
    expect(await call).toMatchObject({ code: "GATEWAY_UNREACHABLE" });
    expect(await failureOf(client.status())).toMatchObject({ code: "GATEWAY_UNREACHABLE" });
    server.close();
    server.closeAllConnections();
  });
});
