import { createGateway } from "@keyturn/gateway";
import { StoreError, definePlugin } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { type SlackBot, openSlackBot } from "../../packages/adapters/test-support/open-slack-bot.ts";
import { collectUnhandled } from "../../packages/adapters/test-support/unhandled.ts";
import { promises } from "../requirements.ts";

const modes = ["socket", "http"] as const;

/** What `/readyz` answers. */
async function readiness({ bot }: SlackBot): Promise<unknown> {
  const gateway = createGateway({ bot, token: "operator-5e1f0a9c3d7b2846" });
  const response = await gateway.fetch(new Request("http://127.0.0.1/readyz"));
  const body: unknown = await response.json();
  await gateway.close();
  return body;
}

const well = { status: "ok", checks: { store: "ok", lock: "ok", channels: "ok" } };
const withoutSlack = { status: "ok", checks: { store: "ok", lock: "ok", channels: "degraded" } };

/** What the log says for operators, from warnings up. */
function complaints({ lines }: SlackBot): string {
  const fields = (value: object) => JSON.stringify(value, (_, each) => (each instanceof Error ? each.message : each));
  return lines
    .filter(([level]) => level === "warn" || level === "error")
    .map(([, text, more]) => `${text} ${fields(more)}`)
    .join("\n");
}

/** Asks in a direct message; the bot is well when it answers. */
async function expectAnswer({ slack, ada, runner, bot }: SlackBot): Promise<void> {
  const direct = ada.opensDirect(slack.installation);
  ada.says(direct, "are you there?");
  (await runner.nextRun()).answer("I am.");
  await slack.waitFor(() => direct.messages.find(({ text }) => text === "I am."));
  await bot.settled();
}

const refusals: Readonly<Record<string, RegExp>> = {
  missing_scope: /the app lacks the scope chat:write/,
  not_in_channel: /the bot is not in the channel; invite it with \/invite/,
  channel_not_found: /the channel is gone, or the bot is not in it; invite it with \/invite/,
  is_archived: /the channel is archived/,
  restricted_action: /the workspace does not let the bot post there/,
  no_permission: /the bot may not post there; invite it with \/invite/,
};

const cases = modes.flatMap((mode) => Object.entries(refusals).map(([error, advice]) => ({ mode, error, advice })));

describe(`${promises("bad-input", "isolation", "slack-replies")}a place that Slack closes to the bot`, () => {
  it.each(cases)("is told of in the log, and ends nothing else: $error ($mode)", async ({ mode, error, advice }) => {
    using unhandled = collectUnhandled();
    await using test = await openSlackBot({ mode });
    const { slack, ada, general, runner, bot, clock, events } = test;
    ada.says(general, "@testbot hello");
    const run = await runner.nextRun();
    const where = ({ args }: { readonly args: Readonly<Record<string, unknown>> }) => args["channel"] === general.id;
    const fields = error === "missing_scope" ? { needed: "chat:write", provided: "commands" } : {};
    slack.faults.next({ method: "chat.postMessage", where, error, fields, times: 99 });
    run.answer("nobody reads this");
    await bot.settled();
    await clock.advance(60_000);
    expect(events.filter(({ type }) => type === "delivery.change")).toMatchObject([{ state: "failed" }]);
    expect(complaints(test)).toMatch(advice);
    expect(await readiness(test)).toEqual(well);
    await expectAnswer(test);
    expect(unhandled.failures).toEqual([]);
  });
});

