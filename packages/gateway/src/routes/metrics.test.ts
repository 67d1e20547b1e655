import { describe, expect, it } from "vitest";
import { type OpenGateway, bearer, openGateway, testToken } from "../../test-support/open-gateway.ts";
import { codeOf } from "../../test-support/problems.ts";
import { makeVisitor } from "../../test-support/visitors.ts";
import { type Metrics, createMetrics } from "../index.ts";

const metricsToken = "metrics-5e1f0a9c3d7b2846";

function openMeasured(token?: string, metrics: Metrics = createMetrics()): Promise<OpenGateway> {
  return openGateway({
    bot: { observeLock: metrics.observeLock, overlap: "interrupt" },
    gateway: { metrics: { collector: metrics, token } },
  });
}

async function figuresOf(open: OpenGateway): Promise<string> {
  const answer = await open.exchange({ path: "/metrics" });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers["content-type"]).toMatch(/^text\/plain/);
  return answer.text;
}

describe("GET /metrics", () => {
  it("counts the tokens of runs that were stored", async () => {
    await using open = await openMeasured();
    await open.converse("one", "two");
    await open.converse("three", "four");
    const text = await figuresOf(open);
    expect(text).toMatch(/^run_input_tokens_total 2$/m);
    expect(text).toMatch(/^run_output_tokens_total 2$/m);
    expect(await figuresOf(open)).toMatch(/^run_input_tokens_total 2$/m);
  });

  it("counts runs, aborts by their reason, refused writes, deletes, waits, readers and requests", async () => {
    await using open = await openMeasured();
    const { sessionId, run } = await open.startRun("one");
    await using reader = { [Symbol.asyncDispose]: () => Promise.resolve(), events: await open.events() };
    await reader.events.nextOf("hello");
    expect(await figuresOf(open)).toMatch(/^runs_in_flight 1$/m);
    expect(await figuresOf(open)).toMatch(/^sse_clients 1$/m);
    await open.startRun("two");
    run.answer("too late");
    await open.ask("POST", `/sessions/${sessionId}/stop`);
    await open.startRun("three");
    await open.ask("POST", `/sessions/${sessionId}/reset`);
    await open.startRun("four");
    await open.ask("DELETE", `/sessions/${sessionId}`);
    await open.exchange({ method: "PUT", path: `/${sessionId}` });
    await open.bot.settled();

    const text = await figuresOf(open);
    for (const reason of ["interrupt", "stop", "reset", "delete"]) {
      expect(text).toContain(`runs_aborted_total{reason="${reason}"} 1`);
    }
    expect(text).toMatch(/^runs_in_flight 0$/m);
    expect(text).toMatch(/^sessions_delete_seconds_count 1$/m);
    expect(text).toMatch(/^session_lock_wait_seconds_count [1-9]/m);
    expect(text).toMatch(/^stale_saves_rejected_total \d+$/m);
    expect(text).toContain('http_request_seconds_count{route="/api/v1/sessions/{id}",method="DELETE",status="200"} 1');
    expect(text).toContain('http_request_seconds_count{route="none",method="any",status="404"} 1');
    expect(text).not.toContain(sessionId);
    expect(text).not.toContain("lobby");
  });

  it("counts the visitors who read, apart from operators", async () => {
    await using open = await openMeasured();
    expect(await figuresOf(open)).toMatch(/^visitor_sse_clients 0$/m);
    const visitor = await makeVisitor(open);
    const reader = await visitor.events();
    await reader.nextOf("hello");
    const text = await figuresOf(open);
    expect(text).toMatch(/^visitor_sse_clients 1$/m);
    expect(text).toMatch(/^sse_clients 0$/m);
    reader.close();
  });

  it("is not there when it is off", async () => {
    await using open = await openGateway();
    const answer = await open.exchange({ path: "/metrics", headers: bearer });
    expect([answer.status, codeOf(answer)]).toEqual([404, "ROUTE_NOT_FOUND"]);
  });

  it("takes its own token and no other, on the budget of all guesses", async () => {
    await using open = await openMeasured(metricsToken);
    const ask = (token: string) => open.exchange({ path: "/metrics", headers: { Authorization: `Bearer ${token}` } });
    expect((await ask(metricsToken)).status).toBe(200);
    expect((await open.exchange({ path: "/metrics" })).status).toBe(401);
    expect(
      (await open.exchange({ path: "/api/v1/status", headers: { Authorization: `Bearer ${metricsToken}` } })).status,
    ).toBe(401);
    for (let guess = 0; guess < 9; guess += 1) expect((await ask(`${testToken}${guess}`)).status).toBe(401);
    const exhausted = await ask(metricsToken);
    expect([exhausted.status, codeOf(exhausted)]).toEqual([429, "TRIES_EXHAUSTED"]);
    expect((await open.ask("GET", "/status")).status).toBe(429);
  });

  it.each(["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"])(
    "without a token, is for this machine alone: not for whoever comes through a proxy (%s)",
    async (header) => {
      await using open = await openMeasured();
      const answer = await open.exchange({ path: "/metrics", headers: { [header]: "192.0.2.7" } });
      expect([answer.status, codeOf(answer)]).toEqual([401, "AUTHENTICATION_REQUIRED"]);
    },
  );

  it("refuses a token that is too short", async () => {
    await expect(openMeasured("short")).rejects.toThrow(/metrics\.token has 5 characters/);
  });
});
