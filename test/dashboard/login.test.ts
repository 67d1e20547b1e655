import { afterAll, describe, expect, it } from "vitest";
import { makeCode, makeToken } from "../../packages/gateway/test-support/access.ts";
import { openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { closeBrowser, openPerson } from "./support/browser.ts";
import { openOperator } from "./support/operator.ts";

afterAll(closeBrowser);

describe("the login", () => {
  it("takes the code of the terminal's link, once, and leaves it nowhere in the address", async () => {
    await using open = await openGateway();
    const context = await openPerson();
    const page = await context.newPage();
    const link = `${open.url}/#code=${await makeCode(open)}`;
    await page.goto(link);
    await page.getByRole("listbox").waitFor({ state: "attached" });
    expect(page.url()).toBe(`${open.url}/#/`);
    await context.clearCookies();
    await page.goto(`${open.url}/`);
    await page.goto(link); // used before, so it leads to the login, by itself
    await page.getByRole("heading", { name: "Log in" }).waitFor();
    expect(page.url()).toBe(`${open.url}/#/`);
    await context.close();
  });

  it("says what is wrong with a code that is typed, and takes the whole link too", async () => {
    await using open = await openGateway();
    const context = await openPerson();
    const page = await context.newPage();
    await page.goto(`${open.url}/`);
    await page.getByLabel("Login code").fill("wrong-code");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("alert").getByText("That code is not right").waitFor();
    await page.getByLabel("Login code").fill(`${open.url}/#code=${await makeCode(open)}`);
    await page.keyboard.press("Enter");
    await page.getByRole("listbox").waitFor({ state: "attached" });
    await context.close();
  });

  it("says why a link was not taken, in the language of whoever opens it", async () => {
    await using open = await openGateway();
    const link = `${open.url}/#code=${await makeCode(open)}`;
    await using ana = await openOperator(open);
    await ana.page.goto("about:blank");
    await ana.page.goto(link); //                                 1. it is used
    await ana.page.getByRole("listbox").waitFor({ state: "attached" });
    const context = await openPerson({ locale: "de-DE" });
    const page = await context.newPage();
    await page.goto(link); //                                     2. somebody else opens it
    await page.getByRole("alert").getByText("Dieser Code stimmt nicht, wurde schon benutzt").waitFor();
    await page.getByLabel("Anmeldecode").fill(await makeCode(open));
    await page.keyboard.press("Enter");
    await page.getByRole("listbox").waitFor({ state: "attached" });
    await context.close();
  });

  it("says so of a link that is too old", async () => {
    await using open = await openGateway();
    const link = `${open.url}/#code=${await makeCode(open)}`;
    await open.clock.advance(5 * 60_000 + 1);
    const context = await openPerson();
    const page = await context.newPage();
    await page.goto(link);
    await page.getByRole("alert").getByText("or is older than five minutes").waitFor();
    expect(page.url()).toBe(`${open.url}/#/`);
    await context.close();
  });

  it("takes a link that is pasted into the page that waits for a code", async () => {
    await using open = await openGateway();
    const context = await openPerson();
    const page = await context.newPage();
    await page.goto(open.url);
    await page.getByRole("heading", { name: "Log in" }).waitFor();
    await page.goto(`${open.url}/#code=${await makeCode(open)}`);
    await page.getByRole("listbox").waitFor({ state: "attached" });
    expect(page.url()).toBe(`${open.url}/#/`);
    await context.close();
  });

  it("waits for a bot that is in trouble, says what is the matter, and goes on by itself", async () => {
    await using open = await openGateway();
    const context = await openPerson();
    const page = await context.newPage();
    await page.route("**/auth/me", (route) => route.abort());
    await page.goto(open.url);
    await page.getByRole("status").getByText("The bot does not answer.").waitFor();
    await page.unroute("**/auth/me");
    await page.getByRole("heading", { name: "Log in" }).waitFor();
    await context.close();
  });

  it("is not said to have ended when nobody could be told", async () => {
    await using open = await openGateway();
    await using ana = await openOperator(open);
    const { page } = ana;
    await page.route("**/auth/logout", (route) => route.abort());
    await page.getByRole("button", { name: /^Log out/ }).click();
    await page.locator(".toast", { hasText: "The bot does not answer." }).waitFor();
    expect(await page.getByRole("heading", { name: "Log in" }).count()).toBe(0);
    await page.unroute("**/auth/logout");
    await page.getByRole("button", { name: /^Log out/ }).click();
    await page.getByRole("heading", { name: "Log in" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Log in" }).waitFor();
  });

  it("says how long to wait after too many wrong codes", async () => {
    await using open = await openGateway();
    for (let tries = 0; tries < 10; tries += 1) {
      const headers = { "Content-Type": "application/json", "X-Gateway": "1" };
      const body = JSON.stringify({ code: "wrong-code" });
      await open.exchange({ method: "POST", path: "/api/v1/auth/login", headers, body });
    }
    const context = await openPerson();
    const page = await context.newPage();
    await page.goto(`${open.url}/`);
    await page.getByLabel("Login code").fill("wrong-code");
    await page.getByRole("button", { name: "Log in" }).click();
    await page
      .getByRole("alert")
      .getByText(/^Too many wrong tries\. Try again in \d+ s\.$/)
      .waitFor();
    expect(await page.getByLabel("Login code").inputValue()).toBe("wrong-code");
    await context.close();
  });

  it("comes back once when the login was revoked, and asks for nothing more (T45)", async () => {
    await using open = await openGateway();
    const { id, token } = await makeToken(open, "admin");
    await using ana = await openOperator(open, { token });
    await open.converse("hello", "hi", "lobby");
    await ana.row("lobby").click();
    await ana.page.locator("[data-kind=assistant]").waitFor();
    await ana.page.clock.install();
    const asked: string[] = [];
    ana.page.on("request", (request) => asked.push(request.url()));
    await open.ask("DELETE", `/tokens/${id}`); //                 1. the token behind the login is revoked
    const ended = ana.page.getByText("Your login has ended.");
    const isTold = async () => {
      await ana.page.clock.runFor(1_000); //                      2. the stream ended with it, and is opened anew
      return (await ended.count()) === 1;
    };
    await expect.poll(isTold, { timeout: 20_000 }).toBe(true);
    await ana.page.clock.runFor(10_000); //                       3. ten seconds go by
    expect(asked.filter((url) => url.includes("/api/")).length).toBeLessThanOrEqual(3);
    expect(await ana.page.getByRole("heading", { name: "Log in" }).count()).toBe(1);
  });

  it("comes back once from a screen that asks for much at a time, too", async () => {
    await using open = await openGateway();
    const { id, token } = await makeToken(open, "admin");
    await using ana = await openOperator(open, { token });
    const { page } = ana;
    await page.goto(`${open.url}/#/health`);
    await page.getByRole("row", { name: "webchat" }).first().waitFor();
    await page.clock.install();
    const refused: string[] = [];
    page.on("response", (answer) => void (answer.status() === 401 && refused.push(new URL(answer.url()).pathname)));
    await open.ask("DELETE", `/tokens/${id}`);
    const ended = page.getByText("Your login has ended.");
    const isTold = async () => {
      await page.clock.runFor(1_000);
      return (await ended.count()) === 1;
    };
    await expect.poll(isTold, { timeout: 20_000 }).toBe(true);
    const asked = refused.length;
    await page.clock.runFor(60_000);
    // What was on its way, each once, and nothing more.
    expect(refused.length).toBe(asked);
    expect(new Set(refused).size).toBeGreaterThanOrEqual(refused.length - 2);
    expect(await page.getByRole("heading", { name: "Log in" }).count()).toBe(1);
  });
});
