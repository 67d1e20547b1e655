import { afterAll, describe, expect, it } from "vitest";
import { makeCode } from "../../packages/gateway/test-support/access.ts";
import { type PrefixTreatment, ProxiedGateway, basePath } from "../proxy/support/proxied-gateway.ts";
import { closeBrowser, openPerson } from "./support/browser.ts";

afterAll(closeBrowser);

const screens = ["health", "chat", "schedules", "usage", "trash", "audit", "logs", "access", "settings"];

const treatments: readonly PrefixTreatment[] = ["passed on", "taken away"];

describe.each(treatments)("the dashboard behind nginx below a path that is %s", (prefix) => {
  it("loads, logs in, shows an answer as it is written, and asks for nothing outside the path", async () => {
    await using proxied = await ProxiedGateway.start({ prefix });
    const { open, url } = proxied;
    const context = await openPerson({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    // Without the last slash, as people type it: nginx or the gateway adds it.
    await page.goto(`${url}#code=${await makeCode(open)}`);
    await page.getByRole("listbox").waitFor({ state: "attached" });
    const { run } = await open.startRun("hello", "lobby");
    await page.getByRole("option", { name: "lobby" }).click();
    run.write("half an ans");
    await page.locator("[data-kind=draft]", { hasText: "half an ans" }).waitFor();
    run.answer("wer");
    await page.locator("[data-kind=assistant]", { hasText: "half an answer" }).waitFor();
    expect(asked.filter((address) => address.split("#")[0] !== url && !address.startsWith(`${url}/`))).toEqual([]);
    expect(page.url()).toContain(`${basePath}/#/c/`);
    await context.close();
  });

  it("has every screen there, and visitors' chat, with nothing asked for outside the path", async () => {
    await using proxied = await ProxiedGateway.start({ prefix, gateway: { logs: { read: () => [] } } });
    const { open, url } = proxied;
    const context = await openPerson({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    const asked: string[] = [];
    context.on("request", (request) => asked.push(request.url()));
    await page.goto(`${url}/#code=${await makeCode(open)}`);
    await page.getByRole("listbox").waitFor({ state: "attached" });
    for (const screen of screens) {
      await page.goto(`${url}/#/${screen}`);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await page.locator(".late").first().waitFor({ state: "detached" });
      expect(await page.locator("main").getByRole("alert").count(), screen).toBe(0);
    }
    const link = page.getByRole("button", { name: "Make a login link" });
    await page.goto(`${url}/#/access`);
    await link.click();
    await page.locator(".made code", { hasText: `${url}/#code=` }).waitFor();
    const chat = await context.newPage();
    await chat.goto(`${url}/chat`);
    await chat.getByRole("textbox").fill("hello");
    await chat.getByRole("textbox").press("Enter");
    const run = await open.runner.nextRun();
    run.write("half an ans");
    await chat.locator("[data-from=bot]", { hasText: "half an ans" }).waitFor();
    run.answer("wer");
    await chat.locator("[data-from=bot]", { hasText: "half an answer" }).waitFor();
    expect(asked.filter((address) => !address.startsWith(`${url}/`))).toEqual([]);
    await context.close();
  });
});
