import type { AuthorizationRequest } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { exchangeGood, goodRequests } from "../test-support/good-requests.ts";
import { openLiveScene } from "../test-support/live-scene.ts";
import { openGateway } from "../test-support/open-gateway.ts";
import { pictureOf } from "../test-support/picture.ts";
import { botRefusals } from "../test-support/refusals/bot-refusals.ts";
import type { Refusal } from "../test-support/refusals/refusal.ts";
import { deliveryRefusals } from "../test-support/refusals/delivery-refusals.ts";
import { sessionRefusals } from "../test-support/refusals/session-refusals.ts";
import { visitorRefusals } from "../test-support/refusals/visitor-refusals.ts";
import type { GatewayRoute } from "./routes/route.ts";
import { routeTable } from "./routes/route-table.ts";

const refusals: readonly Refusal[] = [...sessionRefusals(), ...deliveryRefusals(), ...botRefusals, ...visitorRefusals];

/** Answers of a handler to a request in good form that it does not carry out. */
const lateStatuses: readonly string[] = ["404", "409", "410", "412", "422", "428"];

/** Routes that change something, as far as their method tells. */
const changing = routeTable.filter(({ form, takesRawBody }) => form.method !== "get" && takesRawBody !== true);

function nameOf({ form }: GatewayRoute): string {
  return `${form.method.toUpperCase()} ${form.path}`;
}

describe("a request that is refused", () => {
  it.each(refusals)("changes nothing: $route $status, because $because", async ({ status, options, given, ask }) => {
    await using open = await openGateway(options);
    const scene = await openLiveScene(open);
    await given?.(scene);
    const told = scene.events.length;
    const before = await pictureOf(open);
    const answer = await ask(scene);
    expect(answer.status).toBe(status);
    expect(await pictureOf(open)).toEqual(before);
    expect(scene.events.slice(told)).toEqual([]);
  });

  it("has a case for every late refusal that a route documents", () => {
    const documented = changing.flatMap((route) =>
      Object.keys(route.form.responses)
        .filter((status) => lateStatuses.includes(status))
        .map((status) => `${nameOf(route)} ${status}`),
    );
    const covered = new Set(refusals.map(({ route, status }) => `${route} ${status}`));
    expect(documented.filter((name) => !covered.has(name))).toEqual([]);
  });
});

/** Says no to everything once it is told to, and writes down what it was asked. */
class LatePolicy {
  isClosed = false;
  readonly asked: string[] = [];

  authorize({ operation }: AuthorizationRequest): Promise<boolean> {
    if (!this.isClosed) return Promise.resolve(true);
    this.asked.push(operation);
    return Promise.resolve(false);
  }
}

/** Who may come in is the gateway's own affair, which roles decide; what people write is theirs. */
const rolesDecide = /^(?:login|code|token|visitor|webchat)\./;

/** Where the whole is answered, and each of its parts refused. */
const answeredInParts: Readonly<Record<string, number>> = { "POST /api/v1/sessions/bulk": 200 };

describe("what the policy denies", () => {
  const asking = changing.filter(({ operation }) => !rolesDecide.test(operation));

  it.each(asking.map((route) => ({ name: nameOf(route), route })))(
    "changes nothing: $name",
    async ({ name, route }) => {
      const policy = new LatePolicy();
      await using open = await openGateway({ bot: { policy } });
      const scene = await openLiveScene(open);
      const request = await goodRequests[name]?.(scene);
      const told = scene.events.length;
      const before = await pictureOf(open);
      policy.isClosed = true;
      const answer = await exchangeGood(scene, route, request);
      policy.isClosed = false;
      expect(answer.status).toBe(answeredInParts[name] ?? 403);
      expect(policy.asked).not.toEqual([]);
      expect(await pictureOf(open)).toEqual(before);
      expect(scene.events.slice(told)).toEqual([]);
    },
  );
});
