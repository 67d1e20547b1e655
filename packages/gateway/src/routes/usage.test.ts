import { usageSchema } from "../wire/usage.ts";
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

  it("tells what it cost, without what has no price, at the prices that are set now", async () => {
    const parts = [{ type: "text", text: "fine" }] as const;
    const usage = { inputTokens: 3_000_000, outputTokens: 1_000_000, cachedInputTokens: 2_000_000 };
    const answers = ["lab/large", "lab/small", "free/local", "other/one"];
    const run = async () => ({ parts, usage, modelName: answers.shift() ?? "" });
    const prices = [
      { model: "lab/*", input: 1, output: 2 },
      { model: "lab/large", input: 10, output: 20, cachedInput: 1.5 },
      { model: "free/*", input: 0, output: 0 },
    ];
    await using open = await openGateway({ bot: { turnRunner: { run }, usage: { currency: "EUR", prices } } });
    for (const place of answers.slice()) await open.say("hello", place.replace("/", "-"));
    await open.bot.settled();
    const read = async (query: string) => usageSchema.parse((await open.ask("GET", `/usage${query}`)).json());
    const { items, total, currency } = await read("?groupBy=model");
    expect(currency).toBe("EUR");
    expect(items.map(({ name, cost, unpricedTokens }) => [name, cost, unpricedTokens])).toEqual([
      ["free/local", 0, 0],
      ["lab/large", 33, 0],
      ["lab/small", 5, 0],
      ["other/one", null, 4_000_000],
    ]);
    expect(total).toMatchObject({ runs: 4, cost: 38, unpricedTokens: 4_000_000, cachedInputTokens: 8_000_000 });
    expect((await read("")).items).toMatchObject([{ name: today(), cost: 38 }]);
    await open.ask("PATCH", "/config", { usage: { prices: [] } }, { "If-Match": "*" });
    expect(await read("?groupBy=adapter")).toMatchObject({ currency: null, total: { cost: null } });
  });

  it.each([
    [{ currency: "euro" }, "usage.currency"],
    [{ prices: [{ model: "large", input: 1, output: 1 }] }, "usage.prices"],
    [{ prices: [{ model: "lab/large", input: -1, output: 1 }] }, "usage.prices"],
    [{ prices: [1, 2].map((input) => ({ model: "lab/large", input, output: 1 })) }, "usage.prices"],
  ])("refuses prices that are none, by the setting: %j", async (usage, setting) => {
    await using open = await openGateway();
    const answer = await open.ask("PATCH", "/config", { usage }, { "If-Match": "*" });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(setting)]);
    expect(open.bot.settings.current.usage).toEqual({ currency: "USD", prices: [] });
  });

  it.each(["?groupBy=person", "?since=yesterday", "?since=2030-02-30", "?since=2030-01-01T00:00:00Z", "?day=1"])(
    "refuses %s",
    async (query) => {
      await using open = await openGateway();
      expect((await open.exchange({ path: `/api/v1/usage${query}`, headers: bearer })).status).toBe(400);
    },
  );
});
