import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { promises } from "../requirements.ts";
import { closeBrowser } from "./support/browser.ts";
import { openCrowded } from "./support/crowded-gateway.ts";
import { openOperator } from "./support/operator.ts";

afterAll(closeBrowser);

describe(`${promises("dashboard-removal")}a purge`, () => {
  it("asks first, with what and how much goes for good, and leaves nothing to be brought back", async () => {
    await using open = await openGateway();
    const id = await open.converse("hello", "hi", "lobby");
    const { run } = await open.startRun("again", "lobby");
    await open.say("and again", "lobby");
    await using ana = await openOperator(open);
    await using ben = await openOperator(open);
    for (const operator of [ana, ben]) await operator.row("lobby").click();
    run.write("half an ans");
    await ben.page.getByText("half an ans").waitFor();
    await ana.action("More").click();
    await ana.page.getByRole("menuitem", { name: "Purge…" }).click();
    const question = ana.page.getByRole("alertdialog", { name: "Purge “lobby”?" });
    await question.getByText("2 messages, 1 more that wait").waitFor();
    await question.getByText("this one conversation in webchat").waitFor();
    await ana.page.keyboard.press("Escape"); //                1. an Escape is no answer
    await question.waitFor({ state: "detached" });
    expect((await open.ask("GET", `/sessions/${id}`)).status).toBe(200);
    await ana.action("More").click();
    await ana.page.getByRole("menuitem", { name: "Purge…" }).click();
    await question.getByRole("button", { name: "Purge" }).click(); // 2. this is one
    for (const { page } of [ana, ben]) {
      await page.getByRole("heading", { name: "This conversation was deleted" }).waitFor();
      await page.getByText("It can no longer be brought back.").waitFor();
      expect(await page.getByRole("button", { name: /^Undo/ }).count()).toBe(0);
      expect(await page.getByText("half an ans").count()).toBe(0);
    }
    expect(run.isAborted).toBe(true);
    expect((await open.ask("POST", `/sessions/${id}/restore`)).status).toBe(410);
  });

  it("is offered to admins alone", async () => {
    await using open = await openGateway();
    await open.converse("hello", "hi", "lobby");
    await using ben = await openOperator(open, { role: "operator" });
    await ben.row("lobby").click();
    await ben.action("More").click();
    await ben.page.getByRole("menuitem", { name: "Copy id" }).waitFor();
    expect(await ben.page.getByRole("menuitem", { name: "Purge…" }).count()).toBe(0);
  });

  it("of what was deleted before takes what was kept of it out of the trash", async () => {
    await using open = await openGateway();
    const id = await open.converse("hello", "hi", "lobby");
    await open.converse("hello", "hi", "other");
    await open.ask("DELETE", `/sessions/${id}`);
    await using ana = await openOperator(open);
    const { page } = ana;
    await page.goto(`${open.url}/#/trash`);
    const row = page.getByRole("row", { name: "lobby" });
    await row.getByText("2", { exact: true }).waitFor();
    await row.getByRole("button", { name: "Purge" }).click();
    const question = page.getByRole("alertdialog", { name: "Purge “lobby”?" });
    await question.getByText("2 messages").waitFor();
    await question.getByRole("button", { name: "Purge" }).click();
    await row.waitFor({ state: "detached" });
    await page.getByText("Nothing can be brought back.").waitFor();
    expect((await open.ask("POST", `/sessions/${id}/restore`)).status).toBe(410);
    expect(ana.faults).toEqual([]);
  });
});

describe("a deleted conversation", () => {
  it("is offered back where it stood, however many were deleted after it", async () => {
    await using open = await openCrowded(205);
    const oldest = z
      .object({ items: z.tuple([z.object({ id: z.string() })]) })
      .parse((await open.ask("GET", "/sessions?limit=1&sort=updatedAt")).json());
    const [{ id: first }] = oldest.items;
    await open.ask("DELETE", `/sessions/${first}`);
    await open.ask("POST", "/sessions/bulk", { action: "delete", filter: {}, expectedCount: 204 });
    await expect
      .poll(async () => (await open.ask("GET", "/sessions?count=true")).text, { timeout: 20_000 })
      .toContain('"total":0');
    await using ana = await openOperator(open);
    await ana.page.goto(`${open.url}/#/c/${first}`);
    await ana.page.getByText(/“place-1” \(2 messages\) can be brought back until/).waitFor();
    await ana.page.getByRole("button", { name: "Undo" }).click();
    await ana.row("place-1").waitFor();
  });
});

describe("the trash", () => {
  it("brings back what was deleted, says until when it can, and is up to date with other operators", async () => {
    await using open = await openGateway();
    await using ana = await openOperator(open);
    const { page } = ana;
    await page.goto(`${open.url}/#/trash`);
    await page.getByText("Nothing can be brought back.").waitFor();
    const id = await open.converse("hello", "hi", "lobby");
    await open.ask("DELETE", `/sessions/${id}`); //       somebody else deletes it
    const row = page.getByRole("row", { name: "lobby" });
    await row.waitFor();
    expect(await row.getByRole("cell").allTextContents()).toEqual([
      "2",
      "now",
      expect.stringMatching(/^\d\d:\d\d/),
      "Bring backPurge",
    ]);
    await row.getByRole("button", { name: "Bring back" }).click();
    await page.getByText("“lobby” is back.").waitFor();
    await row.waitFor({ state: "detached" });
    expect((await open.ask("GET", `/sessions/${id}`)).status).toBe(200);
    expect(ana.faults).toEqual([]);
  });
});
