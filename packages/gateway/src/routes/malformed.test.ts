import { describe, expect, it } from "vitest";
import { exchangeGood, goodRequests } from "../../test-support/good-requests.ts";
import { openLiveScene } from "../../test-support/live-scene.ts";
import { malformedRequests } from "../../test-support/malformed-requests.ts";
import { openGateway } from "../../test-support/open-gateway.ts";
import { pictureOf } from "../../test-support/picture.ts";
import type { GatewayRoute } from "./route.ts";
import { routeTable } from "./route-table.ts";

/** Routes that say otherwise what they cannot read. */
const otherStatuses: Readonly<Record<string, number>> = { "POST /api/v1/sessions/import body": 422 };

/** What an adapter is sent is its own affair, and where paths are exact another one names nothing: no such routes here. */
const asking = routeTable.filter(
  ({ form, takesRawBody, exactPath }) => form.request !== undefined && takesRawBody !== true && exactPath === undefined,
);

function nameOf({ form }: GatewayRoute): string {
  return `${form.method.toUpperCase()} ${form.path}`;
}

describe("a request that is good but for one part", () => {
  it.each(asking.map((route) => ({ name: nameOf(route), route })))(
    "is refused with the part's name, and changes nothing: $name",
    async ({ name, route }) => {
      await using open = await openGateway();
      const scene = await openLiveScene(open);
      const good = await goodRequests[name]?.(scene);
      const malformed = good === undefined ? [] : malformedRequests(route, good);
      const before = await pictureOf(open);
      expect(malformed).not.toEqual([]);
      for (const { part, field, request } of malformed) {
        const answer = await exchangeGood(scene, route, request);
        const isOther = otherStatuses[`${name} ${part}`] !== undefined;
        expect(answer.status).toBe(otherStatuses[`${name} ${part}`] ?? 400);
        expect(answer.json()).toMatchObject({
          code: isOther ? "IMPORT_INVALID" : "REQUEST_INVALID",
          errors: [{ field: isOther ? "body" : field }],
        });
        expect(await pictureOf(open)).toEqual(before);
      }
    },
  );
});
