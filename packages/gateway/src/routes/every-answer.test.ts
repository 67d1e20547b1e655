import { describe, expect, it } from "vitest";
import { accessCases } from "../../test-support/answers/access-cases.ts";
import type { AnswerCase, AnswerCases } from "../../test-support/answers/answer-case.ts";
import { botCases } from "../../test-support/answers/bot-cases.ts";
import { DoorCases } from "../../test-support/answers/door-cases.ts";
import { sessionAnswers } from "../../test-support/answers/session-cases.ts";
import { webhookCases } from "../../test-support/answers/signed-adapter.ts";
import { visitorCases } from "../../test-support/answers/visitor-cases.ts";
import { openGateway } from "../../test-support/open-gateway.ts";
import type { GatewayRoute } from "./route.ts";
import { routeTable } from "./route-table.ts";

const cases: AnswerCases = {
  ...accessCases,
  ...sessionAnswers,
  ...botCases,
  ...visitorCases,
  "POST /hooks/{adapter}/{path}": webhookCases("POST"),
  "GET /hooks/{adapter}/{path}": webhookCases("GET"),
};

function nameOf({ form }: GatewayRoute): string {
  return `${form.method.toUpperCase()} ${form.path}`;
}

/** The statuses that a route documents; what an adapter answers of its own has none. */
function documentedBy({ form }: GatewayRoute): readonly number[] {
  return Object.keys(form.responses)
    .filter((status) => status !== "default")
    .map(Number);
}

async function statusOf({ options = {}, ask }: AnswerCase): Promise<number> {
  await using open = await openGateway(options);
  return (await ask(open)).status;
}

/** What is wrong with a documented answer; undefined when it came. */
async function faultOf(door: DoorCases, route: GatewayRoute, status: number): Promise<string | undefined> {
  const what = `${nameOf(route)} ${status}`;
  const own = cases[nameOf(route)]?.[status];
  try {
    const came = own === undefined ? (await door.ask(route, status))?.status : await statusOf(own);
    if (came === status) return undefined;
    if (came !== undefined) return `${what}: ${came} came`;
    return `${what}: nothing brings it about. Add a case in test-support/answers, or take it out of the form.`;
  } catch (error) {
    return `${what}: ${String(error)}`;
  }
}

describe("the answers that the routes document", () => {
  // Each is held against its form by `open.exchange`.
  it("all come, in the form that is documented", async () => {
    await using door = await DoorCases.open();
    const faults = await Promise.all(
      routeTable.map(async (route) => {
        const found: (string | undefined)[] = [];
        for (const status of documentedBy(route)) found.push(await faultOf(door, route, status));
        return found;
      }),
    );
    expect(faults.flat().filter((fault) => fault !== undefined)).toEqual([]);
  }, 60_000);

  it("have no case that no route documents", () => {
    const documented = new Set(
      routeTable.flatMap((route) => documentedBy(route).map((status) => `${nameOf(route)} ${status}`)),
    );
    const named = Object.entries(cases).flatMap(([name, own]) => Object.keys(own).map((status) => `${name} ${status}`));
    expect(named.filter((name) => !documented.has(name))).toEqual([]);
  });
});
