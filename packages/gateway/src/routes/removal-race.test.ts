import { type Fence, type Sessions, StaleFenceError } from "@keyturn/core";
import { ScriptedTurnRunner } from "@keyturn/testkit";
import { describe, expect, it } from "vitest";
import { openGateway } from "../../test-support/open-gateway.ts";
import { messagesPageSchema } from "../wire/transcript.ts";

describe.each([
  ["heeds its abort", false],
  ["ignores its abort", true],
])("while a run hangs that %s", (_, ignoresAbort) => {
  it("a delete answers at once, and the late answer brings nothing back", async () => {
    const runner = new ScriptedTurnRunner({ ignoresAbort });
    await using open = await openGateway({ bot: { turnRunner: runner } });
    const events = await open.events();
    const sessionId = await open.say("tell me everything"); // 1. a message is accepted
    const run = await runner.nextRun(); //                      2. its run loads the transcript and thinks
    const deleted = await open.ask("DELETE", `/sessions/${sessionId}`); // 3. the delete answers while it thinks
    expect(deleted.json()).toMatchObject({ outcome: "deleted", stoppedRunId: run.turn.runId, discardedMessages: 1 });
    expect(run.isAborted).toBe(true);

    run.write("too"); //                                        4. the run goes on all the same
    run.answer(" late");
    await open.bot.settled();
    await expect(commitLate(open.bot.sessions, run.turn.fence)).rejects.toBeInstanceOf(StaleFenceError); // 5. refused

    expect((await open.ask("GET", `/sessions/${sessionId}`)).status).toBe(410);
    expect((await open.ask("GET", "/sessions")).json()).toMatchObject({ items: [] });
    expect((await open.ask("GET", `/runs/${run.turn.runId}`)).json()).toMatchObject({ state: "ended", end: "stopped" });

    const next = await open.say("hello again"); //              6. the next message begins another session
    expect(next).not.toBe(sessionId);
    const seen = await events.nextUntil("run.start");
    const later = [...seen, ...(await events.nextUntil("run.start"))];
    expect(later.map(({ event }) => event)).not.toContain("webchat.message");
    expect(later.find(({ event }) => event === "session.delete")?.data).toMatchObject({
      sessionId,
      stoppedRunId: run.turn.runId,
      actor: { kind: "operator", id: "token", surface: "http" },
    });
    expect(later.map(({ text }) => text).join("")).not.toContain("late");
    (await runner.nextRun()).answer("hello");
  });

  it("a reset answers at once, and the late answer is not in the new conversation", async () => {
    const runner = new ScriptedTurnRunner({ ignoresAbort });
    await using open = await openGateway({ bot: { turnRunner: runner } });
    const sessionId = await open.say("tell me everything"); // 1. a message is accepted
    const run = await runner.nextRun(); //                      2. its run thinks
    await open.say("and this waits behind it"); //              3. another message waits
    const reset = await open.ask("POST", `/sessions/${sessionId}/reset`); // 4. the reset answers while it thinks
    expect(reset.json()).toMatchObject({ outcome: "reset", stoppedRunId: run.turn.runId, discardedMessages: 2 });
    expect(run.isAborted).toBe(true);

    run.answer("too late"); //                                  5. the run answers all the same
    await open.bot.settled();
    await expect(commitLate(open.bot.sessions, run.turn.fence)).rejects.toBeInstanceOf(StaleFenceError); // 6. refused

    const page = messagesPageSchema.parse((await open.ask("GET", `/sessions/${sessionId}/messages`)).json());
    expect(page).toMatchObject({ session: { id: sessionId, epoch: 2, entries: 0 }, items: [], queue: [] });
    expect((await open.ask("GET", "/status")).json()).toMatchObject({
      statistics: { refusedWrites: 1, runsInFlight: 0 },
    });
  });
});

/** What a run on another machine does that never hears of its abort. */
function commitLate(sessions: Sessions, fence: Fence): Promise<unknown> {
  return sessions.commitTurn(fence, {
    entries: [],
    outbox: [],
    usage: { inputTokens: 0, outputTokens: 0, runs: 1 },
    at: 0,
  });
}
