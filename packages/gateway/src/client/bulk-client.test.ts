import { expect, it } from "vitest";
import { openGateway, testToken } from "../../test-support/open-gateway.ts";
import { GatewayClient } from "./index.ts";

it("works on many sessions, follows what goes on, and undoes exactly one removal", async () => {
  await using open = await openGateway();
  const client = new GatewayClient({ url: open.url, token: testToken });
  const id = await open.converse("hello", "hi");
  const choose = { action: "delete", filter: { q: "hi", pinned: false }, expectedCount: 1 } as const;
  const deleted = await client.bulk.start(choose, { idempotencyKey: "k" });
  expect(deleted).toMatchObject({ state: "done", results: [{ id, status: "deleted" }] });
  expect(await client.bulk.start(choose, { idempotencyKey: "k" })).toEqual(deleted);
  await expect(client.bulk.start(choose)).rejects.toMatchObject({ code: "COUNT_CHANGED" });
  const { items } = await client.trash({ limit: 1 });
  expect(items).toMatchObject([{ id, epoch: deleted.results[0]?.epoch }]);
  expect(await client.restore(id, { epoch: items[0]?.epoch })).toMatchObject({ id, entries: 2 });
  expect((await client.list({ count: true })).total).toBe(1);

  const ids = Array.from({ length: 101 }, (_, index) => `s_${String(index).padStart(22, "0")}`);
  const begun = await client.bulk.start({ action: "reset", ids });
  const operationId = begun.id;
  expect(await client.bulk.cancel(operationId)).toMatchObject({ id: operationId, total: 101 });
  expect((await client.bulk.read(operationId)).id).toBe(operationId);
  expect((await client.bulk.list({ limit: 5 })).items.map((operation) => operation.id)).toEqual([
    operationId,
    deleted.id,
  ]);
  expect((await client.reset(id, { purge: true })).undoUntil).toBeNull();
  expect((await client.delete(id, { purge: true })).undoUntil).toBeNull();
  expect((await client.trash()).items).toEqual([]);
});
