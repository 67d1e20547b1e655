import { afterAll, describe, expect, it } from "vitest";
import { openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { promises } from "../requirements.ts";
import { closeBrowser } from "./support/browser.ts";
import { openOperator } from "./support/operator.ts";

afterAll(closeBrowser);

const hostile = [
  "<img src=x onerror=\"document.title='owned'\">",
  "<script>document.title='owned'</script>",
  "<svg onload=\"document.title='owned'\"></svg>",
  "[click](javascript:document.title='owned')",
  "[data](data:text/html,<script>document.title='owned'</script>)",
  "![pixel](http://evil.example/pixel.png)",
  "![own](/api/v1/auth/logout)",
  "<iframe src=http://evil.example></iframe>",
  "<http://evil.example/auto>",
  "‮gnp.exe",
  // What a parser may ask the browser about by way of HTML.
  "Tom &amp; Jerry &copy; &nosuch; &#38; &lt;b&gt;",
].join("\n\n");

describe(`${promises("dashboard-inert")}a hostile conversation (T32, T35)`, () => {
  it("runs nothing, loads nothing and breaks no rule of the page, wherever its text stands", async () => {
    await using open = await openGateway();
    await using ana = await openOperator(open);
    const sender = { id: hostile.slice(0, 200), name: hostile.slice(0, 200) };
    const conversation = hostile.slice(0, 200);
    const sent = await open.ask("POST", "/webchat/messages", { conversation, text: hostile, sender });
    expect(sent.text).toContain("sessionId");
    const run = await open.runner.nextRun();
    await ana.rows.first().click();
    run.write(hostile); //                                          1. while it is written
    await ana.page.locator("[data-kind=draft] .markdown").waitFor();
    run.answer("\n\nthe end");
    await ana.page.locator("[data-kind=assistant] .markdown", { hasText: "the end" }).waitFor(); // 2. stored
    await ana.page.getByRole("button", { name: "JSON" }).click(); // 3. raw
    await ana.page.locator(".raw").waitFor();
    await ana.page.getByRole("button", { name: "JSON" }).click();
    await ana.action("Reset").click(); //                           4. in a word at the edge
    await ana.page.getByText(/^Reset “/).waitFor();
    expect(await ana.page.title()).toBe("Keyturn");
    expect(await ana.page.locator("#content :is(img, iframe, script, object, embed, form[action])").count()).toBe(0);
    expect(await ana.page.locator("#content a:not([href^='http'], [href^='#'])").count()).toBe(0);
    expect(ana.foreignRequests).toEqual([]);
    expect(ana.faults).toEqual([]);
  });

  it("has links only to the web and to mail, in a page of their own that learns nothing of this one", async () => {
    await using open = await openGateway();
    await using ana = await openOperator(open);
    await open.converse(
      "links?",
      "[good](https://example.org/a) [bad](javascript:alert(1)) [mail](mailto:a@b.example)",
      "lobby",
    );
    await ana.row("lobby").click();
    const links = ana.page.locator(".markdown a");
    await links.first().waitFor();
    expect(await links.allTextContents()).toEqual(["good", "mail"]);
    expect(await links.first().getAttribute("rel")).toBe("noopener noreferrer nofollow");
    expect(await links.first().getAttribute("target")).toBe("_blank");
  });
});

describe("an address that names another place (T1)", () => {
  it("leads nowhere: nothing in it is used, and it is taken out of sight", async () => {
    await using open = await openGateway();
    await using ana = await openOperator(open);
    await ana.page.goto(`${open.url}/?gatewayUrl=ws://evil.example&api=http://evil.example&token=x`);
    await ana.page.getByRole("listbox").waitFor({ state: "attached" });
    expect(new URL(ana.page.url()).search).toBe("");
    expect(ana.foreignRequests).toEqual([]);
  });
});
