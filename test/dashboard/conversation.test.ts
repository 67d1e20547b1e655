import { afterAll, describe, expect, it } from "vitest";
import type { Policy } from "@keyturn/core";
import { attach } from "../../packages/gateway/test-support/attach.ts";
import { type OpenGateway, openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { promises } from "../requirements.ts";
import { closeBrowser } from "./support/browser.ts";
import { openOperator } from "./support/operator.ts";

afterAll(closeBrowser);

const sender = { id: "ana", name: "Ana" };
const person = { kind: "participant", id: "ana", adapter: "webchat", account: "web", surface: "discord" } as const;

/** A message as an adapter hands it in, whose service can change it and take it back. */
async function sendFromService({ bot }: OpenGateway, platformMessageId: string, text: string): Promise<void> {
  const key = { adapter: "webchat", account: "web", place: "lobby" };
  await bot.receive({ key, platformMessageId, sender, text });
}

const from = (platformMessageId: string) => ({
  key: { adapter: "webchat", account: "web", place: "lobby" },
  platformMessageId,
});

describe(`${promises("dashboard-transcript")}a conversation that changes at its service`, () => {
  it("marks what was changed, and shows where something was withdrawn, and nothing of it", async () => {
    await using open = await openGateway();
    await sendFromService(open, "p1", "a first thoght");
    (await open.runner.nextRun()).answer("noted");
    await open.bot.settled();
    await sendFromService(open, "p2", "a second thought");
    (await open.runner.nextRun()).answer("noted too");
    await open.bot.settled();
    await using ana = await openOperator(open);
    const { page } = ana;
    await ana.row("lobby").click();
    await page.getByText("a first thoght").waitFor();
    await open.bot.sessions.editMessage({ ...from("p1"), text: "a first thought" });
    const changed = page.locator("[data-kind=user]", { hasText: "a first thought" });
    await changed.getByText("edited").waitFor();
    expect(await changed.getByText("edited").getAttribute("title")).toMatch(/UTC|GMT/);
    await open.bot.sessions.withdrawMessage(from("p2"), { ...person, place: "lobby" });
    await page.getByText("A message was withdrawn at its service").waitFor();
    await page.getByText("a second thought").waitFor({ state: "detached" });
    expect(await page.locator(".entries").getByText("noted too").count()).toBe(0);
    const kinds = (await page.locator(".entry").all()).map((entry) => entry.getAttribute("data-kind"));
    expect(await Promise.all(kinds)).toEqual(["user", "assistant", "notice"]);
  });
});

describe(`${promises("dashboard-removal")}a conversation that was reset`, () => {
  it("says by whom, from where, when and how much, also to who comes later, and is brought back from there", async () => {
    await using open = await openGateway();
    await sendFromService(open, "p1", "remember this");
    (await open.runner.nextRun()).answer("I will");
    await open.bot.settled();
    const key = { adapter: "webchat", account: "web", place: "lobby" };
    const id = await open.bot.sessions.find(key);
    if (id === undefined) throw new Error("There is no session.");
    await open.bot.sessions.reset(id, { actor: { ...person, place: "lobby" }, reason: "" });
    await using ben = await openOperator(open, { role: "operator" });
    await ben.row("lobby").click();
    const line = ben.page.locator(".boundary[data-kind=reset]");
    await line.getByText(/^Reset by Ana from Discord, .* · 2 messages$/).waitFor();
    await ben.page.getByText("Nothing was said since.").waitFor();
    await line.getByRole("button", { name: "undo" }).click();
    await ben.page.locator("[data-kind=assistant]", { hasText: "I will" }).waitFor();
    await ben.page.getByText("The conversation begins here").waitFor();
  });

  it("is empty at once, and as it was when the reset is refused, with the reason", async () => {
    const policy: Policy = { authorize: ({ operation }) => operation !== "session.reset" };
    await using open = await openGateway({ bot: { policy } });
    await open.converse("remember this", "I will", "lobby");
    await using ana = await openOperator(open);
    const { page } = ana;
    await ana.row("lobby").click();
    await page.locator("[data-kind=assistant]").waitFor();
    const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>();
    await page.route("**/reset", async (route) => {
      await isHeld;
      await route.continue();
    });
    await ana.action("Reset").click();
    await page.locator("[data-kind=assistant]").waitFor({ state: "detached" });
    letGo();
    await page.getByText(/“lobby” was not reset: /).waitFor();
    await page.locator("[data-kind=assistant]", { hasText: "I will" }).waitFor();
  });
});

describe("a conversation that is answered", () => {
  it("counts the seconds, shows tools as they work, stops at once, and is answered anew", async () => {
    await using open = await openGateway();
    const { run } = await open.startRun("hello", "lobby");
    await using ana = await openOperator(open);
    const { page } = ana;
    await ana.row("lobby").click();
    const draft = page.locator("[data-kind=draft]");
    await draft.getByText(/thinking… \d+ s/).waitFor();
    run.write("Half an");
    await draft.getByText(/writing… \d+ s/).waitFor();
    expect(await page.locator(".conversation-facts").textContent()).toContain("1 message");
    const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>();
    await page.route("**/stop", async (route) => {
      await isHeld;
      await route.continue();
    });
    await ana.action("Stop").click();
    expect(await ana.action("Stop").isDisabled()).toBe(true);
    letGo();
    await page.getByText("stopped here").waitFor();
    await page.getByRole("button", { name: "Answer anew" }).click();
    const again = await open.runner.nextRun();
    expect(again.texts).toEqual(["hello"]);
    await page.locator(".entries").getByText("Half an").waitFor({ state: "detached" });
    again.answer("A whole answer");
    await page.locator("[data-kind=assistant]", { hasText: "A whole answer" }).waitFor();
    expect(ana.faults).toEqual([]);
  });

  it("goes on where it was when it is left and opened again in the middle of an answer", async () => {
    await using open = await openGateway();
    await open.converse("hello", "hi", "other");
    const { run } = await open.startRun("hello", "lobby");
    await using ana = await openOperator(open);
    await ana.row("lobby").click();
    run.write("one ");
    await ana.page.getByText("one").waitFor();
    await ana.row("other").click();
    await ana.page.locator("#conversation-name", { hasText: "other" }).waitFor();
    run.write("two");
    await ana.row("lobby").click();
    await ana.page.locator("[data-kind=draft]", { hasText: "one two" }).waitFor();
  });
});

describe("files that came with messages", () => {
  const pixel = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );

  it("are named with their sizes and saved as they came; pictures are seen, from here and nowhere else", async () => {
    await using open = await openGateway();
    await attach(open, "<script>alert(1)</script>");
    const attachments = [{ name: "pixel.png", mediaType: "image/png", bytes: pixel }];
    await open.bot.receive({ ...from("p1"), sender, text: "see", attachments });
    await open.runner.nextRun();
    await using ana = await openOperator(open);
    await ana.row("lobby").click();
    const picture = ana.page.locator(".attachment", { hasText: "pixel.png" });
    await picture.getByText("70 byte").waitFor();
    await expect.poll(() => ana.page.evaluate("document.querySelector('.attachment img')?.naturalWidth")).toBe(1);
    const saving = ana.page.waitForEvent("download");
    await picture.click();
    expect((await saving).suggestedFilename()).toBe("pixel.png");
    await ana.row("files").click();
    await ana.page.getByRole("region", { name: "Waiting" }).getByText('look a "page".html').waitFor();
    expect(ana.foreignRequests).toEqual([]);
    expect(ana.faults).toEqual([]);
  });
});

