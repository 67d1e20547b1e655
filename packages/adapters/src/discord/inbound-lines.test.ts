import { describe, expect, it } from "vitest";
import { InboundLines } from "./inbound-lines.ts";

describe("InboundLines", () => {
  it("do one thing at a time in a channel, whatever becomes of it, and channels beside each other", async () => {
    const lines = new InboundLines();
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
});
