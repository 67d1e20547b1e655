import { describe, expect, it, vi } from "vitest";
import type { EventReader } from "../../test-support/event-reader.ts";
import { openGateway } from "../../test-support/open-gateway.ts";
import { codeOf } from "../../test-support/problems.ts";
import { eventSchema } from "../wire/event-schema.ts";

async function typesUntil(reader: EventReader, type: string): Promise<readonly (string | undefined)[]> {
  return (await reader.nextUntil(type)).map(({ event }) => event);
}

describe("GET /events", () => {
  it("greets, then tells everything in the order in which it happens, each with an id of its own", async () => {
    await using open = await openGateway();
    const events = await open.events();
    expect(events.status).toBe(200);
    expect(events.headers).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      "x-request-id": expect.stringMatching(/^q_/),
    });
    expect(events.headers["content-encoding"]).toBeUndefined();
    const { run } = await open.startRun("hello");
    run.write("hello ");
    run.answer("yourself");
    const blocks = await events.nextUntil("delivery.change");
    expect(blocks.map(({ event }) => event)).toEqual([
      "hello",
      "message.accept",
      "run.start",
      "run.draft",
      "run.draft",
      "run.finish",
      "webchat.message",
      "delivery.change",
    ]);
    expect(blocks[0]?.text).toContain("retry: 1000");
    for (const { data } of blocks) expect(() => eventSchema.parse(data)).not.toThrow();
    const sequences = blocks.map(({ id }) => Number(id?.split(".")[1]));
    expect(sequences).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it("tells the same to every reader", async () => {
    await using open = await openGateway();
    const readers = await Promise.all([open.events(), open.events(), open.events()]);
    await open.converse("hello", "hi");
    const told = await Promise.all(readers.map(async (reader) => (await reader.nextUntil("delivery.change")).slice(1)));
    expect(told[1]).toEqual(told[0]);
    expect(told[2]).toEqual(told[0]);
  });

  it("tells a reader of one session, or of some topics, nothing else", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi", "first");
    const ofSession = await open.events(`?sessionId=${sessionId}`);
    const ofTopics = await open.events("?topics=session,webchat");
    await open.converse("hello", "hi", "second");
    await open.ask("POST", `/sessions/${sessionId}/reset`);
    expect(await typesUntil(ofSession, "session.reset")).toEqual(["hello", "session.reset"]);
    const blocks = await ofTopics.nextUntil("session.reset");
    expect(blocks.map(({ event }) => event)).toEqual(["hello", "webchat.message", "session.reset"]);
  });

  it.each(["topics=", "topics=session,nothing", "topics=hello", "sessionId=x", "since=5", "token=x"])(
    "refuses the query %s",
    async (query) => {
      await using open = await openGateway();
      const answer = await open.ask("GET", `/events?${query}`);
      expect(codeOf(answer)).toBe("REQUEST_INVALID");
    },
  );

  it("tells whoever asks for a session that is gone", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    await open.ask("DELETE", `/sessions/${sessionId}`);
    expect((await open.ask("GET", `/events?sessionId=${sessionId}`)).status).toBe(410);
    expect((await open.ask("GET", `/events?sessionId=s_${"a".repeat(22)}`)).status).toBe(404);
  });
});