describe.each(modes)(
  `${promises("bad-input", "isolation", "slack-commands")}what a bot lacks or loses (%s)`,
  (mode) => {
    it("may be its scopes for names, statuses and reactions: it answers all the same", async () => {
      await using test = await openSlackBot({ mode });
      const { slack } = test;
      for (const method of ["users.info", "assistant.threads.setStatus", "reactions.add"]) {
        slack.faults.next({
          method,
          error: "missing_scope",
          fields: { needed: "some:scope", provided: "" },
          times: 99,
        });
      }
      await expectAnswer(test);
      expect(await readiness(test)).toEqual(well);
    });

    it("may be the scope that tells who may what: then nobody but the asker may, and is told so", async () => {
      await using test = await openSlackBot({ mode, settings: { scope: "channel" } });
      const { slack, ada, boss, general, runner } = test;
      ada.says(general, "@testbot mine");
      const run = await runner.nextRun();
      slack.faults.next({ method: "users.info", error: "missing_scope", times: 99 });
      boss.runs(general, "/stop");
      expect((await slack.waitFor(() => general.ephemerals[0])).text).toContain("You may not use /stop");
      expect(run.isAborted).toBe(false);
      ada.runs(general, "/stop");
      expect((await slack.waitFor(() => general.ephemerals[1])).text).toContain("Stopped.");
    });

    it.each(["token_revoked", "account_inactive", "invalid_auth"] as const)(
      "may be its token: %s, of which operators are told, and which a new one mends",
      async (refusal) => {
        using unhandled = collectUnhandled();
        await using test = await openSlackBot({ mode });
        const { slack, ada, general, runner, bot, clock } = test;
        expect(await readiness(test)).toEqual(well);
        const root = ada.says(general, "@testbot hello");
        const run = await runner.nextRun();
        slack.faults.refuseToken(slack.installation.botToken, refusal);
        run.answer("when I may");
        while (test.status()?.state !== "misconfigured") await clock.advance(100);
        expect(await readiness(test)).toEqual(withoutSlack);
        slack.faults.acceptToken(slack.installation.botToken);
        await bot.restartAdapter("slack", { kind: "operator", id: "tests", surface: "code" });
        await slack.waitFor(() => general.replies(root.ts).find(({ text }) => text === "when I may"));
        expect(await readiness(test)).toEqual(well);
        expect(unhandled.failures).toEqual([]);
      },
    );

    it("may be its token for a while: a minute after it counts again all goes on, and nobody has to restart anything", async () => {
      await using test = await openSlackBot({ mode });
      const { slack, ada, general, runner, clock } = test;
      const root = ada.says(general, "@testbot hello");
      const run = await runner.nextRun();
      slack.faults.refuseToken(slack.installation.botToken, "account_inactive");
      run.answer("when I may");
      while (test.status()?.state !== "misconfigured") await clock.advance(100);
      await clock.advance(300_000);
      expect(test.status()).toMatchObject({ state: "misconfigured", reason: expect.stringContaining("bot token") });
      expect(await readiness(test)).toEqual(withoutSlack);
      slack.faults.acceptToken(slack.installation.botToken);
      await clock.advance(60_000);
      await slack.waitFor(() => general.replies(root.ts).find(({ text }) => text === "when I may"));
      expect(test.status()).toMatchObject({ state: "connected", reason: undefined });
      expect(await readiness(test)).toEqual(well);
      await expectAnswer(test);
    });

    it("may be a command that it does not have: its person is told what there is", async () => {
      await using test = await openSlackBot({ mode });
      const { slack, ada, general } = test;
      expect(await ada.runs(general, "/nonsense").result).toMatchObject({ isAcknowledged: true });
      expect((await slack.waitFor(() => general.ephemerals[0])).text).toContain("There is no command /nonsense here.");
    });

    it("may be its store: a command is acknowledged, its person told that it failed, and operators why", async () => {
      const breaking = definePlugin({
        name: "breaking",
        version: "1.0.0",
        setup: (context) =>
          context.command({
            name: "break",
            description: "Fails as a full disk does",
            run: () => Promise.reject(new StoreError("STORE_FULL", "The disk is full.")),
          }),
      });
      await using test = await openSlackBot({ mode, bot: { plugins: [{ plugin: breaking }] } });
      const { slack, ada } = test;
      const direct = ada.opensDirect(slack.installation);
      expect(await ada.runs(direct, "/break").result).toMatchObject({ isAcknowledged: true });
      const told = await slack.waitFor(() => direct.ephemerals[0]);
      expect(told).toMatchObject({ userId: ada.id, text: expect.stringContaining("That did not work.") });
      await expect.poll(() => complaints(test)).toContain("The disk is full.");
    });
  },
);

describe.each(modes)(`${promises("bad-input", "no-double")}a message that cannot be taken (%s)`, (mode) => {
  it("is acknowledged in time, and its person told why, once, however often it comes", async () => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, general, runner, clock } = test;
    slack.faults.rateLimit("chat.postMessage", 30); // Whoever waits for the complaint is late.
    slack.faults.duplicateEvents(2);
    const root = ada.says(general, `@testbot ${"much too long ".repeat(10_000)}`);
    await slack.delivered();
    expect(
      slack.deliveries.every(({ attempts: [, ...retries] }) =>
        retries.every(({ retryReason }) => retryReason !== "http_error"),
      ),
    ).toBe(true);
    await clock.advance(40_000);
    await slack.waitFor(() => general.replies(root.ts)[0]);
    await clock.advance(40_000);
    expect(general.replies(root.ts).map(({ text }) => text)).toEqual([
      expect.stringContaining("at most 100000 are taken"),
    ]);
    expect(runner.runs).toEqual([]);
  });
});

describe(`${promises("bad-input", "slack-replies")}an answer of any shape`, () => {
  it.each<[string, string]>([
    ["200 headings", Array.from({ length: 200 }, (_, number) => `# ${number}`).join("\n\n")],
    ["a table of 200 rows", `| a | b |\n|--|--|\n${"| x | y |\n".repeat(200)}`],
    ["a word of 30,000 characters", "x".repeat(30_000)],
    ["300 rules", "---\n\n".repeat(300)],
    ["a block of code of 20,000 characters", `\`\`\`ts\n${"const a = 1;\n".repeat(3_000)}\`\`\``],
    ["quotes in quotes", `${">".repeat(60)} deep`],
    ["a list of 100 lists", Array.from({ length: 100 }, (_, number) => `- ${number}\n  - ${number}`).join("\n")],
    ["60 images and 60 links", "![a](https://x.example/a.png) [b](https://x.example)\n\n".repeat(60)],
    ["emoji by the thousand", "👩‍👩‍👧‍👦".repeat(3_000)],
  ])("is taken by Slack at once, whole, and without a refusal: %s", async (_name, text) => {
    await using test = await openSlackBot();
    const { slack, ada, runner, bot, clock, events } = test;
    const direct = ada.opensDirect(slack.installation);
    ada.says(direct, "go on");
    (await runner.nextRun()).answer(text);
    await clock.advance(120_000);
    await bot.settled();
    const refused = slack.calls.filter(({ method, answer }) => {
      return method.startsWith("chat.") && JSON.stringify(answer?.body).includes('"ok":false');
    });
    expect(refused.map(({ answer }) => answer?.body)).toEqual([]);
    expect(
      events
        .filter(({ type }) => type === "delivery.change")
        .every((event) => "state" in event && event.state === "delivered"),
    ).toBe(true);
    expect(direct.messages.filter(({ author }) => author.appId === slack.app.id).length).toBeGreaterThan(0);
  });
});
