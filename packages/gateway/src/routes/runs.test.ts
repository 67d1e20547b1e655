import { describe, expect, it } from "vitest";
import { openGateway } from "../../test-support/open-gateway.ts";
import { codeOf } from "../../test-support/problems.ts";

const unknownRun = `r_${"a".repeat(22)}`;

describe("GET /runs", () => {
  it("lists the runs in flight, without what they write", async () => {
    await using open = await openGateway();
    expect((await open.ask("GET", "/runs")).json()).toMatchObject({ items: [] });
    const first = await open.startRun("one", "first");
    const second = await open.startRun("two", "second");
    first.run.write("a secret story");
    const answer = await open.ask("GET", "/runs");
    expect(answer.json()).toMatchObject({
      items: [
        { state: "running", runId: first.runId, sessionId: first.sessionId, epoch: 1 },
        { state: "running", runId: second.runId, sessionId: second.sessionId, epoch: 2 },
      ],
      asOf: expect.stringMatching(/Z$/),
    });
    expect(answer.text).not.toContain("secret story");
  });
});

describe("GET /runs/:id", () => {
  it("shows what a run has written so far, then how it ended", async () => {
    await using open = await openGateway();
    const { sessionId, runId, run } = await open.startRun("hello");
    run.write("hello your");
    const live = await open.ask("GET", `/runs/${runId}`);
    expect(live.json()).toMatchObject({ state: "running", runId, sessionId, epoch: 1, text: "hello your" });
    run.answer("self");
    await open.bot.settled();
    const ended = await open.ask("GET", `/runs/${runId}`);
    expect(ended.json()).toEqual({ state: "ended", runId, sessionId, end: "answered", text: null, tools: [] });
  });

  it("answers 404 to a run that nobody knows", async () => {
    await using open = await openGateway();
    for (const [method, rest] of [
      ["GET", ""],
      ["POST", "/stop"],
    ] as const) {
      const answer = await open.ask(method, `/runs/${unknownRun}${rest}`);
      expect([answer.status, codeOf(answer)]).toEqual([404, "RUN_NOT_FOUND"]);
    }
  });
});

describe("POST /runs/:id/stop", () => {
  it("ends the run, and says the same when it is asked again", async () => {
    await using open = await openGateway();
    const { sessionId, runId, run } = await open.startRun("hello");
    const stopped = { state: "ended", runId, sessionId, end: "stopped" };
    expect((await open.ask("POST", `/runs/${runId}/stop`, { reason: "enough" })).json()).toEqual(stopped);
    expect(run.isAborted).toBe(true);
    await open.bot.settled();
    expect((await open.ask("POST", `/runs/${runId}/stop`)).json()).toEqual(stopped);
    expect((await open.ask("GET", "/runs")).json()).toMatchObject({ items: [] });
  });

  it("tells how a run ended that ended by itself", async () => {
    await using open = await openGateway();
    const { sessionId, runId, run } = await open.startRun("hello");
    run.answer("hi");
    await open.bot.settled();
    const answer = await open.ask("POST", `/runs/${runId}/stop`);
    expect(answer.json()).toEqual({ state: "ended", runId, sessionId, end: "answered" });
  });

  it("leaves the run alone that came after it", async () => {
    await using open = await openGateway();
    const first = await open.startRun("one"); //                    1. a run is in flight
    await open.say("two"); //                                       2. another message waits
    first.run.answer("1"); //                                       3. the run ends and the next begins
    const second = await open.runner.nextRun();
    const answer = await open.ask("POST", `/runs/${first.runId}/stop`); // 4. the stop of the first comes too late
    expect(answer.json()).toMatchObject({ state: "ended", runId: first.runId, end: "answered" });
    expect(second.isAborted).toBe(false);
    second.answer("2");
    await open.bot.settled();
    const messages = await open.ask("GET", `/sessions/${first.sessionId}/messages`);
    expect(messages.json()).toMatchObject({ items: [{}, {}, { text: "two" }, { isStopped: false }] });
  });

  it("leaves the run alone that begins while it is being stopped", async () => {
    await using open = await openGateway();
    const first = await open.startRun("one");
    await open.say("two");
    const { sessions } = open.bot;
    const stop = sessions.stop.bind(sessions);
    const second = open.runner.nextRun();
    Object.defineProperty(sessions, "stop", {
      value: async (...demand: Parameters<typeof stop>) => {
        first.run.answer("1"); // 1. the stop found the first run in flight; 2. it ends; 3. the next one begins
        await second;
        return stop(...demand); // 4. only then the store is told to stop
      },
    });
    const answer = await open.ask("POST", `/runs/${first.runId}/stop`);
    expect(answer.json()).toMatchObject({ state: "ended", runId: first.runId, end: "answered" });
    expect((await second).isAborted).toBe(false);
  });

  it("says that it was stopped when its session was deleted", async () => {
    await using open = await openGateway();
    const { sessionId, runId } = await open.startRun("hello");
    await open.ask("DELETE", `/sessions/${sessionId}`);
    await open.bot.settled();
    const answer = await open.ask("POST", `/runs/${runId}/stop`);
    expect(answer.json()).toEqual({ state: "ended", runId, sessionId, end: "stopped" });
    expect((await open.ask("GET", `/runs/${runId}`)).json()).toMatchObject({ text: null });
  });
});
