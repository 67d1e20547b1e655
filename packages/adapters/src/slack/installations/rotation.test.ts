import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { slackLimits } from "@keyturn/testkit/slack";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { promises } from "../../../../../test/requirements.ts";
import { type OAuthBotOptions, openOAuthBot } from "../../../test-support/open-oauth-bot.ts";

const life = slackLimits.rotatedTokenLife * 1_000;
const twoHours = 7_200_000;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "keyturn-slack-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** A bot in Acme whose tokens rotate, with a room, and a store that outlives it. */
async function openRotating(options: OAuthBotOptions = {}) {
  const bot = { store: { kind: "lowdb", folder, durability: "relaxed" } } as const;
  const test = await openOAuthBot({ rotatesTokens: true, bot, ...options });
  await test.install(test.acme);
  const { admin } = test.acme;
  const room = test.slack.addChannel("room", { members: [admin, test.installationIn(test.acme)] });
  return {
    test,
    room,
    refreshes: () => test.slack.callsOf("oauth.v2.access").slice(1),
    /** Somebody asks; resolves with the text of the answer. */
    ask: async (text: string): Promise<string | undefined> => {
      const root = admin.says(room, `@keybot ${text}`);
      (await test.runner.nextRun()).answer(`re: ${text}`);
      return (await test.slack.waitFor(() => room.replies(root.ts)[0])).text;
    },
  };
}

const modes = ["http", "socket"] as const;

describe(`${promises("slack-rotation")}a token that ends`, () => {
  it.each(modes)("is refreshed once, however many events come at once (%s)", async (mode) => {
    const { test, room, refreshes } = await openRotating({ mode });
    await using _ = test;
    await test.clock.advance(life);
    test.slack.faults.next({ method: "oauth.v2.access", delayMilliseconds: 1 });
    const roots = ["a", "b", "c"].map((text) => test.acme.admin.says(room, `@keybot ${text}`));
    await test.slack.waitFor(() => refreshes().length > 0);
    await test.clock.advance(1);
    for (const _root of roots) (await test.runner.nextRun()).answer("fine");
    for (const { ts } of roots) await test.slack.waitFor(() => room.replies(ts)[0]);
    expect(refreshes()).toHaveLength(1);
  });

  it("is replaced two hours before, and nobody waits for that", async () => {
    const { test, refreshes, ask } = await openRotating();
    await using _ = test;
    await test.clock.advance(life - twoHours - 60_000);
    expect(await ask("early")).toBe("re: early");
    expect(refreshes()).toEqual([]);
    await test.clock.advance(120_000);
    test.slack.faults.hang("oauth.v2.access");
    expect(await ask("late")).toBe("re: late");
    expect(refreshes()).toHaveLength(1);
  });

  it("is kept through failures of the refresh, which is tried again after pauses that double", async () => {
    const { test, refreshes, ask } = await openRotating();
    await using _ = test;
    await test.clock.advance(life - twoHours + 1);
    test.slack.faults.next({ method: "oauth.v2.access", status: 500, times: 3 });
    expect(await ask("one")).toBe("re: one");
    await test.slack.waitFor(() => test.lines.some(([level]) => level === "error"));
    // 1. Within the pause nothing is tried.
    expect(await ask("two")).toBe("re: two");
    expect(refreshes()).toHaveLength(1);
    // 2. After each pause it is.
    for (const [pause, tries] of [
      [1_000, 2],
      [2_000, 3],
      [4_000, 4],
    ] as const) {
      await test.clock.advance(pause - 1);
      expect(await ask(`before ${tries}`)).toBe(`re: before ${tries}`);
      expect(refreshes()).toHaveLength(tries - 1);
      await test.clock.advance(1);
      expect(await ask(`after ${tries}`)).toBe(`re: after ${tries}`);
      await test.slack.waitFor(() => refreshes().length === tries && refreshes()[tries - 1]?.answer !== undefined);
    }
    // 3. The token that came of it is good for twelve hours more.
    await test.clock.advance(twoHours);
    expect(await ask("the next day")).toBe("re: the next day");
  });

  it("lets an answer wait for the refresh when it has ended", async () => {
    const { test, room, refreshes } = await openRotating();
    await using _ = test;
    await test.clock.advance(life);
    test.slack.faults.next({ method: "oauth.v2.access", status: 500 });
    const root = test.acme.admin.says(room, "@keybot hello");
    (await test.runner.nextRun()).answer("at last");
    while (room.replies(root.ts).length === 0) await test.clock.advance(1_000);
    expect(room.replies(root.ts).map(({ text }) => text)).toEqual(["at last"]);
    expect(refreshes()).toHaveLength(2);
  });

  it("is refreshed when Slack calls it expired before its time", async () => {
    const { test, refreshes, ask } = await openRotating();
    await using _ = test;
    test.slack.faults.refuseToken(test.installationIn(test.acme).botToken, "token_expired");
    const asked = ask("early");
    while (refreshes().length === 0) await test.clock.advance(1_000);
    await test.clock.advance(5_000);
    expect(await asked).toBe("re: early");
    expect(refreshes()).toHaveLength(1);
    expect(test.status()).toMatchObject({ state: "connected", reason: undefined });
  });
});

