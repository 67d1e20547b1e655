import { describe, expect, it } from "vitest";
import type { EventReader } from "../../test-support/event-reader.ts";
import { openGateway } from "../../test-support/open-gateway.ts";
import { codeOf } from "../../test-support/problems.ts";
import { makeVisitor } from "../../test-support/visitors.ts";

async function typesUntil(reader: EventReader, type: string): Promise<readonly (string | undefined)[]> {
  return (await reader.nextUntil(type)).map(({ event }) => event);
}

/** What comes until the end of a stream. */
async function rest(reader: EventReader): Promise<readonly (string | undefined)[]> {
  const events: (string | undefined)[] = [];
  for (let block = await reader.next(); block !== undefined; block = await reader.next()) events.push(block.event);
  return events;
}

describe("GET /visitor/events", () => {
  it("tells what happens in the visitor's own conversation, and no more of it than their page needs", async () => {
    await using open = await openGateway();
    const [visitor, other] = [await makeVisitor(open), await makeVisitor(open)];
    const events = await visitor.events();
    await open.converse("hello", "hi", "an operator's");
    await other.converse("hello", "hi");
    const { run, sessionId } = await visitor.startRun("hello");
    await open.ask("PATCH", `/sessions/${sessionId}`, { title: "a difficult one" }, { "If-Match": "*" });
    await open.ask("POST", `/sessions/${sessionId}/messages`, { mode: "note", text: "mind this one" });
    run.write("hello ");
    run.answer("yourself");
    await open.bot.settled();
    await open.ask("POST", `/sessions/${sessionId}/reset`, { reason: "tidy" });
    const blocks = await events.nextUntil("chat.clear");
    const { runId } = run.turn;
    const at = expect.any(String);
    expect(blocks.slice(1).map(({ data }) => data)).toEqual(
      [
        { type: "chat.change", at, epoch: 2 },
        { type: "chat.start", at, epoch: 2, runId },
        { type: "chat.draft", at, epoch: 2, runId, offset: 0, text: "hello " },
        { type: "chat.draft", at, epoch: 2, runId, offset: 6, text: "yourself" },
        { type: "chat.end", at, epoch: 2, runId },
        { type: "chat.clear", at, epoch: 3 },
      ].map((data) => ({ ...data, epoch: expect.any(Number) })),
    );
    events.close();
  });

  it("takes up where a reader was, and tells them nothing that others were told meanwhile", async () => {
    await using open = await openGateway();
    const [visitor, other] = [await makeVisitor(open), await makeVisitor(open)];
    const first = await visitor.events();
    const { run } = await visitor.startRun("hello");
    const { id = "" } = await first.nextOf("chat.start");
    first.close();
    const { run: otherRun } = await other.startRun("something else");
    otherRun.answer("indeed");
    run.answer("hi");
    await open.bot.settled();
    const second = await visitor.events({ "Last-Event-ID": id });
    expect(await typesUntil(second, "chat.end")).toEqual(["hello", "chat.draft", "chat.end"]);
    second.close();
    const lost = await visitor.events({ "Last-Event-ID": "elsewhere.7" });
    expect(await typesUntil(lost, "resync")).toEqual(["hello", "resync"]);
    lost.close();
  });

  it("is one stream for each visitor: a further one ends the one before", async () => {
    await using open = await openGateway();
    const [visitor, other] = [await makeVisitor(open), await makeVisitor(open)];
    const kept = await other.events();
    const first = await visitor.events();
    const second = await visitor.events();
    expect(await rest(first)).toEqual(["hello"]);
    await visitor.say("hello");
    await other.say("hello");
    await second.nextOf("chat.change");
    await kept.nextOf("chat.change");
    second.close();
    kept.close();
  });

  it("takes no operator's place, however many visitors read", async () => {
    await using open = await openGateway({ gateway: { limits: { eventStreams: 1, visitorStreams: 1 } } });
    const [visitor, other] = [await makeVisitor(open), await makeVisitor(open)];
    const events = await visitor.events();
    const refused = await other.ask("GET", "/visitor/events");
    expect([refused.status, codeOf(refused)]).toEqual([429, "STREAMS_EXHAUSTED"]);
    expect((await open.events()).status).toBe(200);
    expect((await open.ask("GET", "/status")).json()).toMatchObject({ statistics: { eventStreams: 1 } });
    events.close();
  });

  it("is for nobody whom the policy lets read nothing", async () => {
    let isClosed = false;
    const policy = { authorize: () => !isClosed };
    await using open = await openGateway({ bot: { policy } });
    const visitor = await makeVisitor(open);
    await visitor.converse("hello", "hi");
    isClosed = true;
    expect((await visitor.ask("GET", "/visitor/events")).status).toBe(403);
    expect((await visitor.ask("GET", "/visitor/messages")).status).toBe(403);
  });

  it("tells of an operator's reset at once, and of nothing that the stopped answer still says", async () => {
    await using open = await openGateway();
    const visitor = await makeVisitor(open);
    const events = await visitor.events();
    const { run, sessionId } = await visitor.startRun("hello");
    run.write("half an answer"); //                              1. an answer is being written
    await events.nextOf("chat.draft");
    await open.ask("POST", `/sessions/${sessionId}/reset`); //   2. an operator empties the conversation
    await events.nextOf("chat.clear");
    expect(await visitor.page()).toMatchObject({ items: [], waiting: [], run: null });
    run.write(", and the other half"); //                        3. the run goes on as if nothing had happened
    run.answer("!");
    await visitor.converse("again", "hi"); //                    4. the visitor begins anew
    expect((await typesUntil(events, "chat.draft")).filter((type) => type === "chat.draft")).toHaveLength(1);
    expect(await visitor.texts()).toEqual(["visitor: again", "bot: hi"]);
    events.close();
  });
});
