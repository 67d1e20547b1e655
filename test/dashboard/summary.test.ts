import { startModelServer } from "@keyturn/testkit";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { operator } from "../support/bot-harness.ts";
import { promises } from "../requirements.ts";
import { closeBrowser } from "./support/browser.ts";
import { openOperator } from "./support/operator.ts";
import { Scroller } from "./support/scroller.ts";
import { withLongTranscript } from "./support/transcripts.ts";

afterAll(closeBrowser);

const key = { adapter: "webchat", account: "web", place: "lobby" };

describe(`${promises("dashboard-transcript")}a summary of the older part`, () => {
  it("comes as a folded line below the entries that it covers, which stay, and opens by pointer and key", async () => {
    await using model = await startModelServer();
    await using open = await openGateway({ model });
    for (const [text, answer] of [
      ["first", "one"],
      ["second", "two"],
      ["third", "three"],
    ] as const) {
      await open.say(text);
      await (await model.nextRequest()).finish(answer);
      await open.bot.settled();
    }
    await using ana = await openOperator(open);
    const { page } = ana;
    await ana.row("lobby").click();
    await page.locator("[data-kind=assistant]", { hasText: "three" }).waitFor();
    expect(await page.locator(".summary").count()).toBe(0);
    const id = await open.bot.sessions.find(key);
    const compacting = open.bot.sessions.compact(id!, { actor: operator, reason: "" });
    const asked = await model.nextRequest();
    await asked.finish("They spoke of **first** things, <b>and</b> of second ones.");
    expect(await compacting).toMatchObject({ kind: "compacted", entries: 4 });
    const summary = page.locator("details.summary");
    await summary.waitFor(); // it comes live
    const head = summary.locator("summary");
    const said = "The agent remembers a summary of the 4 entries above";
    await head.getByText(said).waitFor();
    expect(await head.getAttribute("title")).toBe("Models read it in their place; the entries themselves stay");
    const rows = page.locator(".entries").locator(".entry-body, .summary > summary");
    const texts = (await rows.allTextContents()).map((text) => (text.startsWith(said) ? "summary" : text));
    expect(texts).toEqual(["first", "one", "second", "two", "summary", "third", "three"]);
    const text = summary.getByText("They spoke of first things, <b>and</b> of second ones.");
    expect(await text.isVisible()).toBe(false);
    await head.click();
    await text.waitFor();
    expect(await summary.locator("strong").allTextContents()).toEqual(["first"]);
    await head.press("Enter");
    await text.waitFor({ state: "hidden" });
    expect(await page.locator("[data-kind=user]", { hasText: "first" }).isVisible()).toBe(true);
    expect(ana.faults).toEqual([]);
  });

  it("shows anew when it was written anew, also far above the newest entries", async () => {
    await using open = await openGateway();
    const id = await withLongTranscript(open, 80);
    await using ana = await openOperator(open);
    const { page } = ana;
    let summary = { text: "Of the first questions.", upTo: 14, at: "2030-01-01T10:00:00.000Z" };
    await page.route("**/messages?*", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...z.looseObject({}).parse(await response.json()), summary } });
    });
    await ana.row("lobby").click();
    await page.locator(".entries").getByText("answer 79").waitFor();
    const pane = new Scroller(page);
    const shown = page.locator("details.summary");
    // Until all of it was read and drawn, its beginning is elsewhere each time.
    const isShown = async () => {
      await pane.to(0);
      return shown.isVisible();
    };
    await expect.poll(isShown, { timeout: 20_000 }).toBe(true);
    await shown.locator("summary").click();
    await shown.getByText("Of the first questions.").waitFor();
    summary = { ...summary, text: "Of questions, and of points.", at: "2030-01-01T11:00:00.000Z" };
    await open.ask("PATCH", `/sessions/${id}`, { title: "questions" }, { "If-Match": "*" });
    await shown.getByText("Of questions, and of points.").waitFor();
    expect(await shown.getByText("Of the first questions.").count()).toBe(0);
    expect(await shown.getAttribute("open")).toBe("");
  });
});
