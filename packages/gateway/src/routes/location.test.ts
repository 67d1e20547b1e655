import { describe, expect, it } from "vitest";
import { exchangeGood, goodRequests } from "../../test-support/good-requests.ts";
import { openLiveScene } from "../../test-support/live-scene.ts";
import { bearer, openGateway } from "../../test-support/open-gateway.ts";
import type { GatewayRoute } from "./route.ts";
import { routeTable } from "./route-table.ts";

const basePath = "/bots/keyturn";

/** More sessions than are worked on while the client waits; none of them is there. */
const manySessions = Array.from({ length: 101 }, (_, index) => `s_${String(index).padStart(22, "0")}`);

/** Routes that say where what they made is, with what that answers. */
const places: Readonly<Record<string, RegExp>> = {
  "POST /api/v1/sessions/import": /^\/bots\/keyturn\/api\/v1\/sessions\/s_[\w-]{22}$/,
  "POST /api/v1/sessions/bulk": /^\/bots\/keyturn\/api\/v1\/operations\/o_[\w-]{22}$/,
  "POST /api/v1/schedules": /^\/bots\/keyturn\/api\/v1\/schedules\/c_[\w-]{22}$/,
};

function nameOf({ form }: GatewayRoute): string {
  return `${form.method.toUpperCase()} ${form.path}`;
}

/** A good answer's path of what was made; undefined where the answer has no `Location`. */
async function placeMade(route: GatewayRoute, start: string): Promise<{ status: number; path: string } | undefined> {
  await using open = await openGateway({ gateway: { basePath } });
  const scene = await openLiveScene(open);
  const name = nameOf(route);
  const good = await goodRequests[name]?.(scene);
  if (good === undefined) throw new Error(`${name} has no good request in test-support.`);
  const body = name.endsWith("/bulk") ? { action: "delete", ids: manySessions } : good.body;
  const answer = await exchangeGood(scene, route, { ...good, body, path: start + good.path });
  const { location } = answer.headers;
  if (location === undefined) return undefined;
  // As a browser does it that asked under the public path, whatever became of the path on the way.
  const { pathname } = new URL(location, new URL(basePath + good.path, open.url));
  const { status } = await open.exchange({ path: pathname, headers: bearer });
  return { status, path: pathname };
}

describe("a Location below a base path", () => {
  it.each(Object.entries(places).flatMap(([name, path]) => ["", basePath].map((start) => ({ name, path, start }))))(
    "leads to what was made, asked for below $start: $name",
    async ({ name, path, start }) => {
      const [route] = routeTable.filter((each) => nameOf(each) === name);
      const made = route && (await placeMade(route, start));
      expect(made).toEqual({ status: 200, path: expect.stringMatching(path) });
    },
  );

  it("is in no other route's answer", async () => {
    const others = routeTable.filter((route) => route.isStream !== true && places[nameOf(route)] === undefined);
    const found: string[] = [];
    for (const route of others) if ((await placeMade(route, basePath)) !== undefined) found.push(nameOf(route));
    expect(found).toEqual([]);
    // A gateway and a bot at work for each route that there is.
  }, 60_000);
});