describe("the same conversation otherwise", () => {
  it("is seen as the API tells it, and copied so", async () => {
    await using open = await openGateway();
    const id = await open.converse("hello <b>", "hi", "lobby");
    await using ana = await openOperator(open);
    const { page } = ana;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await ana.row("lobby").click();
    await page.getByRole("button", { name: "JSON" }).click();
    const text = (await page.locator(".raw").textContent()) ?? "";
    expect(JSON.parse(text)).toMatchObject({
      session: { id },
      entries: [{ text: "hello <b>" }, { role: "assistant" }],
    });
    await page.getByRole("button", { name: "Copy all" }).click();
    await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe(text);
  });

  it.each([
    ["JSON", "json", /^\{"format":"keyturn-session-1".*"text":"hello"/],
    ["JSON lines", "jsonl", /^\{"type":"session"[^]*\n\{"type":"end","entries":2\}\n$/],
    ["Markdown", "md", /^# [^]*hello[^]*End of the transcript: 2 entries\.\n$/],
  ])("is saved whole as %s", async (name, ending, content) => {
    await using open = await openGateway();
    await open.converse("hello", "hi", "lobby");
    await using ana = await openOperator(open);
    await ana.row("lobby").click();
    await ana.action("More").click();
    const saving = ana.page.waitForEvent("download");
    await ana.page.getByRole("menuitem", { name: `Export as ${name}`, exact: true }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toMatch(new RegExp(`\\.${ending}$`));
    const chunks: Buffer[] = [];
    for await (const chunk of await saved.createReadStream()) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toMatch(content);
  });
});
