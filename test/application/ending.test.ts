import { readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { useStage } from "./support/stage.ts";

const stage = useStage();

it(
  "ends within 10 s at SIGTERM in mid-run, and the message runs after the next start",
  { timeout: 40_000 },
  async () => {
    const bot = await stage.startBot();
    await bot.send("desk", "are you there?"); // 1. the model hangs
    const call = await stage.model.nextRequest();
    const toldAt = performance.now();
    bot.process.signal("SIGTERM"); // 2. the process is told to end
    expect(await bot.process.ended).toEqual({ code: 0, signal: null }); // 3. it does, in order
    expect(performance.now() - toldAt).toBeLessThan(10_000);
    expect(call.isClosed).toBe(true);

    const again = await stage.startBot(); // 4. the message is answered by the next process
    const record = await again.record();
    const repeated = await stage.model.nextRequest();
    expect(repeated.lastUserText).toContain("are you there?");
    await repeated.finish("Yes.");
    expect(await record.nextOf("webchat.message")).toMatchObject({ text: "Yes." });
    await record.end();
  },
);

it("ends in order when what it waits for would keep no process alive", async () => {
  await writeFile(
    path.join(stage.folder, "keyturn.config.mjs"),
    `const wait = () => new Promise((resolve) => setTimeout(resolve, 300).unref());
    const start = async (context) => context.own(wait);
    export default { plugins: [{ name: "slow", version: "1.0.0", start }] };`,
  );
  const bot = await stage.startBot();
  bot.process.signal("SIGTERM");
  expect(await bot.process.ended).toEqual({ code: 0, signal: null });
  expect(bot.process.errors).toContain("The bot has ended");
});

it("lets an answer finish that is nearly done", async () => {
  const bot = await stage.startBot();
  const { sessionId } = await bot.send("desk", "quick?");
  const call = await stage.model.nextRequest();
  await call.write("Nearly ");
  bot.process.signal("SIGTERM"); // 1. the process is told to end
  await bot.process.prints(/The bot ends/, "errors");
  await call.finish("done."); // 2. the answer comes to its end in time
  expect(await bot.process.ended).toEqual({ code: 0, signal: null });
  const again = await stage.startBot(); // 3. it was kept, and nothing runs again
  const { items } = await again.client.messages(sessionId);
  expect(items.at(-1)).toMatchObject({ role: "assistant", parts: [{ text: "Nearly done." }], isStopped: false });
});

it.each([
  ["SIGTERM", "SIGTERM", 143],
  ["SIGTERM", "SIGINT", 130],
] as const)(
  "ends at once at a second signal: %s, then %s, code %i; the message runs all the same",
  async (first, second, code) => {
    const bot = await stage.startBot();
    await bot.send("desk", "are you there?");
    await stage.model.nextRequest(); // 1. the model hangs
    bot.process.signal(first);
    await bot.process.prints(/The bot ends/, "errors"); // 2. the orderly end has begun
    bot.process.signal(second); // 3. and is cut short
    expect(await bot.process.ended).toEqual({ code, signal: null });
    await stage.startBot(); // 4. nothing that was accepted is lost
    expect((await stage.model.nextRequest()).lastUserText).toContain("are you there?");
  },
);

it("runs a message again that was being answered when the process was killed", async () => {
  const bot = await stage.startBot();
  await bot.send("desk", "are you there?");
  await stage.model.nextRequest();
  bot.process.signal("SIGKILL");
  await bot.process.ended;
  const again = await stage.startBot();
  const record = await again.record();
  const repeated = await stage.model.nextRequest();
  await repeated.finish("Yes.");
  expect(await record.nextOf("webchat.message")).toMatchObject({ text: "Yes." });
  await record.end();
});

it("says where it is while it runs, in a file for its owner, and takes it away when it ends", async () => {
  const bot = await stage.startBot();
  const data = path.join(stage.folder, ".keyturn");
  const runtime: unknown = JSON.parse(await readFile(path.join(data, "runtime.json"), "utf8"));
  expect(runtime).toMatchObject({ url: bot.url, pid: bot.process.pid });
  bot.process.signal("SIGINT");
  expect(await bot.process.ended).toEqual({ code: 0, signal: null });
  expect(await readdir(data)).not.toContain("runtime.json");
});

it("keeps secrets and what people write out of its output and its log", async () => {
  const canary = "canary-31fe-words";
  await writeFile(
    path.join(stage.folder, "keyturn.config.ts"),
    `const setup = (context) => context.hook("run.draft", (event) => { throw new Error("I dislike " + event.text); });
    export default { plugins: [{ name: "picky", version: "1.0.0", start: async (context) => setup(context) }] };`,
  );
  const environment = {
    KEYTURN_TOKEN: "canary-31fe-token",
    OPENAI_COMPATIBLE_API_KEY: "canary-31fe-key",
    KEYTURN_LOG_LEVEL: "debug",
  };
  const bot = await stage.startBot({ environment });
  const record = await bot.record();
  await bot.send("desk", canary); // 1. an answer
  const call = await stage.model.nextRequest();
  expect(call.headers.authorization).toBe("Bearer canary-31fe-key");
  await call.finish(canary);
  await record.nextOf("webchat.message");
  await bot.send("desk", canary); // 2. a service that answers with what it was sent
  await (await stage.model.nextRequest()).fail(400, `I do not like ${canary}`);
  await record.nextOf("webchat.message");
  await bot.request(`/sessions?token=${environment.KEYTURN_TOKEN}`, { headers: { authorization: `Bearer ${canary}` } });
  await record.end();
  bot.process.signal("SIGTERM");
  await bot.process.ended;
  expect(bot.process.errors).toContain("its text is left out of the log");
  expect(bot.process.output + bot.process.errors).not.toContain("canary");
});