describe("a reader who comes back", () => {
  it("gets what it missed, once and in order", async () => {
    await using open = await openGateway();
    const before = await open.events();
    await open.converse("one", "1"); //                        1. a reader gets some events
    const seen = await before.nextUntil("delivery.change");
    before.close(); //                                         2. its connection breaks
    await open.converse("two", "2"); //                        3. more happens
    const after = await open.events("", { "Last-Event-ID": seen.at(-1)?.id ?? "" }); // 4. it comes back
    await open.converse("three", "3"); //                      5. and more happens
    const missed = await after.nextUntil("delivery.change");
    const later = await after.nextUntil("delivery.change");
    const ids = [...seen, ...missed, ...later]
      .map(({ id }) => id)
      .filter((_, index) => index !== 0 && index !== seen.length);
    expect(ids.map((id) => Number(id?.split(".")[1]))).toEqual(ids.map((_, index) => index + 1));
    expect(missed[0]?.event).toBe("hello");
    expect(missed.map(({ event }) => event)).not.toContain("resync");
  });

  it("keeps its place when the connection breaks right after the greeting", async () => {
    await using open = await openGateway();
    const first = await open.events();
    const place = (await first.nextOf("hello")).id ?? "";
    await open.converse("hello", "hi");
    const second = await open.events("", { "Last-Event-ID": place });
    expect((await second.nextOf("hello")).id).toBe(place);
  });

  it("gets only what it asks for of what it missed", async () => {
    await using open = await openGateway();
    const first = await open.events();
    const place = (await first.nextOf("hello")).id ?? "";
    await open.converse("hello", "hi");
    const second = await open.events("?topics=webchat", { "Last-Event-ID": place });
    await open.converse("more", "yes");
    const blocks = [...(await second.nextUntil("webchat.message")), ...(await second.nextUntil("webchat.message"))];
    expect(blocks.map(({ event }) => event)).toEqual(["hello", "webchat.message", "webchat.message"]);
  });

  it("is told to read again when what it missed is no longer kept, or its place is not of this process", async () => {
    await using open = await openGateway({ gateway: { limits: { replayEvents: 5 } } });
    const first = await open.events();
    const place = (await first.nextOf("hello")).id ?? "";
    await open.converse("hello", "hi");
    const newest = (await first.nextOf("delivery.change")).id ?? "";
    const [name = ""] = place.split(".");
    for (const lastEventId of [place, "other.1", `${name}.999`, `${name}.x`, "x", `${newest}.1`]) {
      const reader = await open.events("", { "Last-Event-ID": lastEventId });
      const blocks = await reader.nextUntil("resync");
      expect(blocks.map(({ event, id }) => [event, id])).toEqual([
        ["hello", newest],
        ["resync", newest],
      ]);
    }
    const current = await open.events("", { "Last-Event-ID": newest });
    await open.say("more");
    expect(await typesUntil(current, "message.accept")).toEqual(["hello", "message.accept"]);
  });
});

describe("a quiet stream", () => {
  it("beats every fifteen seconds, and with each beat moves the reader's place on", async () => {
    await using open = await openGateway();
    const events = await open.events("?topics=fence");
    await events.nextOf("hello");
    await open.converse("hello", "hi");
    await open.clock.advance(14_999);
    await open.clock.advance(1);
    const beat = await events.next();
    expect(beat?.text).toMatch(/^: heartbeat\nid: [\w-]+\.6$/);
    const back = await open.events("?topics=fence,session", { "Last-Event-ID": beat?.id ?? "" });
    expect((await back.next())?.id).toBe(beat?.id);
    await open.clock.advance(15_000);
    expect((await events.next())?.text).toMatch(/^: heartbeat/);
  });

  it("has no timer when nobody reads", async () => {
    await using open = await openGateway();
    expect(open.clock.pendingTimers).toBe(0);
    const events = await open.events();
    await events.next();
    // The heartbeat, and the look whether the reader may still read.
    expect(open.clock.pendingTimers).toBe(2);
    events.close();
    await vi.waitUntil(() => open.clock.pendingTimers === 0);
  });
});

