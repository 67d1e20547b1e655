import { describe, expect, it } from "vitest";
import { useStage } from "./support/stage.ts";

const stage = useStage();

describe("keyturn chat, in a pipe", () => {
  it("sends line by line, prints the answers and ends after the last", async () => {
    await stage.startBot();
    const chat = stage.spawn(["chat", "--conversation", "pipe"]);
    chat.type("first"); // 1. both lines are there at once, and the input is through
    chat.type("second");
    chat.endInput();
    const call = await stage.model.nextRequest();
    expect(call.lastUserText).toContain("first");
    await call.finish("One."); // 2. the second is sent when the first is answered
    const next = await stage.model.nextRequest();
    expect(next.lastUserText).toContain("second");
    await next.finish("Two.");
    expect(await chat.ended).toEqual({ code: 0, signal: null });
    expect(chat.output).toBe("One.\nTwo.\n");
  });

  it("carries commands as they are typed", async () => {
    await stage.startBot();
    const { code, output } = await stage.call(["chat"], { input: "/status" });
    expect(code).toBe(0);
    expect(output).toContain("This conversation has not begun yet.");
  });

  it("tells of an answer that failed, with code 1", async () => {
    await stage.startBot();
    const chat = stage.spawn(["chat"]);
    chat.type("hello");
    chat.endInput();
    await (await stage.model.nextRequest()).fail(400);
    expect(await chat.ended).toEqual({ code: 1, signal: null });
    expect(chat.output).toBe("");
    expect(chat.errors).toContain("I could not answer this message.");
  });

  it("tells of a message that is not taken, with code 1", async () => {
    await stage.startBot();
    const { code, errors } = await stage.call(["chat"], { input: "x".repeat(100_001) });
    expect(code).toBe(1);
    expect(errors).toContain("at most 100000 are taken");
  });

  it("stops the answer at Ctrl-C, and leaves at the next", async () => {
    const bot = await stage.startBot();
    const record = await bot.record();
    const chat = stage.spawn(["chat"]);
    chat.type("hello"); // 1. the model hangs
    const call = await stage.model.nextRequest();
    await call.write("Hel");
    await record.nextOf("run.draft");
    chat.signal("SIGINT"); // 2. Ctrl-C stops the answer
    expect(await record.nextOf("run.finish")).toMatchObject({ end: "stopped" });
    await call.closed;
    await chat.prints(/The answer was stopped/, "errors");
    chat.signal("SIGINT"); // 3. there is nothing to stop: it leaves, and the bot goes on
    expect(await chat.ended).toEqual({ code: 0, signal: null });
    expect((await bot.client.list()).items).toHaveLength(1);
    await record.end();
  });

  it("comes back when the bot is started anew, and gets its answer", async () => {
    const bot = await stage.startBot({ environment: { KEYTURN_TOKEN: "the-same-for-both-starts" } });
    const environment = { KEYTURN_TOKEN: "the-same-for-both-starts" };
    const chat = stage.spawn(["chat", "--url", bot.url], { environment });
    chat.type("hello"); // 1. the model hangs
    chat.endInput();
    await stage.model.nextRequest();
    bot.process.signal("SIGKILL"); // 2. the bot dies
    await bot.process.ended;
    const port = new URL(bot.url).port;
    await stage.startBot({ environment, parameters: ["--port", port] }); // 3. and comes back in the same place
    await (await stage.model.nextRequest()).finish("Back again.");
    expect(await chat.ended).toEqual({ code: 0, signal: null }); // 4. the answer reached whoever asked
    expect(chat.output).toBe("Back again.\n");
  });
});

it("says what to do when no bot runs", async () => {
  const { code, errors } = await stage.call(["chat"], { input: "hello" });
  expect(code).toBe(2);
  expect(errors).toMatch(/No bot runs with the data folder \S+\. Start one: .*keyturn start\./);
});
