import { StoreError, definePlugin } from "@keyturn/core";
import { ManualClock } from "@keyturn/testkit";
import { describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { openDiscordBot } from "../../test-support/discord-bot.ts";

const unavailable = () => Promise.reject(new StoreError("STORE_UNAVAILABLE", "The disk is gone."));

describe(`${promises("order", "no-loss")}the way in from Discord`, () => {
  it("offers a message again that the store did not take, before what came after it", async () => {
    const clock = new ManualClock(Date.now());
    await using scene = await openDiscordBot({ settings: { scope: "channel" }, bot: { clock } });
    const { bot, ada, general, runner, mention, log } = scene;
    const accept = bot.sessions.accept.bind(bot.sessions);
    Object.defineProperty(bot.sessions, "accept", { value: unavailable, configurable: true });
    const refusals = () => log.lines.filter((line) => line.includes("could not be stored")).length;
    ada.says(general, `${mention} first`); //                       1. the store is away
    await expect.poll(refusals).toBe(1);
    ada.says(general, `${mention} second`); //                      2. another one comes
    await clock.advance(1_000);
    await expect.poll(refusals).toBe(2); //                         3. the first is offered again, in vain
    Object.defineProperty(bot.sessions, "accept", { value: accept, configurable: true });
    await clock.advance(2_000); //                                  4. the store is back
    const first = await runner.nextRun();
    expect(first.texts).toEqual(["first"]);
    first.answer("one");
    const second = await runner.nextRun();
    expect(second.texts).toEqual(["second"]);
    second.answer("two");
    await bot.settled();
    expect(runner.runs).toHaveLength(2);
  });

  it("lets nothing wait for long behind a command", async () => {
    const clock = new ManualClock(Date.now());
    let finish = (_text: string) => {};
    const slow = definePlugin({
      name: "slow",
      version: "1.0.0",
      setup(context) {
        const run = () => new Promise<string>((resolve) => void (finish = resolve));
        context.command({ name: "slow", description: "Take long", run });
      },
    });
    const options = { settings: { scope: "channel" }, bot: { clock }, plugins: [slow] } as const;
    await using scene = await openDiscordBot(options);
    const { server, ada, general, runner, mention } = scene;
    ada.says(general, `${mention} /slow`);
    ada.says(general, `${mention} hello`);
    await expect
      .poll(async () => {
        await clock.advance(1_000);
        return runner.runs.length;
      })
      .toBe(1);
    runner.runs[0]?.answer("Hi.");
    await server.waitFor(() => general.visibleMessages.find(({ content }) => content === "Hi."));
    finish("Done at last.");
    await server.waitFor(() => general.visibleMessages.find(({ content }) => content === "Done at last."));
  });

  it("logs what fails while a message is taken in, and takes the next one", async () => {
    await using scene = await openDiscordBot({ settings: { scope: "channel" } });
    const { bot, ada, general, runner, mention, log } = scene;
    const accept = bot.sessions.accept.bind(bot.sessions);
    const boom = () => {
      throw new TypeError("Nobody foresaw this.");
    };
    Object.defineProperty(bot.sessions, "accept", { value: boom, configurable: true });
    ada.says(general, `${mention} first`);
    await expect.poll(() => log.lines.filter((line) => line.includes("Nobody foresaw this.")).length).toBe(1);
    Object.defineProperty(bot.sessions, "accept", { value: accept, configurable: true });
    ada.says(general, `${mention} second`);
    const run = await runner.nextRun();
    expect(run.texts).toEqual(["second"]);
    run.answer("two");
    expect(bot.adapters).toMatchObject([{ state: "connected" }]);
  });
});
