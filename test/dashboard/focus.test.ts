import { afterAll, describe, expect, it } from "vitest";
import { openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { strand } from "../../packages/gateway/test-support/strand.ts";
import { promises } from "../requirements.ts";
import { closeBrowser } from "./support/browser.ts";
import { type Operator, openOperator } from "./support/operator.ts";

afterAll(closeBrowser);

/** What has the focus: its name, or its text. */
function focused({ page }: Operator): Promise<string> {
  return page.evaluate(
    "document.activeElement === document.body ? 'nothing' : (document.activeElement.ariaLabel ?? document.activeElement.textContent)",
  );
}

describe(`${promises("dashboard-for-everyone")}the focus, when what has it goes,`, () => {
  it("goes to the row that takes its place, the row before, and what is said of an empty list", async () => {
    await using open = await openGateway();
    for (const place of ["first", "second", "third"]) {
      await open.ask("DELETE", `/sessions/${await open.converse("hello", "hi", place)}`);
    }
    await using ana = await openOperator(open);
    const { page } = ana;
    await page.goto(`${open.url}/#/trash`); //          the newest first
    await page.getByRole("button", { name: "Bring back: second" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(ana)).toBe("Bring back: first");
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(ana)).toBe("Bring back: third");
    await page.keyboard.press("Tab");
    expect(await focused(ana)).toBe("Purge: third");
    await page.keyboard.press("Enter");
    await page.getByRole("alertdialog").getByRole("button", { name: "Purge" }).press("Enter");
    await expect.poll(() => focused(ana)).toMatch(/^Nothing can be brought back\./);
  });

  it("stays near on every other screen from which something goes", async () => {
    await using open = await openGateway();
    await strand(open, "failed", "refused");
    const { sessionId } = await open.startRun("hello", "lobby");
    await open.ask("POST", "/schedules", { name: "morning", sessionId, cron: "0 9 * * *", text: "hi" });
    for (const label of ["one", "two"]) await open.ask("POST", "/tokens", { label, role: "viewer" });
    await using ana = await openOperator(open);
    const { page } = ana;
    await page.goto(`${open.url}/#/health`);
    await page.getByRole("button", { name: "Dismiss: refused" }).press("Enter");
    await expect.poll(() => focused(ana)).toBe("Everything was delivered.");
    await page.getByRole("button", { name: "Stop: lobby" }).press("Enter");
    await expect.poll(() => focused(ana)).toMatch(/^Nothing is being answered|^lobby/);
    await page.goto(`${open.url}/#/access`);
    await page.getByRole("button", { name: "Revoke: two" }).press("Enter");
    await expect.poll(() => focused(ana)).toBe("Revoke: one");
    await page.getByRole("button", { name: "Make a login link" }).press("Enter");
    await page.getByRole("button", { name: "Put away" }).press("Enter");
    await expect.poll(() => focused(ana)).not.toBe("nothing");
    await page.goto(`${open.url}/#/settings`);
    await page.getByRole("button", { name: "Change: model", exact: true }).press("Enter");
    await page.getByRole("button", { name: "Cancel" }).press("Enter");
    await expect.poll(() => focused(ana)).toMatch(/Change|offline/);
    await page.goto(`${open.url}/#/schedules`);
    await page.getByRole("button", { name: "Delete: morning" }).press("Enter");
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).press("Enter");
    await expect.poll(() => focused(ana)).toMatch(/^There is no schedule yet\./);
    expect(ana.faults).toEqual([]);
  });

  it("is not taken from somebody who is elsewhere when a row goes", async () => {
    await using open = await openGateway();
    await strand(open, "failed", "one");
    const { path, etag } = await strand(open, "failed", "two");
    await using ana = await openOperator(open);
    const { page } = ana;
    await page.goto(`${open.url}/#/health`);
    await page.getByRole("button", { name: "Dismiss: two" }).focus();
    await page.getByRole("heading", { name: "Channels" }).click(); //     1. away from the row
    expect(await page.locator("main:focus").count()).toBe(1);
    await open.ask("POST", `${path}/dismiss`, {}, { "If-Match": etag }); // 2. somebody else decides on it
    await page.getByRole("button", { name: "Dismiss: two" }).waitFor({ state: "detached" });
    expect(await page.locator("main:focus").count()).toBe(1);
  });
});
