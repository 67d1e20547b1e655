import { afterAll, describe, expect, it } from "vitest";
import type { Policy } from "@keyturn/core";
import { openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { promises } from "../requirements.ts";
import { closeBrowser } from "./support/browser.ts";
import { openOperator } from "./support/operator.ts";
import { axeFindings } from "./support/axe-findings.ts";

afterAll(closeBrowser);

const lists = "**/api/v1/sessions?*";

describe.each(["light", "dark"] as const)("the list in its other states, %s,", (colorScheme) => {
  it("says that it is read, that it could not be and why, and reads it again when it is asked to", async () => {
    await using open = await openGateway();
    await open.converse("hello", "hi", "lobby");
    await using ana = await openOperator(open, { colorScheme });
    const { page } = ana;
    const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(lists, async (route) => {
      await isHeld;
      await route.fulfill({ status: 404, contentType: "application/problem+json", body: JSON.stringify(problem) });
    });
    await page.reload();
    await page.locator(".skeleton").waitFor(); //                       1. nobody answers yet
    expect(await page.locator(".rows").getAttribute("aria-busy")).toBe("true");
    expect(await axeFindings(page)).toEqual([]);
    letGo(); //                                                         2. the answer is that it cannot be
    const alert = page.getByRole("alert");
    await alert.getByText("The conversations could not be read.").waitFor();
    await alert.getByText("The shelf is locked. Ask for the key.").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.unroute(lists);
    await alert.getByRole("button", { name: "Try again" }).click(); //  3. now it can
    await ana.row("lobby").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  it("teaches how to begin, and leads out of a filter that nothing meets", async () => {
    await using open = await openGateway();
    await using ana = await openOperator(open, { colorScheme });
    const { page } = ana;
    await page.getByRole("heading", { name: "No conversations yet" }).waitFor();
    await page.getByText("keyturn chat").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await open.converse("hello", "hi", "lobby");
    await ana.row("lobby").waitFor();
    await page.getByRole("searchbox").fill("nothing of it");
    await page.getByRole("heading", { name: "Nothing matches" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await ana.row("lobby").waitFor();
    expect(await page.getByRole("searchbox").inputValue()).toBe("");
  });
});

describe(`${promises("no-resurrection", "dashboard-removal")}a row that was deleted`, () => {
  it("never comes back, not even when an older answer of the list comes after the delete", async () => {
    await using open = await openGateway();
    const id = await open.converse("hello", "hi", "lobby");
    await open.converse("hello", "hi", "den");
    await using ana = await openOperator(open);
    const { page } = ana;
    await ana.row("lobby").waitFor();
    const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: isRead, resolve: wasRead } = Promise.withResolvers<void>();
    await page.route(lists, async (route) => {
      const answer = await route.fetch();
      wasRead();
      await isHeld;
      await route.fulfill({ response: answer });
    });
    await page.getByRole("combobox", { name: "State" }).selectOption("idle");
    await isRead; //                                                    1. a list with the row is on its way
    await open.ask("DELETE", `/sessions/${id}`); //                     2. it is deleted, and an event tells so
    await ana.row("lobby").waitFor({ state: "detached" });
    await page.evaluate(`new MutationObserver(() => {
      if (document.getElementById("row-${id}") !== null) document.body.dataset.flickered = "true";
    }).observe(document.body, { subtree: true, childList: true })`);
    const answered = page.waitForResponse(lists);
    letGo(); //                                                         3. the older list arrives
    await (await answered).finished();
    await page.getByText("1 conversation ·").waitFor();
    expect(await page.evaluate("document.body.dataset.flickered ?? 'never'")).toBe("never");
    expect(await ana.rows.count()).toBe(1);
  });

  it("and was refused is there again, with the reason in it, until somebody opens it", async () => {
    const policy: Policy = { authorize: ({ operation }) => operation !== "session.delete" };
    await using open = await openGateway({ bot: { policy } });
    await open.converse("hello", "hi", "lobby");
    await open.converse("hello", "hi", "den");
    await using ana = await openOperator(open);
    await ana.row("den").waitFor();
    await ana.page.keyboard.press("j");
    await ana.page.keyboard.press("Delete");
    await ana
      .row("den")
      .getByText(/^Not deleted: /)
      .waitFor();
    await ana.page.locator("[data-cursor=true]", { hasText: "lobby" }).waitFor();
    await ana.row("den").click();
    await ana.row("den").getByText("hi").waitFor();
    expect(
      await ana.page
        .locator(".row")
        .getByText(/^Not deleted: /)
        .count(),
    ).toBe(0);
  });
});

const problem = {
  type: "about:blank",
  title: "Not found",
  status: 404,
  code: "SESSION_NOT_FOUND",
  detail: "The shelf is locked. Ask for the key.",
  instance: "q_1",
};
