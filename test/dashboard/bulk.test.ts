import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { OpenGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { createGate } from "../../packages/gateway/test-support/gate.ts";
import { promises } from "../requirements.ts";
import { closeBrowser } from "./support/browser.ts";
import { openCrowded } from "./support/crowded-gateway.ts";
import { openOperator } from "./support/operator.ts";

afterAll(closeBrowser);

const trashSchema = z.object({ items: z.array(z.object({ id: z.string() })) });

/** Holds every delete but the first `free` ones until the gate is open. */
function holdDeletes({ bot }: OpenGateway, free: number) {
  const gate = createGate();
  const original = bot.sessions.delete.bind(bot.sessions);
  let begun = 0;
  const held: typeof original = async (...demand) => {
    begun += 1;
    if (begun > free) await gate.opened;
    return original(...demand);
  };
  Object.defineProperty(bot.sessions, "delete", { value: held });
  return gate;
}

describe(`${promises("dashboard-removal")}many conversations at once`, () => {
  it("are chosen one by one or as a range, and the question names how many", async () => {
    await using open = await openCrowded(6);
    await using ana = await openOperator(open);
    const { page } = ana;
    await ana.row("place-6").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("x"); //                          place-6
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("Shift+J"); //                    place-4 and place-3
    await page.getByText("3 selected").waitFor();
    await ana.row("place-1").click({ modifiers: ["ControlOrMeta"] });
    await page.getByText("4 selected").waitFor();
    await page.keyboard.press("Delete");
    const question = page.getByRole("alertdialog", { name: "Delete 4 conversations?" });
    await question.getByText("It can be undone for ten minutes,").waitFor();
    await page.keyboard.press("Escape"); //                     nothing is done
    await question.waitFor({ state: "detached" });
    expect(await ana.rows.count()).toBe(6);
    await page.keyboard.press("Delete");
    await question.getByRole("button", { name: "Delete" }).click();
    await page.getByText("Deleted 4 conversations.").waitFor();
    await expect.poll(() => ana.rows.allTextContents()).toHaveLength(2);
    await ana.row("place-5").waitFor();
    await ana.row("place-2").waitFor();
  });

  it("are all that meet a filter, those that were not read too, as the question says", async () => {
    await using open = await openCrowded(130);
    await using ana = await openOperator(open);
    const { page } = ana;
    await page.getByText("130 conversations").waitFor();
    await page.getByRole("searchbox").fill("place-1");
    // 1, 10 to 19, 100 to 130
    await page.getByText("42 conversations").waitFor();
    await page.getByRole("searchbox").fill("place");
    await page.getByText("130 conversations").waitFor();
    await page.getByRole("button", { name: "Select all 130" }).click();
    await page.getByText("130 selected").waitFor();
    await page.keyboard.press("Delete");
    const question = page.getByRole("alertdialog", { name: "Delete 130 conversations?" });
    await question.getByText("All that meet: Search: “place”.").waitFor();
    await question.getByRole("button", { name: "Delete" }).click();
    await page.getByText("Deleted 130 conversations.").waitFor();
    await page.getByRole("heading", { name: "Nothing matches" }).waitFor();
    await page.getByRole("button", { name: /^Undo/ }).click();
    await page.getByText("Brought back 130 conversations.").waitFor();
    await page.getByText("130 conversations ·").waitFor();
  });

  it("are brought back by one click, however many there were, but for what somebody removed since", async () => {
    await using open = await openCrowded(520);
    await using ana = await openOperator(open);
    const { page } = ana;
    await page.getByRole("button", { name: "Select all 520" }).click();
    await page.keyboard.press("Delete"); //                                   1. Ana deletes all
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("Deleted 520 conversations.").waitFor();
    const { items } = trashSchema.parse((await open.ask("GET", "/sessions?trash=true&limit=1")).json());
    const id = items[0]?.id ?? "";
    await open.ask("POST", `/sessions/${id}/restore`); //                     2. Ben brings one of them back,
    await open.ask("DELETE", `/sessions/${id}`); //                           3. and deletes it
    await page.getByRole("button", { name: /^Undo/ }).last().click(); //      4. Ana thinks better of it
    await page.getByText("Brought back 519 conversations.").waitFor();
    await page.getByText("1 conversation could not be changed:").waitFor();
    await page.getByText("519 conversations ·").waitFor();
  });

  it("can be brought back together from the trash, also what was reset", async () => {
    await using open = await openCrowded(4);
    const { items } = trashSchema.parse((await open.ask("GET", "/sessions")).json());
    const ids = items.map(({ id }) => id);
    await open.ask("POST", "/sessions/bulk", { action: "reset", ids: ids.slice(0, 1) });
    await open.ask("POST", "/sessions/bulk", { action: "delete", ids: ids.slice(1) });
    await using ana = await openOperator(open);
    const { page } = ana;
    await page.goto(`${open.url}/#/trash`);
    await page.getByRole("row", { name: /Reset 1 conversation\./ }).waitFor();
    await page.getByRole("button", { name: "Undo: Deleted 3 conversations." }).click();
    await page.getByText("Brought back 3 conversations.").waitFor();
    await page.getByText("No conversation was deleted that can be brought back.").waitFor();
    await page.getByRole("button", { name: "Undo: Reset 1 conversation." }).click();
    await page.getByText("Nothing can be brought back.").waitFor();
    expect((await open.ask("GET", "/sessions?count=true")).json()).toMatchObject({ total: 4 });
    for (const id of ids) expect((await open.ask("GET", `/sessions/${id}`)).json()).toMatchObject({ entries: 2 });
    expect(ana.faults).toEqual([]);
  });

  it("show how far it is, and the rest stays when it is cancelled", async () => {
    await using open = await openCrowded(130);
    const gate = holdDeletes(open, 10);
    await using ana = await openOperator(open);
    const { page } = ana;
    await page.getByRole("button", { name: "Select all 130" }).click();
    await page.getByText("130 selected").waitFor();
    await page.keyboard.press("Delete");
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    const progress = page.locator(".toast", { hasText: "10 of 130" }); //   1. ten are done, the next are held
    await progress.waitFor();
    await progress.getByRole("button", { name: "Cancel" }).click(); //      2. no more
    const operations = async () => (await open.ask("GET", "/operations")).text;
    await expect.poll(operations).toContain('"state":"cancelled"'); //      3. the gateway has heard it
    gate.open();
    await page.getByText(/^Deleted 1\d conversations\.$/).waitFor();
    await expect.poll(() => page.locator(".list-foot").textContent()).toMatch(/^1(1\d|20) conversations/);
  });
});
