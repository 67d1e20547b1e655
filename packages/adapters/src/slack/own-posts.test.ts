import { ManualClock } from "@keyturn/testkit";
import { describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { deliveryMetadata } from "./delivery-mark.ts";
import { OwnPosts, readOwnPost } from "./own-posts.ts";

const metadata = deliveryMetadata({ deliveryId: "d1", part: 0, parts: 1 });

/** Posts of the bot's, on a Slack whose history tells the metadata. */
function openPosts(history: readonly object[] = []) {
  const clock = new ManualClock();
  const removed: string[] = [];
  const looked: string[] = [];
  const api = {
    remove: async (_channel: string, ts: string) => void removed.push(ts),
    call: async (method: string) => {
      looked.push(method);
      return { messages: history };
    },
  };
  return { clock, removed, looked, own: new OwnPosts(api, clock) };
}

describe(`${promises("slack-replies", "no-resurrection", "no-double")}a post of the bot's own`, () => {
  it("goes when it was taken back before it appeared, also where the event does not tell what it is", async () => {
    const { own, removed } = openPosts([{ ts: "9.1" }, { ts: "9.2", metadata }]);
    own.refuse("d1");
    own.expect();
    await own.note("C1", { ts: "9.1", thread: "1.1" });
    await own.note("C1", { ts: "9.2", thread: "1.1" });
    expect(removed).toEqual(["9.2"]);
  });

  it("is not looked up when nothing is expected, or no more", async () => {
    const { own, clock, looked } = openPosts();
    await own.note("C1", { ts: "9.1" });
    own.expect();
    await clock.advance(600_000);
    await own.note("C1", { ts: "9.2" });
    expect(looked).toEqual([]);
  });

  it("stays when an operator had it sent again, since the copy before it is gone", async () => {
    const { own, removed } = openPosts();
    await own.note("C1", { ts: "9.1", metadata });
    own.begin("d1", 0);
    await own.note("C1", { ts: "9.2", metadata });
    await own.note("C1", { ts: "9.3", metadata });
    expect(removed).toEqual(["9.3"]);
  });

  it("is told from what others write by its author", () => {
    const bot = { botUserId: "U1", botId: "B1" };
    expect(readOwnPost({ channel: "C1", ts: "9.1", user: "U2" }, bot)).toBeUndefined();
    expect(readOwnPost({ channel: "C1", ts: "9.1", bot_id: "B1" }, bot)).toMatchObject({ channel: "C1", ts: "9.1" });
    expect(readOwnPost({ channel: "C1", message: { ts: "9.1", user: "U1" } }, bot)).toMatchObject({ ts: "9.1" });
  });
});
