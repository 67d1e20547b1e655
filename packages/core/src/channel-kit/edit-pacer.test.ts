import { ManualClock } from "@keyturn/testkit";
import { expect, it } from "vitest";
import { EditPacer } from "./edit-pacer.ts";

it("gives each channel one moment each 1.2 s, and holds no channel up for another", async () => {
  const clock = new ManualClock();
  const pacer = new EditPacer(clock);
  expect([pacer.reserve("general"), pacer.reserve("general"), pacer.reserve("other")]).toEqual([0, 1_200, 0]);
  await clock.advance(2_000);
  expect(pacer.reserve("general")).toBe(400);
});
