import { afterAll, describe, expect, it } from "vitest";
import { openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { promises } from "../requirements.ts";
import { closeBrowser } from "./support/browser.ts";
import { openOperator } from "./support/operator.ts";

afterAll(closeBrowser);

const schedule = { name: "Morning news", text: "What is new?", cron: "0 9 * * MON-FRI", timeZone: "Europe/Berlin" };

describe(`${promises("dashboard-schedules")}the schedules`, () => {
  it("are made for a conversation that is found by its name, and kept as they were entered when that is refused", async () => {
    await using open = await openGateway();
    await open.converse("hello", "hi", "lobby");
    await open.converse("hello", "hi", "other");
    await using ana = await openOperator(open);
    const { page } = ana;
    await page.goto(`${open.url}/#/schedules`);
    await page.getByText("There is no schedule yet.").waitFor();
    await page.getByRole("button", { name: "Make a schedule" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Make a schedule" });
    await dialog.getByRole("searchbox", { name: "Find the conversation" }).fill("lobby");
    await expect
      .poll(() => dialog.getByRole("combobox", { name: "Conversation" }).textContent())
      .toBe("lobby · webchat");
    await dialog.getByRole("textbox", { name: "Name" }).fill("Morning news");
    await dialog.getByRole("textbox", { name: "Message" }).fill("What is new?");
    await dialog.getByRole("textbox", { name: "When" }).fill("every morning");
    await dialog.getByRole("button", { name: "Make a schedule" }).click();
    await dialog
      .getByRole("alert")
      .getByText(/That was not done: .*cron/)
      .waitFor();
    expect(await dialog.getByRole("textbox", { name: "Message" }).inputValue()).toBe("What is new?");
    await dialog.getByRole("textbox", { name: "When" }).fill("0 9 * * MON-FRI");
    await dialog.getByRole("combobox", { name: "Runs that were missed" }).selectOption("once");
    await dialog.getByRole("button", { name: "Make a schedule" }).click();
    const row = page.getByRole("row", { name: "Morning news" });
    await row.getByRole("link", { name: "lobby" }).waitFor();
    await row.getByText("not yet").waitFor();
    const { text } = await open.ask("GET", "/schedules");
    expect(JSON.parse(text)).toMatchObject({
      items: [{ name: "Morning news", cron: "0 9 * * MON-FRI", missed: "once" }],
    });
    expect(ana.faults).toEqual([]);
  });

  it("are run, paused, resumed, changed and deleted, in front of the other operator", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi", "lobby");
    await open.ask("POST", "/schedules", { sessionId, ...schedule });
    await using ana = await openOperator(open);
    await using ben = await openOperator(open);
    for (const { page } of [ana, ben]) await page.goto(`${open.url}/#/schedules`);
    const row = ana.page.getByRole("row", { name: "Morning news" });
    const other = ben.page.getByRole("row");
    await row.getByRole("button", { name: "Run now" }).click();
    const run = await open.runner.nextRun();
    expect(run.texts).toEqual(["What is new?"]);
    run.answer("Nothing.");
    await other.getByText("handed in").waitFor();
    await row.getByRole("button", { name: "Pause" }).click();
    await other.getByText("paused", { exact: true }).waitFor();
    await row.getByRole("button", { name: "Resume" }).click();
    await other.getByText("paused", { exact: true }).waitFor({ state: "detached" });
    await row.getByRole("button", { name: "Change" }).click();
    const dialog = ana.page.getByRole("alertdialog", { name: "Morning news" });
    expect(await dialog.getByRole("textbox", { name: "Message" }).inputValue()).toBe("What is new?");
    await dialog.getByRole("textbox", { name: "Name" }).fill("Evening news");
    await dialog.getByRole("button", { name: "Save" }).click();
    await other.getByText("Evening news").waitFor();
    await ana.page.getByRole("button", { name: "Delete" }).click();
    await ana.page
      .getByRole("alertdialog", { name: "Delete the schedule “Evening news”?" })
      .getByRole("button", { name: "Delete" })
      .click();
    for (const { page } of [ana, ben]) await page.getByText("There is no schedule yet.").waitFor();
  });

  it("are not overwritten when somebody else changed them meanwhile", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi", "lobby");
    const made = await open.ask("POST", "/schedules", { sessionId, ...schedule });
    const { id } = JSON.parse(made.text);
    await using ana = await openOperator(open);
    await ana.page.goto(`${open.url}/#/schedules`);
    await ana.page.getByRole("button", { name: "Change" }).click();
    const dialog = ana.page.getByRole("alertdialog", { name: "Morning news" });
    await dialog.waitFor(); //                                                              1. Ana has the form
    await open.ask("PATCH", `/schedules/${id}`, { text: "What is old?" }, { "If-Match": "*" }); // 2. Ben changes it
    await dialog.getByRole("textbox", { name: "Name" }).fill("News");
    await dialog.getByRole("button", { name: "Save" }).click(); //                          3. Ana saves
    await dialog.getByRole("alert").waitFor();
    expect(JSON.parse((await open.ask("GET", `/schedules/${id}`)).text)).toMatchObject({
      name: "Morning news",
      text: "What is old?",
    });
  });
});
