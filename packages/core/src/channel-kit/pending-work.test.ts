import { expect, it } from "vitest";
import { PendingWork } from "./pending-work.ts";

it("is settled when all that was begun is over, whatever became of it", async () => {
  const pending = new PendingWork();
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const order: string[] = [];
  const failed = pending.add(first.promise).catch(() => order.push("failed"));
  void pending.add(second.promise.then(() => order.push("done")));
  const settled = pending.settled().then(() => order.push("settled"));
  first.reject(new Error("It failed."));
  await failed;
  second.resolve();
  await settled;
  expect(order).toEqual(["failed", "done", "settled"]);
});