describe(`${promises("slack-rotation")}a refresh that took effect and is lost`, () => {
  it("is written again when the store could not write for a while; a restart goes on with it", async () => {
    const { test, refreshes, ask } = await openRotating();
    await using _ = test;
    await test.clock.advance(life - twoHours + 1);
    // 1. Where the installation is to be written is something else for now.
    const [place, aside] = [path.join(folder, "plugins"), path.join(folder, "aside")];
    await rename(place, aside);
    await writeFile(place, "");
    await ask("refresh");
    await test.slack.waitFor(() => test.lines.some(([, text]) => text.includes("could not be written")));
    // 2. It is used meanwhile, and written when that can be.
    expect(await ask("meanwhile")).toBe("re: meanwhile");
    await rm(place);
    await rename(aside, place);
    await test.clock.advance(1_000);
    await test.stop();
    // 3. A start finds it: the token of before has ended, and nothing is refreshed.
    await test.start();
    await test.clock.advance(twoHours);
    expect(await ask("after the restart")).toBe("re: after the restart");
    expect(refreshes()).toHaveLength(1);
  });

  it("leaves the workspace with the token of before until its end, and says until when and what to do", async () => {
    const { test, room, refreshes, ask } = await openRotating();
    await using _ = test;
    const until = new Date(test.clock.now() + life).toISOString();
    await test.clock.advance(life - twoHours + 1);
    // 1. Slack makes new tokens, and the answer that has them gets lost, as in a crash right after it came.
    test.slack.faults.loseAnswer("oauth.v2.access");
    expect(await ask("one")).toBe("re: one");
    await test.slack.waitFor(() => refreshes()[0]?.answer);
    // 2. The refresh token is used up. What there is works on, and the channel says what is amiss.
    await test.clock.advance(1_000);
    expect(await ask("two")).toBe("re: two");
    await test.slack.waitFor(() => test.status()?.reason);
    expect(test.status()).toMatchObject({ state: "connected", reason: expect.stringContaining(`until ${until}`) });
    // 3. It is not tried with each message.
    expect(await ask("three")).toBe("re: three");
    expect(refreshes()).toHaveLength(2);
    // 4. After the end no answer reaches anybody; it waits for what mends it, and nothing was removed.
    await test.clock.advance(twoHours);
    const root = test.acme.admin.says(room, "@keybot four");
    const run = await test.runner.nextRun();
    expect(test.status()?.state).toBe("connected");
    // 5. The workspace installs the app again, and all is well.
    await test.install(test.acme);
    expect(test.status()?.reason).toBeUndefined();
    run.answer("five");
    expect((await test.slack.waitFor(() => room.replies(root.ts)[0])).text).toBe("five");
  });

  it("does not take the place of an installation that came meanwhile", async () => {
    const { test, refreshes, ask } = await openRotating();
    await using _ = test;
    await test.clock.advance(life - twoHours + 1);
    test.slack.faults.next({ method: "oauth.v2.access", delayMilliseconds: 1_000 });
    expect(await ask("one")).toBe("re: one");
    await test.slack.waitFor(() => refreshes().length === 1);
    const late = test.installationIn(test.acme).botToken;
    await test.install(test.acme);
    test.slack.faults.refuseToken(late, "token_revoked");
    await test.clock.advance(1_000);
    expect(await ask("two")).toBe("re: two");
    await test.clock.advance(life - twoHours - 60_000);
    expect(await ask("three")).toBe("re: three");
    expect(test.lines.filter(([, text]) => text.includes("removed"))).toEqual([]);
  });
});