describe("a stream comes to its end", () => {
  it("when its reader goes away: nothing is kept for it", async () => {
    await using open = await openGateway();
    const events = await open.events();
    await events.next();
    expect((await open.ask("GET", "/status")).json()).toMatchObject({ statistics: { eventStreams: 1 } });
    events.close();
    await vi.waitUntil(async () => {
      const status = await open.ask("GET", "/status");
      return status.text.includes('"eventStreams":0');
    });
    await open.converse("hello", "hi");
  });

  it("when the gateway closes", async () => {
    await using open = await openGateway({ gateway: { limits: { closeMilliseconds: 60_000 } } });
    const events = await open.events();
    await events.next();
    await open.gateway.close();
    expect(await events.next()).toBeUndefined();
  });

  it("when its reader does not read: it is hung up on, and the others are not held up", async () => {
    const print = vi.spyOn(console, "error");
    await using open = await openGateway({ gateway: { limits: { streamBufferBytes: 64 * 1024 } } });
    const slow = await open.events();
    const quick = await open.events();
    await slow.next();
    slow.stopReading(); //                                      1. one reader hangs
    const isHungUp = async () => (await open.ask("GET", "/status")).text.includes('"eventStreams":1');
    for (let answers = 1; !(await isHungUp()); answers += 1) {
      const { run } = await open.startRun("more"); //           2. much happens, until the gateway has enough of it
      run.answer("x".repeat(90_000));
      await quick.nextOf("webchat.message"); //                 3. the other gets all of it
      await open.clock.advance(1_000);
      expect(answers).toBeLessThan(500);
    }
    slow.readOn(); //                                           4. it finds its stream broken off
    while ((await slow.next()) !== undefined);
    expect(print).not.toHaveBeenCalled();
    print.mockRestore();
  });

  it("not because much happened at once, or was missed", async () => {
    await using open = await openGateway({ gateway: { limits: { streamBufferBytes: 64 * 1024 } } });
    const first = await open.events("?topics=webchat");
    const place = (await first.nextOf("hello")).id ?? "";
    const conversations = ["a", "b", "c"];
    for (const conversation of conversations) {
      const { run } = await open.startRun("tell me a long story", conversation);
      run.answer("x".repeat(90_000));
    }
    for (const _ of conversations) await first.nextOf("webchat.message");
    const back = await open.events("?topics=webchat", { "Last-Event-ID": place });
    for (const _ of conversations) await back.nextOf("webchat.message");
    await open.converse("and", "on");
    expect((await back.nextOf("webchat.message")).data).toMatchObject({ text: "on" });
  });

  it("before it begins when there are too many", async () => {
    await using open = await openGateway({ gateway: { limits: { eventStreams: 2 } } });
    const readers = await Promise.all([open.events(), open.events()]);
    const answer = await open.ask("GET", "/events");
    expect([answer.status, codeOf(answer)]).toEqual([429, "STREAMS_EXHAUSTED"]);
    expect(answer.headers["retry-after"]).toBe("5");
    readers[0]?.close();
    await vi.waitUntil(async () => (await open.ask("GET", "/status")).text.includes('"eventStreams":1'));
    expect((await open.events()).status).toBe(200);
  });
});

it("takes a piece off the web chat's page that was sent while its conversation was reset", async () => {
  await using open = await openGateway();
  const events = await open.events("?topics=webchat");
  const place = (await events.nextOf("hello")).id ?? "";
  // 1. a piece is handed to the page; before the store hears of it, the conversation is reset
  const sessionId = await new Promise<string>((resolve) => {
    const forget = open.webChat.subscribe((event) => {
      forget();
      if (event.type !== "webchat.message" || event.sessionId === undefined) return;
      const actor = { kind: "operator", id: "test", surface: "code" } as const;
      const id = event.sessionId;
      void open.bot.sessions.reset(id, { actor, reason: "" }).then(() => resolve(id));
    });
    void open.startRun("hello").then(({ run }) => run.answer("a secret"));
  });
  // 2. the page is told which piece to take off
  const message = await events.nextOf("webchat.message");
  const recall = await events.nextOf("webchat.recall");
  expect(recall.data).toMatchObject({ conversation: "lobby", deliveryId: message.data?.["deliveryId"] });
  expect((await open.ask("GET", `/sessions/${sessionId}`)).json()).toMatchObject({ epoch: 2, entries: 0 });
  expect(place).not.toBe("");
});
