import { expect, it } from "vitest";
import { openGateway, testToken } from "../../test-support/open-gateway.ts";
import { strand } from "../../test-support/strand.ts";
import { GatewayClient } from "./gateway-client.ts";

it("lists pieces that did not arrive, has one sent again and dismisses another", async () => {
  await using open = await openGateway();
  const { deliveries } = new GatewayClient({ url: open.url, token: testToken });
  const refused = await strand(open, "failed", "one");
  const doubtful = await strand(open, "unconfirmed", "two");
  const { items } = await deliveries.list();
  expect(items.map(({ id }) => id).toSorted()).toEqual([refused.deliveryId, doubtful.deliveryId]);
  const [first] = (await deliveries.list({ state: "failed" })).items;
  expect(await deliveries.resend(first!, { idempotencyKey: "k", reason: "they asked" })).toMatchObject({
    id: refused.sessionId,
  });
  await open.bot.settled();
  await expect(deliveries.resend(first!)).rejects.toMatchObject({ code: "DELIVERY_NOT_FOUND" });
  const [second] = (await deliveries.list()).items;
  expect(second?.id).toBe(doubtful.deliveryId);
  await expect(deliveries.dismiss({ ...second!, etag: '"1.9"' })).rejects.toMatchObject({ code: "DELIVERY_CHANGED" });
  await deliveries.dismiss(second!);
  expect((await deliveries.list()).items).toEqual([]);
});
