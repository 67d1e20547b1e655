import { afterAll, describe, expect, it } from "vitest";
import { openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { promises } from "../requirements.ts";
import { closeBrowser } from "./support/browser.ts";
import { openOperator } from "./support/operator.ts";

afterAll(closeBrowser);

describe(`${promises("dashboard-writing")}the web chat of whoever is logged in`, () => {
  it("shows the answer as it grows, stops it, and begins anew", async () => {
    await using open = await openGateway();
    await using ana = await openOperator(open);
    const { page } = ana;
    await page.goto(`${open.url}/#/chat`);
    await page.getByText("Say hello.").waitFor();
    const field = page.getByRole("textbox", { name: "Write a message" });
    await field.fill("Tell me everything.\nReally.");
    await field.press("Enter");
    const run = await open.runner.nextRun();
    expect(run.texts).toEqual(["Tell me everything.\nReally."]);
    run.write("First of all");
    await page.getByText("First of all").waitFor();
    await ana.action("Stop").click();
    await page.getByText("First of all").waitFor();
    await ana.action("Begin anew").click();
    await page.getByText("Tell me everything.").waitFor({ state: "detached" });
    await field.fill("And again.");
    await field.press("Enter");
    (await open.runner.nextRun()).answer("one\ntwo");
    const answer = page.locator("[data-kind=assistant] p", { hasText: "one" });
    await answer.waitFor();
    expect(await answer.innerText()).toBe("one\ntwo");
    expect(ana.faults).toEqual([]);
  });

  it("shows what a command answers until somebody closes it, and keeps it out of the conversation", async () => {
    await using open = await openGateway();
    await using ana = await openOperator(open);
    const { page } = ana;
    await page.goto(`${open.url}/#/chat`);
    const field = page.getByRole("textbox", { name: "Write a message" });
    await field.fill("/help");
    await field.press("Enter");
    const reply = page.locator(".chat-reply");
    await reply.getByText("/reset").waitFor();
    expect(await field.inputValue()).toBe("");
    expect((await reply.innerText()).split("\n").filter((line) => line.startsWith("/reset"))).toHaveLength(1);
    await reply.getByRole("button", { name: "Close" }).click();
    await reply.getByText("/reset").waitFor({ state: "detached" });
  });

  it("sends a message once, though the answer to it was lost", async () => {
    await using open = await openGateway();
    await using ana = await openOperator(open);
    const { page } = ana;
    await page.goto(`${open.url}/#/chat`);
    let isLost = true;
    await page.route("**/webchat/messages", async (route) => {
      if (!isLost) return route.continue();
      await route.fetch(); //          1. it arrives, and its answer does not
      return route.abort();
    });
    const field = page.getByRole("textbox", { name: "Write a message" });
    await field.fill("exactly once");
    await field.press("Enter");
    await page.getByText("The bot does not answer.").first().waitFor();
    expect(await field.inputValue()).toBe("exactly once");
    isLost = false;
    await field.press("Enter"); //     2. the same once more
    await expect.poll(() => field.inputValue()).toBe("");
    const run = await open.runner.nextRun();
    expect(run.texts).toEqual(["exactly once"]);
    run.answer("I heard you.");
    await page.getByText("I heard you.").waitFor();
    expect(open.runner.runs).toHaveLength(1);
  });

  it("begins another conversation when an operator deleted this one", async () => {
    await using open = await openGateway();
    await using ana = await openOperator(open);
    const { page } = ana;
    await page.goto(`${open.url}/#/chat`);
    const field = page.getByRole("textbox", { name: "Write a message" });
    await field.fill("one");
    await field.press("Enter");
    const run = await open.runner.nextRun();
    run.answer("the first answer");
    await page.getByText("the first answer").waitFor();
    await open.ask("DELETE", `/sessions/${run.turn.fence.sessionId}`);
    await page.getByText("Say hello.").waitFor();
    await field.fill("two");
    await field.press("Enter");
    (await open.runner.nextRun()).answer("the second answer");
    await page.getByText("the second answer").waitFor();
    expect(await page.getByText("the first answer").count()).toBe(0);
  });
});
