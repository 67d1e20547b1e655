import { StoreError } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { type Faulted, askFaulted } from "../../test-support/ask-faulted.ts";
import { codeOf } from "../../test-support/problems.ts";
import type { GatewayRoute } from "./route.ts";
import { routeTable } from "./route-table.ts";

const fullDisk = new StoreError("STORE_UNAVAILABLE", "Could not write /srv/keyturn/s_1.json (ENOSPC)");
const unforeseen = new TypeError("nobody foresaw /srv/keyturn");

/** Routes whose answer is all there in memory: what can fail on the way to them is the door, and that is tested there. */
const fromMemory: readonly string[] = [
  "GET /",
  "GET /assets/{name}",
  "GET /chat",
  "GET /chat/{name}",
  "GET /chat.js",
  "GET /healthz",
  "GET /metrics",
  "GET /openapi.json",
  "GET /api/v1/auth/me",
  "POST /api/v1/auth/logout",
  "POST /api/v1/auth/codes",
  "GET /api/v1/auth/sessions",
  "GET /api/v1/tokens",
  "GET /api/v1/status",
  "GET /api/v1/adapters",
  "GET /api/v1/adapters/{name}",
];

/** Routes that say in the answer itself which of their parts failed. */
const answeredInParts: readonly string[] = ["GET /readyz", "POST /api/v1/sessions/bulk"];

function nameOf({ form }: GatewayRoute): string {
  return `${form.method.toUpperCase()} ${form.path}`;
}

function named(routes: readonly GatewayRoute[]): readonly { readonly name: string; readonly route: GatewayRoute }[] {
  return routes.map((route) => ({ name: nameOf(route), route }));
}

/** The good request once for each call that it makes, with that one failing. */
async function failEach(route: GatewayRoute, error: unknown): Promise<readonly Faulted[]> {
  // A stream that begins does not end; it makes one call before.
  if (route.isStream === true) return [await askFaulted(route, 1, error)];
  const { calls } = await askFaulted(route, 0, error);
  const faulted: Faulted[] = [];
  for (let number = 1; number <= calls.length; number += 1) faulted.push(await askFaulted(route, number, error));
  return faulted;
}

function expectUnchanged({ before, after, events }: Faulted): void {
  expect(after).toEqual(before);
  expect(events).toEqual([]);
}

const calling = named(
  routeTable.filter((route) => !fromMemory.includes(nameOf(route)) && !answeredInParts.includes(nameOf(route))),
);

describe("a call of a route's own that fails", () => {
  it.each(calling)(
    "is 503 where the store cannot confirm, and nothing was done or is claimed: $name",
    async ({ route }) => {
      const faulted = await failEach(route, fullDisk);
      expect(faulted).not.toEqual([]);
      for (const each of faulted) {
        expect([each.answer.status, codeOf(each.answer)]).toEqual([503, "STORE_UNAVAILABLE"]);
        expect(each.answer.headers["retry-after"]).toBe("5");
        expect(each.answer.text).not.toContain("/srv");
        expectUnchanged(each);
      }
    },
  );

  it.each(calling)("is 500 where nobody foresaw it, with nothing of the cause: $name", async ({ route }) => {
    for (const each of await failEach(route, unforeseen)) {
      expect([each.answer.status, codeOf(each.answer)]).toEqual([500, "INTERNAL_ERROR"]);
      expect(each.answer.text).not.toContain("foresaw");
      expectUnchanged(each);
    }
  });

  it("is told of each session that a bulk could not do it to", async () => {
    const [route] = routeTable.filter((each) => nameOf(each) === "POST /api/v1/sessions/bulk");
    const faulted = route === undefined ? [] : await failEach(route, fullDisk);
    expect(faulted).toHaveLength(1);
    for (const each of faulted) {
      expect(each.answer.json()).toMatchObject({
        total: 1,
        done: 0,
        failed: 1,
        results: [{ status: "failed", epoch: null, problem: { code: "STORE_UNAVAILABLE", status: 503 } }],
      });
      expectUnchanged(each);
    }
  });

  it.each(named(routeTable.filter((route) => fromMemory.includes(nameOf(route)))))(
    "does not exist: $name",
    async ({ route }) => {
      expect((await askFaulted(route, 0, fullDisk)).calls).toEqual([]);
    },
  );
});
