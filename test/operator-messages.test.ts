import { type PostMode, SessionMutedError } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { promises } from "./requirements.ts";
import { BotHarness, operator } from "./support/bot-harness.ts";

const author = { id: "operator:tests", name: "Olga" };

async function post(harness: BotHarness, mode: PostMode, text: string, postId?: string) {
  return harness.bot.post(await harness.session(), { mode, text, author, postId }, operator);
}

/** A conversation of one message and its answer. */
async function conversing(options: Parameters<typeof BotHarness.start>[0] = {}): Promise<BotHarness> {
  const harness = await BotHarness.start(options);
  await harness.say("one");
  (await harness.model.nextRun()).answer("1");
  await harness.bot.settled();
  return harness;
}

async function setMuted(harness: BotHarness, isMuted: true | undefined): Promise<void> {
  const { id, epoch, fence } = await harness.bot.sessions.read(await harness.session(), operator);
  const reference = { sessionId: id, keyText: "test/main/room", epoch, fence };
  await harness.bot.sessions.patch(reference, { isMuted }, operator);
}

describe(promises("order", "no-double") + "an operator's message to the channel", () => {
  it("is said as the bot's own words, in the channel's pieces, without a call of the model", async () => {
    const harness = await conversing({ channel: { split: (text) => text.split(" ") } });
    const receipt = await post(harness, "channel", "Olga here");
    await harness.bot.settled();
    expect(receipt).toMatchObject({ kind: "posted", runId: undefined });
    expect(harness.channel.texts).toEqual(["1", "Olga", "here"]);
    expect(harness.channel.visible.at(-1)).toMatchObject({ kind: "operator", runId: undefined, piece: 1, pieces: 2 });
    expect(await harness.transcript()).toEqual(["one", "1", "Olga here"]);
    expect(harness.model.runs).toHaveLength(1);
    await harness.bot.stop();
  });

  it("comes before the answer that is being written, and stands before it in the transcript", async () => {
    const harness = await conversing();
    await harness.say("two"); // 1. a run is answering
    const run = await harness.model.nextRun();
    await post(harness, "channel", "one moment"); // 2. the operator speaks
    run.answer("2"); // 3. the run is done
    await harness.bot.settled();
    expect(harness.channel.texts).toEqual(["1", "one moment", "2"]);
    expect(await harness.transcript()).toEqual(["one", "1", "one moment", "two", "2"]);
    await harness.bot.stop();
  });

  it("is shown to the model as what the bot said", async () => {
    const harness = await conversing();
    await post(harness, "channel", "I am Olga.");
    await post(harness, "note", "a secret of the staff");
    await harness.say("two");
    const run = await harness.model.nextRun();
    expect(run.turn.history.map(({ role }) => role)).toEqual(["user", "assistant", "operator", "note"]);
    run.answer("2");
    await harness.bot.settled();
    expect(harness.channel.texts).toEqual(["1", "I am Olga.", "2"]);
    await harness.bot.stop();
  });

  it("is taken once under one id", async () => {
    const harness = await conversing();
    const [first, second] = [
      await post(harness, "channel", "hello", "k"),
      await post(harness, "channel", "hello", "k"),
    ];
    await harness.bot.settled();
    expect(second).toEqual(first);
    expect(harness.channel.texts).toEqual(["1", "hello"]);
    await harness.bot.stop();
  });

  it("that names a command is text, in every mode", async () => {
    const harness = await conversing();
    const { epoch } = await harness.bot.sessions.read(await harness.session(), operator);
    for (const mode of ["channel", "note", "agent"] as const) await post(harness, mode, "/reset");
    const run = await harness.model.nextRun();
    expect(run.texts).toEqual(["/reset"]);
    run.answer("I cannot do that.");
    await harness.bot.settled();
    expect(await harness.bot.sessions.read(await harness.session(), operator)).toMatchObject({ epoch, entries: 6 });
    await harness.bot.stop();
  });

  it("that is being sent when the session is reset is taken back, and the one behind it never sent", async () => {
    const gate = Promise.withResolvers<void>();
    const sending = Promise.withResolvers<void>();
    const harness = await conversing({
      channel: {
        beforeSend: ({ text }) => {
          if (text !== "first") return;
          sending.resolve();
          return gate.promise;
        },
      },
    });
    await post(harness, "channel", "first"); // 1. is on its way to the service
    await sending.promise;
    await post(harness, "channel", "second"); // 2. waits behind it
    await harness.bot.sessions.reset(await harness.session(), { actor: operator, reason: "" }); // 3. reset
    gate.resolve(); // 4. the service has the first
    await harness.bot.settled();
    expect(harness.channel.texts).toEqual(["1"]);
    expect(harness.channel.recalls).toHaveLength(1);
    expect(await harness.transcript()).toEqual([]);
    await harness.bot.stop();
  });
});

