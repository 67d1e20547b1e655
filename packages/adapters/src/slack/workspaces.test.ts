import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Channel } from "@keyturn/testkit/slack";
import { describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { type OAuthBotOptions, openOAuthBot } from "../../test-support/open-oauth-bot.ts";
import { operator } from "../../test-support/sessions.ts";

type Test = Awaited<ReturnType<typeof openOAuthBot>>;

/** A bot in two workspaces, with a room in each. */
async function openInBoth(mode: "http" | "socket" = "http", options: OAuthBotOptions = {}) {
  const test = await openOAuthBot({ mode, ...options });
  const open = async (place: Test["acme"]): Promise<Channel> => {
    await test.install(place);
    const members = [place.admin, test.installationIn(place)];
    return test.slack.addChannel("room", { workspace: place.workspace, members });
  };
  const acme = { ...test.acme, room: await open(test.acme) };
  const globex = { ...test.globex, room: await open(test.globex) };
  return { test, acme, globex };
}

/** An event of a workspace as Slack would send it; only the workspace differs from one to the other. */
function eventOf(teamId: string, botUserId: string): { readonly body: string; readonly contentType: string } {
  const event = {
    type: "message",
    channel: "C0SAME",
    channel_type: "channel",
    user: "U0SAME",
    ts: "1893456000.000100",
    client_msg_id: "same",
    text: `<@${botUserId}> hello`,
  };
  const authorizations = [{ team_id: teamId, user_id: botUserId, is_bot: true, is_enterprise_install: false }];
  const body = { type: "event_callback", event_id: "Ev0SAME", team_id: teamId, authorizations, event };
  return { body: JSON.stringify(body), contentType: "application/json" };
}

describe(`${promises("slack-workspaces")}two workspaces`, () => {
  it("do not mix, though channels, people, times and event ids are the same", async () => {
    const { test, acme, globex } = await openInBoth();
    await using _ = test;
    for (const place of [acme, globex]) {
      const request = eventOf(place.workspace.id, test.installationIn(place).botUserId);
      expect(await test.slack.post(request, test.app)).toMatchObject({ status: 200 });
      expect(await test.slack.post(request, test.app)).toMatchObject({ status: 200 });
    }
    const runs = [await test.runner.nextRun(), await test.runner.nextRun()];
    const sessions = await test.bot.sessions.list({ limit: 10 }, operator);
    expect(sessions.map(({ key }) => `${key.account} ${key.place} ${key.thread}`).toSorted()).toEqual(
      [acme, globex].map(({ workspace }) => `${workspace.id} C0SAME 1893456000.000100`).toSorted(),
    );
    // Each is answered with the token of its own workspace.
    for (const run of runs) run.answer("hi");
    await test.slack.waitFor(() => test.slack.callsOf("chat.postMessage").length >= 2);
    const teams = test.slack.callsOf("chat.postMessage").map(({ teamId }) => teamId);
    expect(new Set(teams)).toEqual(new Set([acme.workspace.id, globex.workspace.id]));
    await test.clock.advance(60_000);
  });

  it.each(["http", "socket"] as const)("are spoken to by commands and buttons, each for itself (%s)", async (mode) => {
    const { test, acme, globex } = await openInBoth(mode);
    await using _ = test;
    for (const place of [acme, globex]) {
      const root = place.admin.says(place.room, "@keybot question");
      (await test.runner.nextRun()).answer("answer");
      const answer = await test.slack.waitFor(() => place.room.replies(root.ts)[0]);
      await test.bot.settled();
      place.admin.clicks(answer, "keyturn.regenerate");
      (await test.runner.nextRun()).answer("another");
      await test.slack.waitFor(() => place.room.replies(root.ts).at(-1)?.text === "another");
      await place.admin.runs(place.room, "/reset", "", test.installationIn(place)).result;
    }
    await test.slack.waitFor(() => test.slack.responses.length === 2);
    const sessions = await test.bot.sessions.list({ limit: 10 }, operator);
    expect(sessions.map(({ key }) => key.account).toSorted()).toEqual(
      [acme, globex].map(({ workspace }) => workspace.id).toSorted(),
    );
  });

  it("wait for Slack each for itself", async () => {
    const { test, acme, globex } = await openInBoth();
    await using _ = test;
    const root = acme.admin.says(acme.room, "@keybot slow");
    const slow = await test.runner.nextRun();
    const other = globex.admin.says(globex.room, "@keybot fast");
    const fast = await test.runner.nextRun();
    test.slack.faults.rateLimit("chat.postMessage", 30);
    slow.answer("late");
    await test.slack.waitFor(() => test.slack.callsOf("chat.postMessage").length === 1);
    fast.answer("soon");
    await test.slack.waitFor(() => globex.room.replies(other.ts)[0]);
    expect(acme.room.replies(root.ts)).toEqual([]);
    expect(test.status()?.limitedUntil).toBe(test.clock.now() + 30_000);
    await test.clock.advance(30_000);
    await test.slack.waitFor(() => acme.room.replies(root.ts)[0]);
  });

  it("have what a crash left half-written taken away each by its own bot", async () => {
    const root = await mkdtemp(path.join(tmpdir(), "keyturn-slack-"));
    const [before, after] = [path.join(root, "before"), path.join(root, "after")];
    const storeIn = (folder: string) => ({ store: { kind: "lowdb", folder, durability: "relaxed" } }) as const;
    const { test, acme } = await openInBoth("http", { bot: storeIn(before) });
    await using _ = test;
    // 1. An answer is being shown when the process dies.
    const question = acme.admin.says(acme.room, "@keybot question");
    (await test.runner.nextRun()).write("long enough to be shown at once: ".repeat(4));
    const draft = await test.slack.waitFor(() => acme.room.replies(question.ts)[0]);
    await expect.poll(() => readFile(path.join(before, "plugins", "slack.json"), "utf8")).toContain(draft.ts);
    await cp(before, after, { recursive: true });
    await test.stop();
    // 2. The next one finds it.
    const made = test.slack.callsOf("chat.delete").length;
    await test.start({ bot: storeIn(after) });
    (await test.runner.nextRun()).answer("the whole answer");
    await test.slack.waitFor(() => test.slack.callsOf("chat.delete").length > made);
    await test.slack.waitFor(() => acme.room.replies(question.ts).find(({ text }) => text === "the whole answer"));
    const calls = test.slack.callsOf("chat.delete").slice(made);
    expect(calls.map(({ teamId, args }) => [teamId, args["ts"]])).toEqual([[acme.workspace.id, draft.ts]]);
    await test.stop();
    await rm(root, { recursive: true, force: true });
  });

  it("are told apart where one has not installed the app: nothing is done, and nothing comes again", async () => {
    const { test } = await openInBoth();
    await using _ = test;
    expect(await test.slack.post(eventOf("T0STRANGE", "U0BOT"), test.app)).toMatchObject({ status: 200 });
    expect(test.runner.runs).toEqual([]);
    expect(test.lines.at(-1)).toEqual(["info", expect.stringContaining("is not in"), { teamId: "T0STRANGE" }]);
  });
});
