import { afterAll, describe, expect, it } from "vitest";
import { openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { promises } from "../requirements.ts";
import { closeBrowser } from "./support/browser.ts";
import { openOperator } from "./support/operator.ts";
import { Scroller } from "./support/scroller.ts";
import { answered, idOf, said, withLongTranscript, withTranscript } from "./support/transcripts.ts";

afterAll(closeBrowser);

const table = "| time | amount | what the bank said of it |\n|---|--:|---|\n| 09:12 | 49.90 | `declined` \\| twice |";

describe(`${promises("dashboard-transcript")}a transcript`, () => {
  it("tells people, the agent, operators, notes and what happened apart", async () => {
    await using open = await openGateway();
    const operator = { id: "olga", name: "Olga" };
    await withTranscript(open, [
      said("It says declined.", 0),
      answered("Let me look.", 1),
      { role: "operator", messageId: idOf("m", 2), author: operator, text: "Olga here." },
      { role: "note", messageId: idOf("m", 3), author: operator, text: "Be generous." },
      { role: "notice", text: "The model was changed." },
      { role: "assistant", runId: idOf("r", 5), parts: [{ type: "text", text: "Half an" }], isStopped: true },
    ]);
    await using ana = await openOperator(open);
    await ana.row("lobby").click();
    const entry = (kind: string, text: string) => ana.page.locator(`[data-kind=${kind}]`, { hasText: text });
    await entry("user", "It says declined.").getByText("Ana").waitFor();
    await entry("assistant", "Let me look.").getByText("Bot").waitFor();
    await entry("operator", "Olga here.").getByText("as the bot").waitFor();
    await entry("note", "Be generous.").getByText("Note").waitFor();
    await entry("notice", "The model was changed.").waitFor();
    await entry("assistant", "Half an").getByText("stopped here").waitFor();
    const facts = await ana.page.locator(".conversation-facts li").allTextContents();
    expect(facts).toEqual(["webchat", "operator, Ana", "6 messages", "epoch 3", "offline/eliza"]);
  });

  it("puts together what one person says in a row, parts days, and says times whole", async () => {
    await using open = await openGateway();
    await withTranscript(open, [
      { ...said("one", 0), at: "2030-01-01T09:00:00.000Z" },
      { ...said("two", 1), at: "2030-01-01T09:01:00.000Z" },
      { ...said("of Bo", 2, "Bo"), at: "2030-01-01T09:02:00.000Z" },
      { ...said("of the next day", 3, "Bo"), at: "2030-01-02T09:02:30.000Z" },
    ]);
    await using ana = await openOperator(open);
    await ana.row("lobby").click();
    const entries = ana.page.locator("[data-kind=user]");
    await entries.nth(3).waitFor();
    const continued = (await entries.all()).map((entry) => entry.getAttribute("data-continued"));
    expect(await Promise.all(continued)).toEqual(["false", "true", "false", "false"]);
    const days = await ana.page.locator(".entries [data-kind=day]").allTextContents();
    expect(days).toEqual([
      expect.stringMatching(/^Tuesday,? 1 January 2030$/),
      expect.stringMatching(/^Wednesday,? 2 /),
    ]);
    expect(await entries.first().locator("time").getAttribute("title")).toMatch(
      /^Tuesday,? 1 January 2030 at 09:00:00 UTC$/,
    );
  });

  it("folds a tool call to a line that opens: what went in, what came out, how long it took, how it ended", async () => {
    await using open = await openGateway();
    const call = { type: "tool", input: { id: 4711 }, isError: false, durationMilliseconds: 412 } as const;
    await withTranscript(open, [
      said("Is it paid?", 0),
      {
        role: "assistant",
        runId: idOf("r", 1),
        isStopped: true,
        parts: [
          { ...call, callId: "c1", name: "order.lookup", output: { state: "open" } },
          {
            ...call,
            callId: "c2",
            name: "bank.ask",
            output: "no answer <b>",
            isError: true,
            durationMilliseconds: 61_000,
          },
          { ...call, callId: "c3", name: "mail.send", durationMilliseconds: null },
        ],
      },
    ]);
    await using ana = await openOperator(open);
    await ana.row("lobby").click();
    const calls = ana.page.locator("details.tool");
    await calls.nth(2).waitFor();
    expect(await calls.locator("summary").allTextContents()).toEqual([
      'order.lookup{"id":4711}0.4 sdone',
      'bank.ask{"id":4711}61 sfailed',
      'mail.send{"id":4711}not finished',
    ]);
    expect(await calls.locator("pre").count()).toBe(0);
    await calls.nth(0).locator("summary").click();
    await calls.nth(0).locator("pre").nth(1).waitFor();
    expect(await calls.nth(0).locator("pre").allTextContents()).toEqual([
      '{\n  "id": 4711\n}',
      '{\n  "state": "open"\n}',
    ]);
    await calls.nth(1).locator("summary").focus();
    await ana.page.keyboard.press("Enter");
    await calls.nth(1).getByText("Error", { exact: true }).waitFor();
    expect(await calls.nth(1).locator("pre").last().textContent()).toBe("no answer <b>");
    expect(ana.faults).toEqual([]);
  });

  it("shows tables that scroll within themselves on a phone, and links in plain text to the web alone", async () => {
    await using open = await openGateway();
    const links = "see https://shop.example/4711?a=b, (http://x.example) javascript:alert(1)";
    await withTranscript(open, [said(links, 0), answered(`Here:\n${table}`, 1)]);
    await using ana = await openOperator(open, { width: 360, height: 700 });
    await ana.row("lobby").click();
    const cells = ana.page.locator(".markdown td");
    await cells.first().waitFor();
    expect(await cells.allTextContents()).toEqual(["09:12", "49.90", "declined | twice"]);
    expect(await ana.page.locator(".markdown p").textContent()).toBe("Here:");
    const addresses = (await ana.page.locator("[data-kind=user] a").all()).map((link) => link.getAttribute("href"));
    expect(await Promise.all(addresses)).toEqual(["https://shop.example/4711?a=b", "http://x.example"]);
    expect(
      await ana.page.evaluate(
        "(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('.wide-table'))",
      ),
    ).toBe(true);
    expect(await ana.page.evaluate("document.documentElement.scrollWidth")).toBe(360);
  });

  it("has code and messages copied as they were written", async () => {
    await using open = await openGateway();
    const code = 'if (a < b) {\n\treturn "<b>";\n}';
    await withTranscript(open, [
      said("  mind the *stars*\n", 0),
      answered(`Try **this**:\n\n\`\`\`ts\n${code}\n\`\`\``, 1),
    ]);
    await using ana = await openOperator(open);
    await ana.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await ana.row("lobby").click();
    const copied = () => ana.page.evaluate("navigator.clipboard.readText()");
    await ana.page.getByRole("button", { name: "Copy code" }).click();
    await expect.poll(copied).toBe(code);
    await ana.page.locator("[data-kind=user]").getByRole("button", { name: "Copy message" }).click();
    await expect.poll(copied).toBe("  mind the *stars*\n");
    await ana.page.locator("[data-kind=assistant]").getByRole("button", { name: "Copy message" }).click();
    await expect.poll(copied).toBe(`Try **this**:\n\n\`\`\`ts\n${code}\n\`\`\``);
  });
});

describe(`${promises("dashboard-transcript")}a long transcript`, () => {
  it("has the rows in sight drawn and no others, and is read back to its beginning", async () => {
    await using open = await openGateway();
    await withLongTranscript(open, 10_000);
    await using ana = await openOperator(open);
    await ana.row("lobby").click();
    const pane = new Scroller(ana.page);
    await ana.page.locator(".entries").getByText("answer 9999").waitFor();
    const drawn = () => ana.page.locator(".entry").count();
    expect(await drawn()).toBeLessThan(120);
    for (let page = 0; page < 5; page += 1) {
      const before = (await pane.place()).height;
      await pane.to(0);
      await expect.poll(async () => (await pane.place()).height, { timeout: 10_000 }).toBeGreaterThan(before);
      expect(await drawn()).toBeLessThan(120);
    }
    expect(ana.faults).toEqual([]);
  });

  it("draws little of what somebody drags past, and all that stands where they stop", async () => {
    await using open = await openGateway();
    await withLongTranscript(open, 500);
    await using ana = await openOperator(open);
    const { page } = ana;
    await ana.row("lobby").click();
    await page.locator(".entries").getByText("answer 499").waitFor();
    const pane = new Scroller(page);
    await expect
      .poll(async () => (await pane.to(0), page.locator(".entries .older").count()), { timeout: 20_000 })
      .toBe(0);
    await page.getByRole("button", { name: "To the end" }).click();
    await page.locator(".entries").getByText("answer 499").waitFor();
    expect(await pane.drag(0.2, 20)).toBeLessThan(200); // of some 400, most of which are near at one frame
    const top = (await pane.place()).top;
    await expect.poll(() => page.locator(".entry-row:visible").count()).toBeGreaterThan(10);
    expect(await page.locator(".entry-row").count()).toBeLessThan(100);
    expect(Math.abs((await pane.place()).top - top)).toBeLessThan(1_000);
  });

  it("stays where it is read when older messages come above", async () => {
    await using open = await openGateway();
    await withLongTranscript(open, 400);
    await using ana = await openOperator(open);
    const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>();
    let reads = 0;
    await ana.page.route("**/messages?*before=*", async (route) => {
      reads += 1;
      await isHeld;
      await route.continue();
    });
    await ana.row("lobby").click();
    await ana.page.locator(".entries").getByText("answer 399").waitFor();
    const pane = new Scroller(ana.page);
    await pane.to(0); //           1. as far up as was read
    const mark = ana.page.locator(".entries").getByText("question 352 ");
    await mark.waitFor();
    await ana.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    const before = (await mark.boundingBox())?.y ?? 0;
    letGo(); //                                                          2. older ones come
    await ana.page.locator(".entries").getByText("answer 349").waitFor({ state: "attached" });
    // 3. and with the next frame what is read stands where it stood
    await expect.poll(async () => Math.abs(((await mark.boundingBox())?.y ?? 0) - before)).toBeLessThan(2);
    await ana.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    expect(reads).toBe(1); //                                            4. with nothing read that nobody is near to
  });

  it("says when older messages could not be read, and reads them when it is told to", async () => {
    await using open = await openGateway();
    await withLongTranscript(open, 60);
    await using ana = await openOperator(open);
    let isDown = true;
    await ana.page.route("**/messages?*before=*", (route) => (isDown ? route.abort() : route.continue()));
    await ana.row("lobby").click();
    const pane = new Scroller(ana.page);
    await ana.page.locator(".entries").getByText("answer 59").waitFor();
    await pane.to(0);
    const again = ana.page.getByRole("button", { name: "Older messages could not be read. Try again" });
    await again.waitFor();
    isDown = false;
    await again.click();
    await ana.page.locator(".entries").getByText("answer 9", { exact: true }).waitFor({ state: "attached" });
    await pane.to(0);
    await ana.page.locator(".entries").getByText("The conversation begins here").waitFor();
    await ana.page.locator(".entries").getByText("question 0").waitFor();
  });

  it("stays at its end when what stands above becomes smaller and grows again in one go", async () => {
    await using open = await openGateway();
    await withLongTranscript(open, 60);
    await using ana = await openOperator(open);
    await ana.row("lobby").click();
    await ana.page.locator(".entries").getByText("answer 59").waitFor();
    const pane = new Scroller(ana.page);
    await expect.poll(async () => (await pane.place()).below).toBeLessThan(2);
    // Read in between, so that the browser moves the pane; then it tells of a scroll upwards that nobody made.
    await ana.page.evaluate(`(() => {
      const [pane, content] = [document.querySelector(".transcript"), document.querySelector(".entries")];
      content.style.cssText = "height: " + (content.offsetHeight - 600) + "px; overflow: hidden";
      pane.scrollTop;
      content.style.cssText = "padding-bottom: 600px";
    })()`);
    await ana.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    await expect.poll(async () => (await pane.place()).below).toBeLessThan(2);
  });

  it("does not jump away from who reads further up, counts what is new, and leads there", async () => {
    await using open = await openGateway();
    await withLongTranscript(open, 50);
    await using ana = await openOperator(open);
    await ana.row("lobby").click();
    await ana.page.locator(".entries").getByText("answer 49").waitFor();
    const pane = new Scroller(ana.page);
    await pane.to(500);
    await ana.page.getByRole("button", { name: "To the end" }).waitFor();
    const before = (await pane.place()).top;
    await open.converse("news", "and more", "lobby");
    const jump = ana.page.getByRole("button", { name: "2 new" });
    await jump.waitFor();
    expect((await pane.place()).top).toBe(before);
    await jump.click();
    await ana.page.getByText("and more").last().waitFor();
    await jump.waitFor({ state: "detached" });
    const { run } = await open.startRun("again", "lobby");
    for (let line = 0; line < 40; line += 1) run.write(`line ${line}\n\n`);
    await ana.page.locator(".entries").getByText("line 39").waitFor();
    await expect.poll(async () => (await pane.place()).below).toBeLessThan(2);
    expect(await ana.page.locator(".to-end").count()).toBe(0);
  });
});
