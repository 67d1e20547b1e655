import { afterAll, describe, expect, it } from "vitest";
import type { Policy } from "@keyturn/core";
import { openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { promises } from "../requirements.ts";
import { closeBrowser } from "./support/browser.ts";
import { openOperator } from "./support/operator.ts";

afterAll(closeBrowser);

describe(`${promises("no-resurrection", "dashboard-removal")}what is deleted on the dashboard while an answer is being written`, () => {
  it("is gone from the list at once, for the other operator too, and nothing that the run still does brings it back", async () => {
    await using open = await openGateway();
    await open.converse("keep me", "kept", "other");
    const { run, sessionId } = await open.startRun("delete me", "lobby");
    await using ana = await openOperator(open);
    await using ben = await openOperator(open);
    await ben.row("lobby").waitFor();
    await ana.row("lobby").click();
    run.write("half an ans"); //                                          1. the answer is being written
    await ana.page.getByText("half an ans").waitFor();
    await ana.page.keyboard.press("Delete"); //                           2. one key
    await ana.row("lobby").waitFor({ state: "detached" });
    await ben.row("lobby").waitFor({ state: "detached" }); //             3. gone for both
    expect(run.isAborted).toBe(true);
    run.answer("wer, late"); //                                           4. the run goes on all the same
    await open.bot.settled();
    await ana.page.reload();
    await ana.row("other").waitFor();
    expect(await ana.rows.count()).toBe(1);
    expect(await ben.rows.count()).toBe(1);
    expect((await open.ask("GET", `/sessions/${sessionId}`)).status).toBe(410);
  });

  it("is gone from the conversation, which says so and offers it back", async () => {
    await using open = await openGateway();
    const { run } = await open.startRun("delete me", "lobby");
    await using ana = await openOperator(open);
    await ana.row("lobby").click();
    run.write("half an ans");
    await ana.page.getByText("half an ans").waitFor();
    await ana.action("Delete").click();
    await ana.page.getByRole("heading", { name: "This conversation was deleted" }).waitFor();
    expect(await ana.page.getByText("half an ans").count()).toBe(0);
    await ana.page.getByRole("region", { name: "deleted" }).getByRole("button", { name: "Undo" }).click();
    await ana.page.locator(".conversation-head").getByText("lobby").waitFor();
    await ana.row("lobby").waitFor();
  });

  it("comes back whole with one key, and the run from before does not", async () => {
    await using open = await openGateway();
    await open.converse("remember this", "I will", "lobby");
    const { run } = await open.startRun("and this", "lobby");
    await using ana = await openOperator(open);
    await ana.row("lobby").click();
    await ana.page.getByText("I will").first().waitFor();
    await ana.page.keyboard.press("Delete");
    await ana.row("lobby").waitFor({ state: "detached" });
    await ana.page.getByText("Deleted “lobby”").waitFor();
    await ana.page.keyboard.press("z");
    await ana.row("lobby").waitFor();
    await ana.page.locator("[data-kind=assistant]", { hasText: "I will" }).waitFor();
    const again = await open.runner.nextRun();
    run.answer("from before the delete");
    again.answer("after the undo");
    await ana.page.locator("[data-kind=assistant]", { hasText: "after the undo" }).waitFor();
    expect(await ana.page.getByText("from before the delete").count()).toBe(0);
  });
});

describe(`${promises("dashboard-removal")}what is reset on the dashboard while an answer is being written`, () => {
  it("is emptied for everybody, says who did it from where, and can be undone", async () => {
    await using open = await openGateway();
    await open.converse("remember this", "I will", "lobby");
    const { run } = await open.startRun("and this", "lobby");
    await using ana = await openOperator(open);
    await using ben = await openOperator(open);
    for (const { page } of [ana, ben]) {
      await page.getByRole("option", { name: "lobby" }).click();
      await page.getByText("I will").first().waitFor();
    }
    run.write("half an ans");
    await ben.page.getByText("half an ans").waitFor();
    await ana.action("Reset").click();
    for (const { page } of [ana, ben]) {
      await page.getByText(/Reset by .* from the dashboard/).waitFor();
      await page.getByText("half an ans").waitFor({ state: "detached" });
      expect(await page.locator(".entries").getByText("I will").count()).toBe(0);
    }
    await ana.page.getByRole("button", { name: /^Undo/ }).click();
    for (const { page } of [ana, ben]) await page.locator("[data-kind=assistant]", { hasText: "I will" }).waitFor();
  });
});

describe("many conversations at once", () => {
  it("are deleted after one question, for the other operator too, and brought back together", async () => {
    await using open = await openGateway();
    for (const name of ["one", "two", "three"]) await open.converse("hello", "hi", name);
    const { run } = await open.startRun("hello", "four");
    await using ana = await openOperator(open);
    await using ben = await openOperator(open);
    await ben.row("four").waitFor();
    await ana.page.getByRole("button", { name: "Select all 4" }).click();
    await ana.page.getByText("4 selected").waitFor();
    await ana.page.keyboard.press("Delete");
    const question = ana.page.getByRole("alertdialog", { name: "Delete 4 conversations?" });
    await question.getByRole("button", { name: "Delete" }).click();
    for (const operator of [ana, ben]) await operator.rows.first().waitFor({ state: "detached" });
    await ana.page.getByText("Deleted 4 conversations.").waitFor();
    expect(run.isAborted).toBe(true);
    await ana.page.getByRole("button", { name: /^Undo/ }).click();
    await ana.page.getByText("Brought back 4 conversations.").waitFor();
    for (const operator of [ana, ben]) await operator.row("three").waitFor();
  });
});

describe("a removal that is refused", () => {
  it("leaves the row where it was, with the reason", async () => {
    const policy: Policy = { authorize: ({ operation }) => operation !== "session.delete" };
    await using open = await openGateway({ bot: { policy } });
    await open.converse("hello", "hi", "lobby");
    await using ana = await openOperator(open);
    await ana.rows.first().waitFor();
    await ana.page.keyboard.press("j");
    await ana.page.keyboard.press("Delete");
    await ana.page.getByText(/“lobby” was not deleted: /).waitFor();
    await ana.row("lobby").waitFor();
  });

  it("because messages arrived that the operator has not seen says how many, and goes on when they say so", async () => {
    await using open = await openGateway();
    const id = await open.converse("hello", "hi", "lobby");
    await using ana = await openOperator(open);
    await ana.page.route("**/api/v1/events*", (route) => route.abort()); // 1. the page hears of nothing
    await ana.page.reload();
    await ana.row("lobby").click();
    await ana.page.locator("[data-kind=assistant]").waitFor(); //            2. and shows what was there
    await open.say("new to you", "lobby"); //                                3. meanwhile somebody writes
    await ana.action("Delete").click(); //                                   4. the operator deletes what they see
    await ana.page.getByText("1 message arrived in “lobby” since you opened this. Nothing was done.").waitFor();
    expect((await open.ask("GET", `/sessions/${id}`)).status).toBe(200);
    await ana.page.getByRole("button", { name: "Delete anyway" }).click();
    await ana.page.getByText("Deleted “lobby”").waitFor();
    expect((await open.ask("GET", `/sessions/${id}`)).status).toBe(410);
  });
});
