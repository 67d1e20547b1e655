import { GatewayError } from "@keyturn/gateway/client";
import { expect, it } from "vitest";
import { useStage } from "./support/stage.ts";

const stage = useStage();

it("streams an answer to whoever listens, word by word, then the whole", async () => {
  const bot = await stage.startBot();
  const record = await bot.record();
  const { sessionId, messageId } = await bot.send("desk", "hello"); // 1. accepted
  const call = await stage.model.nextRequest(); // 2. the model is asked
  expect(call.lastUserText).toContain("hello");
  expect((await record.nextOf("run.start")).messageIds).toEqual([messageId]);
  await call.write("Good "); // 3. it begins to answer
  expect(await record.nextOf("run.draft")).toMatchObject({ offset: 0, text: "Good ", sessionId });
  await call.write("morning"); // 4. it goes on
  expect(await record.nextOf("run.draft")).toMatchObject({ offset: 5, text: "morning" });
  await call.finish("."); // 5. it ends: the answer is kept, then delivered
  expect(await record.nextOf("run.finish")).toMatchObject({ end: "answered" });
  expect(await record.nextOf("webchat.message")).toMatchObject({
    conversation: "desk",
    kind: "answer",
    text: "Good morning.",
  });
  const { items } = await bot.client.messages(sessionId);
  expect(items.map(({ role }) => role)).toEqual(["user", "assistant"]);
  await record.end();
});

it("keeps a deleted session deleted, though the model answers late and the bot is started anew", async () => {
  const bot = await stage.startBot();
  const record = await bot.record();
  const { sessionId } = await bot.send("desk", "remember me"); // 1. a run has loaded the transcript
  const call = await stage.model.nextRequest();
  await call.write("I rem"); // 2. a part of the answer is out, and the model hangs
  await record.nextOf("run.draft");

  const deletion = await bot.client.delete(sessionId); // 3. the delete answers while the model hangs
  expect(deletion).toMatchObject({ outcome: "deleted" });
  await call.closed; // 4. the model's call was ended
  expect(call.isClosed).toBe(true);

  await call.finish("ember you"); // 5. the model answers all the same
  expect(await record.nextOf("run.finish")).toMatchObject({ end: "stopped" });
  await expect(bot.client.read(sessionId)).rejects.toMatchObject({ status: 410, code: "SESSION_DELETED" });

  const next = await bot.send("desk", "who am I?"); // 6. the place has a new session that knows nothing
  expect(next.sessionId).not.toBe(sessionId);
  const second = await stage.model.nextRequest();
  expect(second.messages.map(({ text }) => text).join("\n")).not.toContain("remember me");
  await second.finish("I do not know.");
  expect(await record.nextOf("webchat.message")).toMatchObject({ text: "I do not know." });
  const told = record.events.filter((event) => event.type === "webchat.message").map(({ text }) => text);
  expect(told).toEqual(["I do not know."]);
  await record.end();

  bot.process.signal("SIGTERM"); // 7. the bot is started anew
  expect(await bot.process.ended).toEqual({ code: 0, signal: null });
  const again = await stage.startBot();
  const error: unknown = await again.client.read(sessionId).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(GatewayError);
  expect(error).toMatchObject({ status: 410 });
  expect((await again.client.list()).items.map(({ id }) => id)).toEqual([next.sessionId]);
});

it("keeps a deleted session deleted when the process is killed right after the delete was answered", async () => {
  const bot = await stage.startBot();
  const { sessionId } = await bot.send("desk", "remember me"); // 1. the model hangs
  const call = await stage.model.nextRequest();
  await bot.client.delete(sessionId); // 2. the delete is answered
  bot.process.signal("SIGKILL"); // 3. the process dies
  await bot.process.ended;
  await call.closed;
  const again = await stage.startBot(); // 4. nothing of the session is there or runs
  expect((await again.client.list()).items).toEqual([]);
  expect((await again.client.runs()).items).toEqual([]);
  const { sessionId: other } = await again.send("elsewhere", "still there?"); // 5. the bot answers
  const request = await stage.model.nextRequest();
  expect(request.lastUserText).toContain("still there?");
  expect(other).not.toBe(sessionId);
});

it("stops an answer while the model hangs: what was said is kept, the draft ends, the next message is answered", async () => {
  const bot = await stage.startBot();
  const record = await bot.record();
  const { sessionId } = await bot.send("desk", "tell me a story"); // 1. a part is out, and the model hangs
  const call = await stage.model.nextRequest();
  await call.write("Once upon");
  const { runId } = await record.nextOf("run.draft");

  await bot.client.stopRun(runId); // 2. the stop answers while the model hangs
  expect(await record.nextOf("run.finish")).toMatchObject({ runId, end: "stopped" });
  await call.closed;
  const { items } = await bot.client.messages(sessionId); // 3. the transcript has what was said
  expect(items).toMatchObject([
    { role: "user", text: "tell me a story" },
    { role: "assistant", parts: [{ type: "text", text: "Once upon" }], isStopped: true },
  ]);

  await bot.send("desk", "a shorter one"); // 4. the next message is answered, and knows what was said
  const next = await stage.model.nextRequest();
  expect(next.messages.map(({ text }) => text).join("\n")).toContain("Once upon");
  await next.finish("The end.");
  expect(await record.nextOf("webchat.message")).toMatchObject({ text: "The end." });
  await record.end();
});
