import { describe, expect, it } from "vitest";
import { bearerOf, makeToken } from "../../test-support/access.ts";
import { bearer, openGateway } from "../../test-support/open-gateway.ts";

const today = (): string => new Date().toISOString().slice(0, 10);
const one = { runs: 1, inputTokens: 1, outputTokens: 1 };

describe("GET /usage", () => {
  it("tells what was used by day, model and adapter, also of what was deleted", async () => {
    await using open = await openGateway();
    const id = await open.converse("hello", "hi");
    await open.exchange({ method: "DELETE", path: `/api/v1/sessions/${id}`, headers: bearer });
    const viewer = bearerOf((await makeToken(open, "viewer")).token);
    const usage = (query: string) => open.exchange({ path: `/api/v1/usage${query}`, headers: viewer });
    expect((await usage("")).json()).toMatchObject({ groupBy: "day", items: [{ name: today(), ...one }], total: one });
    expect((await usage("?groupBy=model")).json()).toMatchObject({ items: [{ name: "offline/eliza", ...one }] });
    expect((await usage("?groupBy=adapter")).json()).toMatchObject({ items: [{ name: "webchat", ...one }] });
    expect((await usage("?until=2020-01-01")).json()).toMatchObject({ items: [], total: { runs: 0 } });
  });

  it.each(["?groupBy=person", "?since=yesterday", "?since=2030-02-30", "?since=2030-01-01T00:00:00Z", "?day=1"])(
    "refuses %s",
    async (query) => {
      await using open = await openGateway();
      expect((await open.exchange({ path: `/api/v1/usage${query}`, headers: bearer })).status).toBe(400);
    },
  );
});