describe(promises("no-resurrection") + "an operator's message that loses against a reset or delete", () => {
  it.each(["channel", "note", "agent"] as const)("is refused as %s, and never lands in the new epoch", async (mode) => {
    const harness = await conversing();
    const id = await harness.session();
    const seen = await harness.bot.sessions.read(id, operator); // 1. the operator looks
    const reset = harness.bot.sessions.reset(id, { actor: operator, reason: "" }); // 2. the reset takes the lock
    const late = harness.bot.post(id, { mode, text: "late", author, expected: seen }, operator); // 3. and the post waits
    await expect(late).rejects.toMatchObject({ code: "SESSION_CHANGED" });
    await reset;
    await harness.bot.settled();
    expect(await harness.transcript()).toEqual([]);
    expect(harness.channel.texts).toEqual(["1"]);
    await harness.bot.sessions.delete(id, { actor: operator, reason: "" });
    const gone = harness.bot.post(id, { mode, text: "later", author, expected: seen }, operator);
    await expect(gone).rejects.toMatchObject({ code: "SESSION_DELETED" });
    expect(await harness.bot.sessions.list({ limit: 10 }, operator)).toEqual([]);
    await harness.bot.stop();
  });

  it.each(["channel", "note", "agent"] as const)("is refused as %s without having named a state", async (mode) => {
    let asked = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    let isHeld = false;
    const authorize = async ({ operation }: { readonly operation: string }) => {
      if (isHeld && operation === "session.post") {
        asked.resolve();
        await held.promise;
      }
      return true;
    };
    const harness = await conversing({ bot: { policy: { authorize } } });
    isHeld = true;
    asked = Promise.withResolvers<void>();
    const late = post(harness, mode, "late"); // 1. the session is read, the policy thinks
    await asked.promise;
    await harness.bot.sessions.reset(await harness.session(), { actor: operator, reason: "" }); // 2. reset meanwhile
    held.resolve(); // 3. the policy allows it
    await expect(late).rejects.toMatchObject({ code: "SESSION_CHANGED" });
    await harness.bot.settled();
    expect(await harness.transcript()).toEqual([]);
    expect(harness.model.runs).toHaveLength(1);
    await harness.bot.stop();
  });
});

it("shows a note to those who run the bot, and not to whom it is about", async () => {
  const harness = await conversing();
  await post(harness, "note", "a secret of the staff");
  const ana = { kind: "participant", id: "ana", adapter: "test", account: "main", surface: "test" } as const;
  const rolesFor = async (actor: typeof ana | typeof operator) =>
    (await harness.bot.sessions.entries(await harness.session(), { limit: 10 }, actor)).entries.map(({ role }) => role);
  expect(await rolesFor(operator)).toEqual(["user", "assistant", "note"]);
  expect(await rolesFor(ana)).toEqual(["user", "assistant"]);
  const denied = harness.bot.post(await harness.session(), { mode: "note", text: "mine", author }, ana);
  await expect(denied).rejects.toMatchObject({ code: "NOT_AUTHORIZED" });
  await harness.bot.stop();
});

