import { definePlugin } from "@keyturn/core";
import { afterAll, describe, expect, it } from "vitest";
import { openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { promises } from "../requirements.ts";
import { closeBrowser } from "./support/browser.ts";
import { openOperator } from "./support/operator.ts";

afterAll(closeBrowser);

describe(`${promises("dashboard-settings")}the settings`, () => {
  it("say what each is, are changed in the way that suits them, and taken back", async () => {
    await using open = await openGateway();
    await using ana = await openOperator(open);
    await using ben = await openOperator(open);
    for (const { page } of [ana, ben]) await page.goto(`${open.url}/#/settings`);
    const setting = (name: string) => ana.page.getByRole("listitem").filter({ hasText: name });
    await setting("Messages that may wait in one conversation").getByText("50").waitFor();
    await ana.page.getByRole("button", { name: "Change: capacity" }).click();
    await ana.page.getByRole("spinbutton", { name: "capacity" }).fill("7");
    await ana.page.keyboard.press("Enter");
    await ana.page.getByText("Changed: capacity.").waitFor();
    await setting("capacity").getByText("changed here").waitFor();
    await ben.page.getByRole("listitem").filter({ hasText: "capacity" }).getByText("7", { exact: true }).waitFor();
    expect(open.bot.settings.current.capacity).toBe(7);
    await ana.page.getByRole("button", { name: "Change: overlap" }).click();
    await ana.page.getByRole("combobox", { name: "overlap" }).selectOption("interrupt");
    await ana.page.getByRole("button", { name: "Save" }).click();
    await ana.page.getByText("Changed: overlap.").waitFor();
    await ana.page.getByRole("button", { name: "Change: instructions" }).click();
    await ana.page.getByRole("textbox", { name: "instructions" }).fill('Say "hello".\nAnd mean it.');
    await ana.page.getByRole("button", { name: "Save" }).click();
    await ana.page.getByText("Changed: instructions.").waitFor();
    expect(open.bot.settings.current).toMatchObject({
      overlap: "interrupt",
      instructions: 'Say "hello".\nAnd mean it.',
    });
    await setting("capacity").getByRole("button", { name: "Take back" }).click();
    await expect.poll(() => open.bot.settings.current.capacity).toBe(50);
    expect(ana.faults).toEqual([]);
  });

  it("keep what was entered when it is refused, with the reason, and find one by a word of it", async () => {
    await using open = await openGateway();
    await using ana = await openOperator(open);
    const { page } = ana;
    await page.goto(`${open.url}/#/settings`);
    await page.getByRole("searchbox", { name: "Find a setting" }).fill("may wait");
    await expect.poll(() => page.getByRole("button", { name: /^Change: / }).count()).toBe(1);
    await page.getByRole("button", { name: "Change: capacity" }).click();
    const field = page.getByRole("spinbutton", { name: "capacity" });
    await field.fill("-1");
    await page.keyboard.press("Enter");
    await page.getByText(/That was not done: .*capacity/).waitFor();
    expect(await field.inputValue()).toBe("-1");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("searchbox", { name: "Find a setting" }).fill("models");
    await page.getByRole("button", { name: "Change: models" }).click();
    await page.getByRole("textbox", { name: "models" }).fill("[offline");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("That is not JSON").waitFor();
    await page.getByRole("searchbox", { name: "Find a setting" }).fill("no such thing");
    await page.getByText("No setting has that in its name or description.").waitFor();
    expect(open.bot.settings.current.capacity).toBe(50);
  });
});

describe("the plugins", () => {
  it("are turned off and on while the bot runs, and say what they bring", async () => {
    const greeter = definePlugin({
      name: "greeter",
      version: "1.0.0",
      setup: (context) => context.command({ name: "greet", description: "Says hello", run: async () => "hello" }),
    });
    await using open = await openGateway({ plugins: [greeter] });
    await using ana = await openOperator(open);
    const { page } = ana;
    await page.goto(`${open.url}/#/health`);
    const row = page.getByRole("row", { name: "greeter" });
    await row.getByText("command greet").waitFor();
    await row.getByRole("button", { name: "Turn off" }).click();
    await row.getByText("off", { exact: true }).waitFor();
    expect(open.bot.plugins.find(({ name }) => name === "greeter")?.state).toBe("disabled");
    await row.getByRole("button", { name: "Turn on" }).click();
    await row.getByText("running").waitFor();
    expect(ana.faults).toEqual([]);
  });
});
