import { afterAll, describe, expect, it } from "vitest";
import { makeCode } from "../../packages/gateway/test-support/access.ts";
import { type PrefixTreatment, ProxiedGateway, basePath } from "../proxy/support/proxied-gateway.ts";
import { closeBrowser, openPerson } from "./support/browser.ts";

afterAll(closeBrowser);

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
});
