import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { promises } from "../requirements.ts";
import { closeBrowser } from "./support/browser.ts";
import { openCrowded } from "./support/crowded-gateway.ts";
import { openOperator } from "./support/operator.ts";

afterAll(closeBrowser);

describe(`${promises("dashboard-list")}a list that is longer than anybody reads`, () => {
  it("is as long as its scrollbar says, reads what is looked at, and shows each row where it belongs", async () => {
    await using open = await openCrowded(420);
    await using ana = await openOperator(open);
    const { page } = ana;
    await page.getByText("420 conversations").waitFor();
    const asked: string[] = [];
    page.on("request", (request) => request.url().includes("/sessions?") && asked.push(request.url()));
    const scroller = page.locator(".rows");
    expect(await page.evaluate("document.querySelector('.rows').scrollHeight")).toBe(420 * 56);
    await page.evaluate("document.querySelector('.rows').scrollTop = 250 * 56"); // as a drag does
    await ana.row("place-170").and(page.locator("[aria-posinset='251'][aria-setsize='420']")).waitFor();
    const offsets = asked.map((url) => Number(new URL(url).searchParams.get("offset")));
    expect(offsets.toSorted((one, other) => one - other)).toEqual([100, 200, 300]);
    await scroller.focus();
    await page.keyboard.press("End");
    await page.locator("[data-cursor=true][aria-posinset='420']", { hasText: "place-1" }).waitFor();
    await page.keyboard.press("k");
    await page.locator("[data-cursor=true]", { hasText: "place-2" }).waitFor();
    await page.keyboard.press("Home");
    await page.locator("[data-cursor=true][aria-posinset='1']", { hasText: "place-420" }).waitFor();
    expect(await page.locator(".row").count()).toBeLessThan(60);
    expect(ana.faults).toEqual([]);
  });

  it("draws a few rows of a hundred thousand, wherever it is", async () => {
    await using open = await openCrowded(1);
    const listed = z
      .object({ items: z.tuple([z.looseObject({ id: z.string() })]) })
      .parse((await open.ask("GET", "/sessions")).json());
    const [model] = listed.items;
    await using ana = await openOperator(open);
    const { page } = ana;
    await page.route("**/api/v1/sessions?*", (route) => {
      const offset = Number(new URL(route.request().url()).searchParams.get("offset"));
      const items = Array.from({ length: 100 }, (_, at) => {
        const number = 100_000 - offset - at;
        const updatedAt = new Date(number * 1_000).toISOString();
        return { ...model, id: `s_${number}`, title: `number ${number}.`, createdAt: updatedAt, updatedAt };
      });
      return route.fulfill({ json: { items, nextCursor: offset === 99_900 ? null : "x", total: 100_000, asOf: "" } });
    });
    await page.reload();
    await page.getByText("100,000 conversations").waitFor();
    for (const row of [99_990, 50_000, 12_345]) {
      await page.evaluate(`document.querySelector('.rows').scrollTop = ${row} * 56`);
      await ana.row(`number ${100_000 - row}.`).waitFor();
      expect(await page.locator(".row").count()).toBeLessThan(60);
    }
    expect(ana.faults).toEqual([]);
  });

  it("keeps what is read where it is, while conversations move to the top and go", async () => {
    await using open = await openCrowded(240);
    await using ana = await openOperator(open);
    await ana.page.getByText("240 conversations").waitFor();
    await ana.page.evaluate("document.querySelector('.rows').scrollTop = 120 * 56");
    const row = ana.row("place-118");
    await row.waitFor();
    const before = (await row.boundingBox())?.y;
    await open.say("new", "place-3"); //                                  1. one moves from the bottom to the top
    await open.say("hello", "brand-new"); //                              2. one comes
    await ana.page.getByText("241 conversations").waitFor();
    const id = await open.say("new", "place-200"); //                     3. one moves, and goes
    await open.ask("DELETE", `/sessions/${id}`);
    await ana.page.getByText("240 conversations").waitFor();
    await expect.poll(async () => (await row.boundingBox())?.y).toBe(before);
    expect(await row.getAttribute("aria-posinset")).toBe("124");
  });
});

