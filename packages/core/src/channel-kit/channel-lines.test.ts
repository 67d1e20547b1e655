import { describe, expect, it } from "vitest";
import { ChannelLines } from "./channel-lines.ts";

describe("ChannelLines", () => {
  it("do one thing at a time in a channel, whatever becomes of it, and channels beside each other", async () => {
    const lines = new ChannelLines();
    const order: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const first = lines.run("general", async () => {
      await held;
      order.push("first");
      throw new Error("It failed.");
    });
    const second = lines.run("general", async () => void order.push("second"));
    await lines.run("other", async () => void order.push("other"));
    release();
    await expect(first).rejects.toThrow("It failed.");
    await second;
    expect(order).toEqual(["other", "first", "second"]);
    await lines.settled();
  });

  it("hold what comes after a gap back until it is released, and let what was missed go before it", async () => {
    const lines = new ChannelLines();
    const order: string[] = [];
    lines.hold();
    const newer = lines.run("general", async () => void order.push("newer"));
    await lines.runNext("general", async () => void order.push("missed"));
    lines.release();
    await newer;
    await lines.run("general", async () => void order.push("newest"));
    expect(order).toEqual(["missed", "newer", "newest"]);
  });

  it("are settled when nothing is under way any more", async () => {
    const lines = new ChannelLines();
    const order: string[] = [];
    const release = Promise.withResolvers<void>();
    void lines.run("general", () => release.promise.then(() => void order.push("over")));
    const settled = lines.settled().then(() => order.push("settled"));
    release.resolve();
    await settled;
    expect(order).toEqual(["over", "settled"]);
  });
});