describe("an operator's message to the agent", () => {
  it("is answered in the channel, in its turn", async () => {
    const harness = await conversing();
    const receipt = await post(harness, "agent", "Summarize this.");
    const run = await harness.model.nextRun();
    expect(receipt).toMatchObject({ kind: "posted", runId: run.turn.runId });
    run.answer("In short: 1.");
    await harness.bot.settled();
    expect(harness.channel.texts).toEqual(["1", "In short: 1."]);
    await harness.bot.stop();
  });

  it("meets the overlap mode and the capacity like any other", async () => {
    const harness = await conversing({ bot: { overlap: "reject" } });
    await harness.say("two");
    const run = await harness.model.nextRun();
    expect(await post(harness, "agent", "now")).toEqual({ kind: "busy", sessionId: await harness.session() });
    run.answer("2");
    await harness.bot.settled();
    await harness.bot.stop();
  });

  it("is refused while the session is muted", async () => {
    const harness = await conversing();
    await setMuted(harness, true);
    await expect(post(harness, "agent", "now")).rejects.toThrow(SessionMutedError);
    await harness.bot.stop();
  });

  it("is written down in the audit log, without its text", async () => {
    const harness = await conversing();
    await post(harness, "note", "a secret of the staff");
    const [entry] = await harness.bot.audit(1);
    expect(entry).toMatchObject({ operation: "session.post", reason: "note", outcome: "done", actor: operator });
    expect(JSON.stringify(await harness.bot.audit(100))).not.toContain("secret");
    expect(JSON.stringify(harness.events.filter(({ type }) => type === "message.post"))).not.toContain("secret");
    await harness.bot.stop();
  });
});

describe(promises("no-loss", "order") + "a muted conversation", () => {
  it("keeps what people write without a run, and lets an operator speak", async () => {
    const harness = await conversing();
    await setMuted(harness, true);
    await harness.say("two");
    await harness.say("three");
    await harness.bot.settled();
    await post(harness, "channel", "Olga here.");
    await harness.say("four");
    await harness.bot.settled();
    expect(await harness.transcript()).toEqual(["one", "1", "two", "three", "Olga here.", "four"]);
    expect(harness.channel.texts).toEqual(["1", "Olga here."]);
    expect(harness.channel.drafts).toHaveLength(1);
    expect(harness.model.runs).toHaveLength(1);
    const ends = harness.events.flatMap((event) => (event.type === "run.finish" ? [event.end] : []));
    expect(ends).toEqual(["answered", "muted", "muted", "muted"]);
    await harness.bot.stop();
  });

  it("answers only what comes after it is unmuted, and knows what was said meanwhile", async () => {
    const harness = await conversing();
    await setMuted(harness, true);
    await harness.say("two");
    await harness.bot.settled();
    await setMuted(harness, undefined);
    await harness.say("three");
    const run = await harness.model.nextRun();
    expect(run.texts).toEqual(["three"]);
    expect(run.turn.history.map((entry) => ("text" in entry ? entry.text : ""))).toEqual(["one", "", "two"]);
    run.answer("3");
    await harness.bot.settled();
    expect(await harness.transcript()).toEqual(["one", "1", "two", "three", "3"]);
    await harness.bot.stop();
  });

  it("lets the run that is at work finish, and answers nothing that waits behind it", async () => {
    const harness = await conversing();
    await harness.say("two"); // 1. a run is at work
    const run = await harness.model.nextRun();
    await harness.say("three"); // 2. and one more message waits
    await setMuted(harness, true); // 3. somebody takes over
    run.answer("2"); // 4. the run is done
    await harness.bot.settled();
    expect(await harness.transcript()).toEqual(["one", "1", "two", "2", "three"]);
    expect(harness.model.runs).toHaveLength(2);
    await harness.bot.stop();
  });
});
