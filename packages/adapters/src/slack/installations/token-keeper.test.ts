import { AsyncKeyedLock, PendingWork } from "@keyturn/core/channel-kit";
import { ManualClock } from "@keyturn/testkit";
import { describe, expect, it } from "vitest";
import { promises } from "../../../../../test/requirements.ts";
import type { FreshTokens, Installation } from "./installation.ts";
import { TokenKeeper } from "./token-keeper.ts";

const life = 43_200_000;

/** A keeper of a workspace whose token has just ended; each refresh waits to be answered. */
function openKeeper() {
  const clock = new ManualClock();
  const pending = new PendingWork();
  const refreshes: {
    readonly token: string;
    readonly answer: (tokens: FreshTokens) => void;
    readonly fail: () => void;
  }[] = [];
  let kept: Installation = {
    teamId: "T1",
    teamName: "Acme",
    appId: "A1",
    botId: "B1",
    botUserId: "U1",
    botName: "keybot",
    scopes: [],
    token: "first",
    refreshToken: "once",
    expiresAt: clock.now(),
  };
  const keeper = new TokenKeeper({
    teamId: "T1",
    lock: new AsyncKeyedLock({ clock }),
    clock,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    refresh: (token) =>
      new Promise((resolve, reject) => {
        refreshes.push({ token, answer: resolve, fail: () => reject(new Error("Slack is down")) });
      }),
    replace: (previous, next) => {
      if (kept !== previous) return false;
      kept = next;
      return true;
    },
    read: () => kept,
    onRefused: () => {},
    onTrouble: () => {},
    await: (work) => void pending.add(work),
  });
  return { keeper, refreshes, clock, settled: () => pending.settled() };
}

describe(`${promises("slack-rotation")}the token of a workspace`, () => {
  it("is refreshed once for all who ask at the same time, and each gets the new one", async () => {
    const { keeper, refreshes, clock, settled } = openKeeper();
    const asked = [keeper.read(), keeper.read(), keeper.read()];
    await Promise.resolve();
    expect(refreshes.map(({ token }) => token)).toEqual(["once"]);
    refreshes[0]?.answer({ token: "second", refreshToken: "once more", expiresAt: clock.now() + life });
    expect(await Promise.all(asked)).toEqual(["second", "second", "second"]);
    await settled();
    expect(refreshes).toHaveLength(1);
  });

  it("fails for all who ask at the same time by one refresh, and is tried again after a pause", async () => {
    const { keeper, refreshes, clock } = openKeeper();
    const asked = Promise.allSettled([keeper.read(), keeper.read()]);
    await Promise.resolve();
    refreshes[0]?.fail();
    expect((await asked).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await expect(keeper.read()).rejects.toMatchObject({ isRetryable: true });
    expect(refreshes).toHaveLength(1);
    await clock.advance(1_000);
    const again = keeper.read();
    await Promise.resolve();
    refreshes[1]?.answer({ token: "second", refreshToken: "once more", expiresAt: clock.now() + life });
    expect(await again).toBe("second");
  });
});
