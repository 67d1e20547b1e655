import { afterAll, describe, expect, it } from "vitest";
import { bearerOf } from "../../packages/gateway/test-support/access.ts";
import { openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import type { OpenGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { promises } from "../requirements.ts";
import { faultsOf, views } from "./support/axe.ts";
import { closeBrowser, openPerson } from "./support/browser.ts";
import { type Operator, type OperatorOptions, openOperator } from "./support/operator.ts";

afterAll(closeBrowser);

const patience = { timeout: 20_000 };

async function openAccess(open: OpenGateway, options: OperatorOptions = {}, heading = "Access"): Promise<Operator> {
  const operator = await openOperator(open, options);
  await operator.page.goto(`${open.url}/#/access`);
  await operator.page.getByRole("heading", { name: heading, level: 1 }).waitFor();
  return operator;
}

describe(`${promises("dashboard-health")}access`, () => {
  it("is given by a token that is shown once, copied, and taken back at once", async () => {
    await using open = await openGateway();
    await using ana = await openAccess(open);
    const { page } = ana;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByText("There are no access tokens.").waitFor();
    expect(await page.getByRole("button", { name: "Make a token" }).isDisabled()).toBe(true);
    await page.getByLabel("Label").fill("Grafana");
    await page.getByLabel("Role").first().selectOption("viewer");
    await page.getByRole("button", { name: "Make a token" }).click();
    const token = (await page.locator(".made code").textContent()) ?? "";
    const ask = async () => {
      const headers = bearerOf(token);
      return (await open.exchange({ path: "/api/v1/status", headers })).status;
    };
    expect(await ask()).toBe(200);
    await page.getByRole("button", { name: "Copy" }).click();
    await expect.poll(() => page.evaluate("navigator.clipboard.readText()"), patience).toBe(token);
    // Nothing keeps it: not the list, not the page when it is put away or read again.
    await page.getByRole("button", { name: "Put away" }).click();
    expect(await page.content()).not.toContain(token);
    await page.reload();
    const row = page.getByRole("region", { name: "Access tokens" }).locator("tbody tr", { hasText: "Grafana" });
    await row.waitFor();
    expect(await page.content()).not.toContain(token);
    expect(await page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }])")).not.toContain(token);
    await row.getByRole("button", { name: "Revoke: Grafana" }).click();
    await row.waitFor({ state: "detached" });
    expect(await ask()).toBe(401);
    await page.getByLabel("Revoked ones too").check();
    await row.getByText("revoked").waitFor();
    expect(ana.faults).toEqual([]);
  });

  it("is given by a link that logs somebody in once, and ended for a browser that sits elsewhere", async () => {
    await using open = await openGateway();
    await using ana = await openAccess(open);
    const { page } = ana;
    await page.getByLabel("Label").fill("Bo");
    await page.getByLabel("Role").first().selectOption("operator");
    await page.getByRole("button", { name: "Make a login link" }).click();
    const link = (await page.locator(".made code").textContent()) ?? "";
    const context = await openPerson();
    const bo = await context.newPage();
    await bo.goto(link);
    await bo.getByRole("listbox").waitFor({ state: "attached" });
    const row = page.getByRole("region", { name: "Logins" }).locator("tbody tr", { hasText: "Bo" });
    await row.waitFor();
    await row.getByRole("button", { name: "End: Bo" }).click();
    await row.waitFor({ state: "detached" });
    await bo.getByRole("heading", { name: "Log in" }).waitFor();
    // The link was good for once.
    await bo.goto("about:blank");
    await bo.goto(link);
    await bo.getByRole("heading", { name: "Log in" }).waitFor();
    await context.close();
  });

  it("that could not be given or taken says why", async () => {
    await using open = await openGateway();
    await using ana = await openAccess(open);
    const { page } = ana;
    await page.getByLabel("Label").fill("Zoe");
    await page.route("**/tokens", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({
            status: 409,
            contentType: "application/problem+json",
            json: { code: "TOKENS_EXHAUSTED", status: 409, title: "", detail: "There are 1,000 tokens. Revoke some." },
          })
        : route.continue(),
    );
    await page.getByRole("button", { name: "Make a token" }).click();
    await page.locator(".toast", { hasText: "That was not done: There are 1,000 tokens. Revoke some." }).waitFor();
    expect(await page.locator(".made").count()).toBe(0);
    expect(await page.getByLabel("Label").inputValue()).toBe("Zoe");
  });

  it("of others is no business of those who may only read: they see their own logins", async () => {
    await using open = await openGateway();
    await using vic = await openAccess(open, { role: "viewer" });
    await vic.page.getByRole("region", { name: "Logins" }).getByText("this one").waitFor();
    expect(await vic.page.getByRole("heading", { name: "Access tokens" }).count()).toBe(0);
  });

  it.each(views)("reads well and has nothing for axe at $width px, $colorScheme", async (view) => {
    await using open = await openGateway();
    await open.converse("hello", "hi");
    await open.ask("POST", "/tokens", { label: "Grafana", role: "viewer" });
    await using ana = await openAccess(open, view);
    await ana.page.getByLabel("Label").fill("Zoe");
    await ana.page.getByRole("button", { name: "Make a token" }).click();
    await ana.page.locator(".made code").waitFor();
    await ana.page.getByRole("button", { name: "Revoke: Zoe" }).waitFor();
    expect(await faultsOf(ana.page, view.width)).toEqual([]);
  });

  it("is told in German", async () => {
    await using open = await openGateway();
    await using ana = await openAccess(open, { locale: "de-DE" }, "Zugang");
    await ana.page.getByLabel("Bezeichnung").fill("Zoe");
    await ana.page.getByRole("button", { name: "Token erzeugen" }).click();
    await ana.page.getByText("Das Token für „Zoe“.").waitFor();
    await ana.page.getByRole("button", { name: "Weglegen" }).click();
    await ana.page.getByRole("button", { name: "Widerrufen: Zoe" }).click();
    await ana.page.getByLabel("Auch widerrufene").check();
    await ana.page.getByText("widerrufen", { exact: true }).waitFor();
  });
});
