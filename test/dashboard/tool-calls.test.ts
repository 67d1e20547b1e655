import { defineTool, definePlugin } from "@keyturn/core";
import { ManualClock, startModelServer } from "@keyturn/testkit";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createGate } from "../../packages/gateway/test-support/gate.ts";
import { openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { promises } from "../requirements.ts";
import { closeBrowser } from "./support/browser.ts";
import { openOperator } from "./support/operator.ts";

afterAll(closeBrowser);

const begin = Date.UTC(2030, 0, 1);

/** What time it is in the page: playwright's own clock would stop its timers and frames with it. */
const setTime = (page: Page, at: number) => page.evaluate(`Date.now = () => ${at}`);

/** Two tools that work until they are let go: one finds something, one fails. */
function createSlowTools() {
  const [lookUp, bank] = [createGate(), createGate()];
  const plugin = definePlugin({
    name: "orders",
    version: "1.0.0",
    setup(context) {
      context.tool(
        defineTool({
          name: "look_up",
          description: "Looks an order up.",
          inputSchema: z.object({ id: z.number() }),
          execute: async () => {
            await lookUp.opened;
            return { state: "open" };
          },
        }),
      );
      context.tool(
        defineTool({
          name: "ask_bank",
          description: "Asks the bank.",
          inputSchema: z.object({ note: z.string() }),
          execute: async () => {
            await bank.opened;
            throw new Error("The bank is <b>closed</b>.");
          },
        }),
      );
    },
  });
  return { plugin, lookUp, bank };
}

describe(`${promises("dashboard-live")}a call of a tool`, () => {
  it("shows with what went in and how long it works, then how it ended, while the answer is written and after", async () => {
    await using model = await startModelServer();
    const tools = createSlowTools();
    const clock = new ManualClock(begin);
    await using open = await openGateway({ model, plugins: [tools.plugin], bot: { clock } });
    await using ana = await openOperator(open);
    const { page } = ana;
    await setTime(page, begin);
    await open.say("Is it paid?");
    await ana.row("lobby").click();
    const asked = await model.nextRequest();
    await asked.write("Let me look.");
    await asked.callTool("look_up", { id: 4711 });
    await asked.callTool("ask_bank", { note: "<i>now</i>" });
    await asked.finish(); //                                       1. both tools work
    const draft = page.locator("[data-kind=draft]");
    const lines = draft.locator(".tool-line");
    await lines.nth(1).getByText("runs… 0 s").waitFor();
    expect(await lines.allTextContents()).toEqual([
      'look_up{"id":4711}runs… 0 s',
      'ask_bank{"note":"<i>now</i>"}runs… 0 s',
    ]);
    await setTime(page, begin + 4_000); //               2. for 4 s by now
    await lines.nth(0).getByText("runs… 4 s").waitFor();
    await clock.advance(412);
    tools.lookUp.open(); //                                        3. one comes back, the other works on
    await lines.nth(0).getByText("done").waitFor();
    expect((await lines.allTextContents())[0]).toBe('look_up{"id":4711}0.4 sdone');
    await lines.nth(1).getByText("runs… 4 s").waitFor();
    await using bo = await openOperator(open); //          another comes now, who heard nothing of it
    await bo.row("lobby").click();
    const seen = bo.page.locator("[data-kind=draft] .tool-line");
    await seen.nth(1).waitFor();
    expect(await seen.nth(0).textContent()).toBe('look_up{"id":4711}0.4 sdone');
    expect(await seen.nth(1).textContent()).toContain('ask_bank{"note":"<i>now</i>"}runs…');
    await clock.advance(60_588);
    tools.bank.open(); //                                          4. and fails
    await lines.nth(1).getByText("failed").waitFor();
    const ended = ['look_up{"id":4711}0.4 sdone', 'ask_bank{"note":"<i>now</i>"}61 sfailed'];
    expect(await lines.allTextContents()).toEqual(ended);
    await seen.nth(1).getByText("failed").waitFor();
    expect(await seen.allTextContents()).toEqual(ended);
    const answering = await model.nextRequest();
    await answering.write("It is **open**"); //                    5. the answer is being written
    await draft.locator("strong", { hasText: "open" }).waitFor();
    expect(await lines.allTextContents()).toEqual(ended);
    await answering.finish("."); //                                6. and is there
    const answer = page.locator("[data-kind=assistant]");
    await answer.getByText("It is open.").waitFor();
    await draft.waitFor({ state: "detached" });
    const calls = answer.locator("details.tool");
    expect(await calls.locator("summary").allTextContents()).toEqual(ended);
    await calls.nth(0).locator("summary").click();
    await calls.nth(1).locator("summary").click();
    await calls.nth(1).locator("pre").nth(1).waitFor();
    expect(await calls.nth(0).locator("pre").last().textContent()).toBe('{\n  "state": "open"\n}');
    expect(await calls.nth(1).locator("pre").last().textContent()).toContain("The bank is <b>closed</b>.");
    expect([...ana.faults, ...bo.faults]).toEqual([]);
  });

  it("shows as not finished in the answer of a run that was stopped at it", async () => {
    await using model = await startModelServer();
    const tools = createSlowTools();
    await using open = await openGateway({ model, plugins: [tools.plugin] });
    await using ana = await openOperator(open);
    await open.say("Is it paid?");
    await ana.row("lobby").click();
    const asked = await model.nextRequest();
    await asked.write("Let me look.");
    await asked.callTool("look_up", { id: 4711 });
    await asked.finish();
    await ana.page.locator("[data-kind=draft] .tool-line", { hasText: "look_up" }).waitFor();
    await ana.action("Stop").click();
    await ana.page.locator("[data-kind=assistant]", { hasText: "stopped here" }).waitFor();
    await ana.page.locator("[data-kind=draft]").waitFor({ state: "detached" });
    expect(await ana.page.locator(".tool-line").count()).toBe(0);
    tools.lookUp.open();
  });
});