describe(`${promises("dashboard-list")}a view of the list`, () => {
  it("is its address: what was chosen is there again after a load, and for whoever is sent the link", async () => {
    await using open = await openGateway();
    await open.converse("hello", "hi", "quiet one");
    await open.startRun("hello", "busy one");
    await open.startRun("hello", "busy two");
    await using ana = await openOperator(open);
    const { page } = ana;
    await ana.row("busy two").waitFor();
    await page.getByRole("combobox", { name: "State" }).selectOption("running");
    await ana.row("quiet one").waitFor({ state: "detached" });
    await page.getByRole("combobox", { name: "Order" }).selectOption("createdAt");
    await expect.poll(() => ana.rows.first().textContent()).toContain("busy one");
    await page.getByRole("searchbox", { name: "Search conversations" }).fill("two");
    await expect.poll(() => ana.rows.count()).toBe(1);
    expect(new URL(page.url()).hash).toBe("#/?state=running&sort=createdAt&q=two");
    await page.reload();
    await ana.row("busy two").waitFor();
    expect(await ana.rows.count()).toBe(1);
    await using ben = await openOperator(open);
    await ben.page.goto(page.url());
    await expect.poll(() => ben.rows.count()).toBe(1);
    await ben.row("busy two").click();
    await ben.page.locator("#conversation-name", { hasText: "busy two" }).waitFor();
    await ben.page.keyboard.press("Escape");
    expect(new URL(ben.page.url()).hash).toBe("#/?state=running&sort=createdAt&q=two");
  });

  it("has rows as low as its operator likes them, from then on", async () => {
    await using open = await openGateway();
    await open.converse("hello", "hi", "lobby");
    await using ana = await openOperator(open);
    expect((await ana.row("lobby").boundingBox())?.height).toBe(56);
    await ana.page.getByRole("button", { name: "Compact rows" }).click();
    expect((await ana.row("lobby").boundingBox())?.height).toBe(36);
    await ana.page.reload();
    await ana.row("lobby").waitFor();
    expect((await ana.row("lobby").boundingBox())?.height).toBe(36);
  });
});

describe("a row of the list", () => {
  it("says where it is also when the conversation has a title, and so does the conversation", async () => {
    await using open = await openGateway();
    const id = await open.converse("hello", "hi", "lobby");
    const { headers } = await open.ask("GET", `/sessions/${id}`);
    await open.ask("PATCH", `/sessions/${id}`, { title: "A refund" }, { "If-Match": String(headers["etag"]) });
    await using ana = await openOperator(open);
    await ana.row("A refund").getByText("lobby").waitFor();
    await ana.row("A refund").click();
    await ana.page.locator(".conversation-facts").getByText("lobby").waitFor();
  });

  it("says where, who, what was said last as plain text, and what is waiting or being answered", async () => {
    await using open = await openGateway();
    await open.converse("which?", "Two: **4711** and [4718](https://example.org).", "invoices");
    await open.startRun("are you there?", "busy");
    await open.say("hello?", "busy");
    await using ana = await openOperator(open);
    const row = ana.row("invoices");
    await row.getByText("Two: 4711 and 4718.").waitFor();
    await row.getByText("webchat").waitFor({ state: "attached" });
    await row.locator("[title=quiet]").waitFor();
    await ana.row("busy").locator("[title='being answered']").waitFor();
    await ana.row("busy").getByText("1 message waits").waitFor({ state: "attached" });
  });

  it("tells what happened since its operator looked, until they look", async () => {
    await using open = await openGateway();
    await open.converse("hello", "hi", "lobby");
    await open.converse("hello", "hi", "den");
    await using ana = await openOperator(open);
    const news = (name: string) => ana.row(name).locator("[title='new since you looked']");
    await ana.row("lobby").waitFor();
    expect(await news("lobby").count()).toBe(0);
    await open.converse("more", "indeed", "lobby");
    await news("lobby").waitFor();
    expect(await news("den").count()).toBe(0);
    await ana.page.reload();
    await news("lobby").waitFor();
    await ana.row("lobby").click();
    await news("lobby").waitFor({ state: "detached" });
    await open.converse("and more", "before their eyes", "lobby");
    await ana.row("before their eyes").waitFor();
    expect(await news("lobby").count()).toBe(0);
  });

  it("says who emptied it, until there is something to say again", async () => {
    await using open = await openGateway();
    const id = await open.converse("hello", "hi", "lobby");
    await using ana = await openOperator(open);
    await ana.row("hi").waitFor();
    await open.ask("POST", `/sessions/${id}/reset`);
    await ana
      .row("lobby")
      .getByText(/^Reset by /)
      .waitFor();
    await open.converse("again", "hi again", "lobby");
    await ana.row("lobby").getByText("hi again").waitFor();
    expect(await ana.page.getByText(/^Reset by /).count()).toBe(0);
  });
});
