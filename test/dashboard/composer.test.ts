import { afterAll, describe, expect, it } from "vitest";
import { openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { promises } from "../requirements.ts";
import { closeBrowser } from "./support/browser.ts";
import { openOperator } from "./support/operator.ts";

afterAll(closeBrowser);

describe(`${promises("dashboard-writing")}what an operator writes`, () => {
  it("goes into the channel as the bot's word, as a note to nobody there, or to the agent, as they say", async () => {
    await using open = await openGateway();
    await open.converse("hello", "hi", "lobby");
    const events = await open.events("?topics=webchat");
    await using ana = await openOperator(open);
    const { page } = ana;
    await ana.row("lobby").click();
    const field = page.getByRole("textbox", { name: "Write into" });
    await field.fill("Olga here.\nI will call.");
    await field.press("Enter");
    await page.locator("[data-kind=operator]", { hasText: "Olga here." }).waitFor();
    expect((await events.nextOf("webchat.message")).data).toMatchObject({
      kind: "operator",
      text: "Olga here.\nI will call.",
    });
    expect(await field.inputValue()).toBe("");
    await page.getByRole("radio", { name: "As a note" }).check({ force: true });
    await field.fill("Be generous.");
    await page.getByRole("button", { name: "Send" }).click();
    await page.locator("[data-kind=note]", { hasText: "Be generous." }).waitFor();
    await page.getByRole("radio", { name: "To the agent" }).check({ force: true });
    await field.fill("Summarise this.");
    await field.press("Enter");
    const run = await open.runner.nextRun();
    expect(run.texts).toEqual(["Summarise this."]);
    run.answer("It is about money.");
    expect((await events.nextOf("webchat.message")).data).toMatchObject({ kind: "answer", text: "It is about money." });
    await page.locator("[data-kind=assistant]", { hasText: "It is about money." }).waitFor();
    expect(ana.faults).toEqual([]);
  });

  it("stays with its conversation through Escape, other conversations and a delete that is undone", async () => {
    await using open = await openGateway();
    await open.converse("hello", "hi", "lobby");
    await open.converse("hello", "hi", "other");
    await using ana = await openOperator(open);
    const { page } = ana;
    const field = page.getByRole("textbox", { name: "Write into" });
    await ana.row("lobby").click();
    await field.fill("half a thought");
    await page.getByRole("radio", { name: "As a note" }).check({ force: true });
    await field.press("Escape");
    expect(await field.inputValue()).toBe("half a thought");
    await ana.row("other").click();
    await page.locator("#conversation-name", { hasText: "other" }).waitFor();
    expect(await field.inputValue()).toBe("");
    await ana.row("lobby").click();
    await page.locator("#conversation-name", { hasText: "lobby" }).waitFor();
    expect(await field.inputValue()).toBe("half a thought");
    expect(await page.getByRole("radio", { name: "As a note" }).isChecked()).toBe(true);
    await ana.action("Delete").click();
    await page.getByRole("region", { name: "deleted" }).getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => field.inputValue()).toBe("half a thought");
  });

  it("stays where it is when it is refused, with the reason, and is sent once when it is sent again", async () => {
    await using open = await openGateway();
    const id = await open.converse("hello", "hi", "lobby");
    await using ana = await openOperator(open);
    const { page } = ana;
    await ana.row("lobby").click();
    let isLost = true;
    await page.route("**/api/v1/sessions/*/messages", async (route) => {
      if (route.request().method() !== "POST" || !isLost) return route.continue();
      await route.fetch(); //           1. it arrives, and its answer does not
      return route.abort();
    });
    const field = page.getByRole("textbox", { name: "Write into" });
    await field.fill("exactly once");
    await field.press("Enter");
    await page.getByText("Not sent: The bot does not answer.").waitFor();
    expect(await field.inputValue()).toBe("exactly once");
    isLost = false;
    await field.press("Enter"); //      2. the same once more
    await expect.poll(() => field.inputValue()).toBe("");
    const { text } = await open.ask("GET", `/sessions/${id}/messages`);
    expect(text.split("exactly once")).toHaveLength(3); // once as an entry, once as the session's preview
  });

  it("is on its way also for whoever leaves and comes back meanwhile: it cannot be sent twice", async () => {
    await using open = await openGateway();
    const id = await open.converse("hello", "hi", "lobby");
    await open.converse("hello", "hi", "other");
    await using ana = await openOperator(open);
    const { page } = ana;
    const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>();
    await page.route("**/api/v1/sessions/*/messages", async (route) => {
      await isHeld;
      await route.continue();
    });
    const field = page.getByRole("textbox", { name: "Write into" });
    await ana.row("lobby").click();
    await field.fill("exactly once");
    await field.press("Enter"); //         1. it is on its way
    await ana.row("other").click();
    await page.locator("#conversation-name", { hasText: "other" }).waitFor();
    await ana.row("lobby").click(); //     2. its writer comes back, and is impatient
    await page.locator("#conversation-name", { hasText: "lobby" }).waitFor();
    expect(await field.inputValue()).toBe("exactly once");
    await field.press("Enter");
    await page.getByRole("searchbox").focus();
    letGo();
    await expect.poll(() => field.inputValue()).toBe("");
    await page.locator("[data-kind=operator]", { hasText: "exactly once" }).waitFor();
    expect(await page.evaluate("document.activeElement.id")).toBe("search"); // 3. and is left where they are
    const { text } = await open.ask("GET", `/sessions/${id}/messages`);
    expect(text.split("exactly once")).toHaveLength(3); // once as an entry, once as the session's preview
  });

  it.each([1280, 360])(
    "can be sent at %i px while a reset can still be undone: nothing lies over it",
    async (width) => {
      await using open = await openGateway();
      await open.converse("hello", "hi", "lobby");
      await using ana = await openOperator(open, { width, height: 700 });
      const { page } = ana;
      await ana.row("lobby").click();
      await ana.action("Reset").click();
      await page.locator(".toast", { hasText: "Undo" }).waitFor();
      await page.getByRole("textbox", { name: "Write into" }).fill("Olga here.");
      await page.getByRole("button", { name: "Send" }).click({ timeout: 5_000 });
      await page.locator("[data-kind=operator]", { hasText: "Olga here." }).waitFor();
      expect(await page.locator(".toast", { hasText: "Undo" }).isVisible()).toBe(true);
      expect(ana.faults).toEqual([]);
    },
  );

  it("is asked for before the page goes with it, and takes as many lines as it needs", async () => {
    await using open = await openGateway();
    await open.converse("hello", "hi", "lobby");
    await using ana = await openOperator(open);
    const { page } = ana;
    await ana.row("lobby").click();
    const field = page.getByRole("textbox", { name: "Write into" });
    const before = (await field.boundingBox())?.height ?? 0;
    await field.pressSequentially("one");
    await field.press("Shift+Enter");
    await field.pressSequentially("two");
    await field.press("Shift+Enter");
    await field.pressSequentially("three");
    expect((await field.boundingBox())?.height ?? 0).toBeGreaterThan(before + 30);
    const { promise: asked, resolve } = Promise.withResolvers<string>();
    page.on("dialog", (dialog) => {
      resolve(dialog.type());
      void dialog.accept();
    });
    await page.reload();
    expect(await asked).toBe("beforeunload");
  });

  it("is not offered to those who may only read", async () => {
    await using open = await openGateway();
    await open.converse("hello", "hi", "lobby");
    await using ana = await openOperator(open, { role: "viewer" });
    await ana.row("lobby").click();
    await ana.page.getByText("You may read.").waitFor();
    expect(await ana.page.getByRole("textbox", { name: "Write into" }).count()).toBe(0);
    expect(await ana.page.locator(".conversation-actions").getByRole("button").allTextContents()).toEqual([""]);
  });
});

