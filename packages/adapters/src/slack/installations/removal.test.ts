import type { BotEvent } from "@keyturn/core";
import type { SlackServer } from "@keyturn/testkit/slack";
import { describe, expect, it } from "vitest";
import { promises } from "../../../../../test/requirements.ts";
import { openOAuthBot } from "../../../test-support/open-oauth-bot.ts";

type Test = Awaited<ReturnType<typeof openOAuthBot>>;
type Place = Test["acme"];

/** A bot that both workspaces have installed, with a room in each. */
async function openInBoth(mode: "http" | "socket" = "http") {
  const test = await openOAuthBot({ mode });
  const rooms = new Map<Place, ReturnType<SlackServer["addChannel"]>>();
  for (const place of [test.acme, test.globex]) {
    await test.install(place);
    const members = [place.admin, test.installationIn(place)];
    rooms.set(place, test.slack.addChannel("room", { workspace: place.workspace, members }));
  }
  const roomOf = (place: Place) => {
    const room = rooms.get(place);
    if (room === undefined) throw new Error("There is no such room.");
    return room;
  };
  return {
    test,
    roomOf,
    ask: async (place: Place, text: string): Promise<string | undefined> => {
      const root = place.admin.says(roomOf(place), `@keybot ${text}`);
      (await test.runner.nextRun()).answer(`re: ${text}`);
      return (await test.slack.waitFor(() => roomOf(place).replies(root.ts)[0])).text;
    },
    /** Resolves when the workspace's removal is told. */
    removed: () => test.slack.waitFor(() => test.status()?.reason?.includes("was removed")),
  };
}

describe(`${promises("slack-installations")}a workspace that removes the app`, () => {
  it.each(["http", "socket"] as const)("is left, and no other one is (%s)", async (mode) => {
    const { test, ask, removed } = await openInBoth(mode);
    await using _ = test;
    test.slack.uninstall(test.installationIn(test.acme));
    await removed();
    await test.slack.delivered();
    expect(test.slack.deliveries.every(({ isAcknowledged }) => isAcknowledged)).toBe(true);
    expect(test.status()).toMatchObject({ state: "connected", reason: expect.stringContaining('"Acme"') });
    expect(test.lines.filter(([level]) => level === "warn")).toHaveLength(1);
    expect(await ask(test.globex, "still here?")).toBe("re: still here?");
  });

  it("keeps its conversations, and goes on with them when it installs the app again, without a restart", async () => {
    const { test, roomOf, ask, removed } = await openInBoth();
    await using _ = test;
    await ask(test.acme, "one");
    const root = test.acme.admin.says(roomOf(test.acme), "@keybot two");
    const run = await test.runner.nextRun();
    const events: BotEvent[] = [];
    test.bot.subscribe((event) => events.push(event));
    test.slack.uninstall(test.installationIn(test.acme));
    await removed();
    // 1. An answer that is on its way finds nobody: it is told as failed, and why.
    run.answer("re: two");
    await test.bot.settled();
    expect(events.filter(({ type }) => type.startsWith("delivery"))).toMatchObject([
      { type: "delivery.change", state: "failed" },
    ]);
    expect(roomOf(test.acme).replies(root.ts)).toEqual([]);
    // 2. The workspace comes back.
    await test.install(test.acme);
    expect(test.status()?.reason).toBeUndefined();
    expect(await ask(test.acme, "three")).toBe("re: three");
    const thread = test.acme.admin.says(roomOf(test.acme), "four", { thread: root });
    (await test.runner.nextRun()).answer("re: four");
    await test.slack.waitFor(() =>
      roomOf(test.acme)
        .replies(root.ts)
        .some(({ text }) => text === "re: four"),
    );
    expect(thread.threadTs).toBe(root.ts);
  });

  it.each(["account_inactive", "token_revoked", "invalid_auth"] as const)(
    "is noticed by a call that is refused, too: %s",
    async (refusal) => {
      const { test, roomOf, ask, removed } = await openInBoth();
      await using _ = test;
      const root = test.acme.admin.says(roomOf(test.acme), "@keybot hello");
      const run = await test.runner.nextRun();
      test.slack.faults.refuseToken(test.installationIn(test.acme).botToken, refusal);
      run.answer("nobody hears it");
      await removed();
      await test.clock.advance(60_000);
      await test.bot.settled();
      expect(roomOf(test.acme).replies(root.ts)).toEqual([]);
      expect(test.status()?.reason).toContain(refusal);
      expect(await ask(test.globex, "and you?")).toBe("re: and you?");
    },
  );

  it("is not left for a word that comes late, when it has installed the app since", async () => {
    const { test, ask, removed } = await openInBoth();
    await using _ = test;
    test.slack.uninstall(test.installationIn(test.acme));
    await removed();
    const farewells = test.slack.deliveries.filter(({ body }) => JSON.stringify(body).includes("app_uninstalled"));
    await test.install(test.acme);
    for (const farewell of farewells) await test.slack.faults.redeliver(farewell);
    expect(farewells).toHaveLength(1);
    expect(await ask(test.acme, "here")).toBe("re: here");
  });

  it("is not left for a refusal that Slack does not repeat: a fault of its own", async () => {
    const { test, ask } = await openInBoth();
    await using _ = test;
    test.slack.faults.next({ method: "users.info", error: "invalid_auth" });
    expect(await ask(test.acme, "hello")).toBe("re: hello");
    expect(test.status()?.reason).toBeUndefined();
  });

  it("is told of again by Slack when it could not be asked whether that is so", async () => {
    const { test, removed } = await openInBoth();
    await using _ = test;
    test.slack.faults.next({ method: "auth.test", status: 503, times: 2 });
    test.slack.uninstall(test.installationIn(test.acme));
    await test.slack.waitFor(() => test.slack.callsOf("auth.test").filter(({ answer }) => answer?.status === 503)[0]);
    expect(test.status()?.reason).toBeUndefined();
    await test.clock.advance(360_000);
    await removed();
  });

  it("is forgotten by the operators' page after a day", async () => {
    const { test, removed } = await openInBoth();
    await using _ = test;
    test.slack.uninstall(test.installationIn(test.acme));
    await removed();
    await test.clock.advance(86_400_000);
    expect(test.status()).toMatchObject({ state: "connected", reason: undefined });
  });

  it("sends nothing more that is heard: what comes of it is acknowledged, and done by nobody", async () => {
    const { test, roomOf } = await openInBoth();
    await using _ = test;
    test.acme.admin.says(roomOf(test.acme), "@keybot hello");
    const delivery = await test.slack.waitFor(() => test.slack.deliveries[0]);
    await test.runner.nextRun();
    test.slack.uninstall(test.installationIn(test.acme));
    await test.slack.waitFor(() => test.status()?.reason?.includes("was removed"));
    const body = {
      ...Object(delivery.body),
      event_id: "Ev0",
      event: { type: "app_mention", channel: "C1", ts: "1.1" },
    };
    const answer = await test.slack.post({ body: JSON.stringify(body), contentType: "application/json" }, test.app);
    expect(answer.status).toBe(200);
    expect(test.runner.runs).toHaveLength(1);
  });
});
