import { describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { type SlackBot, openSlackBot } from "../../test-support/open-slack-bot.ts";

const refusals = [
  ["not_in_channel", "the bot is not in the channel; invite it with /invite."],
  ["is_archived", "the channel is archived."],
  ["restricted_action", "the workspace does not let the bot post there."],
  ["missing_scope", "the app lacks the scope chat:write.public."],
] as const;

/** Somebody asks in the channel, where every post is refused. */
async function askInVain({ slack, ada, general, runner, bot }: SlackBot, error: string): Promise<void> {
  const where = ({ args }: { readonly args: Readonly<Record<string, unknown>> }) => args["channel"] === general.id;
  slack.faults.next({ method: "chat.postMessage", where, error, fields: { needed: "chat:write.public" } });
  ada.says(general, "@testbot hello");
  (await runner.nextRun()).answer("nobody reads this");
  await bot.settled();
}

describe(`${promises("slack-replies", "bad-input", "no-loss")}whoever gets no answer where they asked`, () => {
  it.each(refusals)("is told so in their direct messages: %s", async (error, advice) => {
    await using test = await openSlackBot({ settings: { streaming: "off" } });
    const { slack, ada, general } = test;
    const direct = ada.opensDirect(slack.installation);
    await askInVain(test, error);
    const told = await slack.waitFor(() => direct.visible[0]);
    expect(told.text).toBe(`I cannot answer you in <#${general.id}>: ${advice}`);
    expect(told.pings).toEqual([]);
  });

  it("is told once an hour, however often they ask", async () => {
    await using test = await openSlackBot({ settings: { streaming: "off" } });
    const { slack, ada, clock } = test;
    const direct = ada.opensDirect(slack.installation);
    await askInVain(test, "not_in_channel");
    await slack.waitFor(() => direct.visible[0]);
    await askInVain(test, "not_in_channel");
    await clock.advance(3_600_000);
    await askInVain(test, "not_in_channel");
    await slack.waitFor(() => direct.visible[1]);
    const [first = 0, second = 0] = slack.callsOf("conversations.open").map(({ at }) => at);
    expect(second - first).toBe(3_600_000);
  });

  it("is told nothing of what passes by itself, and operators when there is no way to tell", async () => {
    await using test = await openSlackBot({ settings: { streaming: "off" } });
    const { slack, lines } = test;
    await askInVain(test, "msg_too_long");
    expect(slack.callsOf("conversations.open")).toEqual([]);
    slack.faults.next({ method: "conversations.open", error: "missing_scope", fields: { needed: "im:write" } });
    await askInVain(test, "not_in_channel");
    await slack.waitFor(() => slack.callsOf("conversations.open").length === 1);
    await test.bot.stop(0);
    expect(lines).toContainEqual(["warn", "A person could not be told why they get no answer.", expect.anything()]);
  });
});