describe("messages that wait", () => {
  it("stand above the composer with their writers, and are taken out one by one", async () => {
    await using open = await openGateway();
    const { run } = await open.startRun("first", "lobby");
    await open.say("second", "lobby");
    await open.say("third", "lobby");
    await using ana = await openOperator(open);
    await using ben = await openOperator(open);
    for (const operator of [ana, ben]) await operator.row("lobby").click();
    const queue = ana.page.getByRole("region", { name: "Waiting" });
    await queue.getByText("2 waiting").waitFor();
    await queue.locator("li", { hasText: "second" }).getByRole("button", { name: "Cancel the message of" }).click();
    for (const operator of [ana, ben]) await operator.page.getByText("1 waiting").waitFor();
    run.answer("done");
    const next = await open.runner.nextRun();
    expect(next.texts).toEqual(["third"]);
    for (const operator of [ana, ben]) {
      await operator.page.getByRole("region", { name: "Waiting" }).waitFor({ state: "detached" });
    }
  });

  it("say why they were not taken out when a run was quicker", async () => {
    await using open = await openGateway();
    const { run } = await open.startRun("first", "lobby");
    await open.say("second", "lobby");
    await using ana = await openOperator(open);
    await ana.row("lobby").click();
    const cancel = ana.page.getByRole("button", { name: "Cancel the message of" });
    await cancel.waitFor();
    await ana.page.route("**/queue/*", async (route) => {
      run.answer("done"); //                     1. while the wish is on its way,
      await open.runner.nextRun(); //            2. a run takes the message
      await route.continue();
    });
    await cancel.click();
    await ana.page.getByText("The message was not cancelled:").waitFor();
    await ana.page.locator("[data-kind=user]", { hasText: "second" }).waitFor();
  });
});
