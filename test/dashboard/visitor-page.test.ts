import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FileVisitorStore } from "@keyturn/gateway";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { openGateway, type OpenGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { promises } from "../requirements.ts";
import { axeFindings } from "./support/axe-findings.ts";
import { closeBrowser } from "./support/browser.ts";
import { openGuest } from "./support/guest.ts";

afterAll(closeBrowser);

const sessionsForm = z.object({ items: z.array(z.object({ id: z.string(), key: z.object({ place: z.string() }) })) });

/** The only session that there is. */
async function onlySession(open: OpenGateway): Promise<{ readonly id: string; readonly visitorId: string }> {
  const { items } = sessionsForm.parse((await open.ask("GET", "/sessions")).json());
  const [session] = items;
  if (session === undefined || items.length > 1) throw new Error(`There are ${items.length} sessions.`);
  return { id: session.id, visitorId: session.key.place };
}

describe(`${promises("visitor-page")}an answer`, () => {
  it("shows as it is written, and then as it was stored, once", async () => {
    await using open = await openGateway({ gateway: { visitors: { name: "Ada", greeting: "What can I do?" } } });
    await using guest = await openGuest(open);
    expect(await guest.page.title()).toBe("Ada");
    await guest.answer("What can I do?").waitFor();
    await guest.say("hello");
    await guest.message("hello").waitFor();
    const run = await open.runner.nextRun();
    run.write("It is ");
    await guest.answer("It is").waitFor();
    run.write("**high** ");
    await guest.page.locator("[data-kind=draft] strong", { hasText: "high" }).waitFor();
    run.answer("noon.");
    await guest.page.locator("[data-kind=said]", { hasText: "It is high noon." }).waitFor();
    await guest.button("Stop").waitFor({ state: "detached" });
    expect(await guest.answer("It is high noon.").count()).toBe(1);
    expect(await guest.message("hello").count()).toBe(1);
    // What is read out is whole.
    await guest.page.getByRole("status").getByText("Ada: It is **high** noon.").waitFor();
    expect(guest.faults).toEqual([]);
  });

  it("is stopped by the visitor, and what was written stays", async () => {
    await using open = await openGateway();
    await using guest = await openGuest(open);
    await guest.say("tell me everything");
    const run = await open.runner.nextRun();
    run.write("First, ");
    await guest.answer("First,").waitFor();
    await guest.button("Stop").click();
    await guest.page.getByText("Stopped here").waitFor();
    expect(run.isAborted).toBe(true);
    await guest.answer("First,").waitFor();
    await guest.button("Stop").waitFor({ state: "detached" });
  });

  it("goes on in front of a visitor who loads the page again in the middle of it", async () => {
    await using open = await openGateway();
    await using guest = await openGuest(open);
    await guest.say("hello");
    const run = await open.runner.nextRun();
    run.write("The beginning, ");
    await guest.answer("The beginning,").waitFor();
    await guest.page.reload();
    await guest.message("hello").waitFor();
    await guest.answer("The beginning,").waitFor();
    run.write("the end");
    await guest.answer("The beginning, the end").waitFor();
    run.answer("");
    await guest.page.locator("[data-kind=said]", { hasText: "The beginning, the end" }).waitFor();
  });

  it("goes on when the bot ends in the middle of it and is back", async () => {
    const folder = await mkdtemp(join(tmpdir(), "keyturn-visitor-"));
    const bot = { store: { kind: "lowdb", folder, durability: "relaxed" } } as const;
    const visitors = () => ({ store: new FileVisitorStore(folder) });
    const first = await openGateway({ bot, gateway: { visitors: visitors() } });
    await using guest = await openGuest(first);
    await guest.say("hello");
    const run = await first.runner.nextRun();
    run.write("half an ans"); //                                                  1. it is being written
    await guest.answer("half an ans").waitFor();
    await first[Symbol.asyncDispose](); //                                        2. the bot ends
    await guest.page.getByText("Reconnecting…").waitFor();
    const port = Number(new URL(first.url).port);
    await using second = await openGateway({ bot, gateway: { visitors: visitors(), port } }); // 3. and is back
    const again = await second.runner.nextRun();
    again.write("a whole answer");
    await guest.answer("a whole answer").waitFor();
    again.answer("");
    await guest.page.locator("[data-kind=said]", { hasText: "a whole answer" }).waitFor();
    expect(await guest.page.getByText("half an ans").count()).toBe(0);
    expect(await guest.page.getByText("Reconnecting…").count()).toBe(0);
    await second.bot.settled();
    await rm(folder, { recursive: true, force: true });
  });

  it("that cannot be given is told without its cause", async () => {
    await using open = await openGateway({ bot: { attempts: 1 } });
    await using guest = await openGuest(open);
    await guest.say("hello");
    (await open.runner.nextRun()).fail(new Error("the key sk-canary was refused"));
    await guest.page.getByText("This could not be answered. Please try again.").waitFor();
    expect(await guest.page.content()).not.toContain("sk-canary");
  });
});

describe("what is removed", () => {
  it("by an operator leaves the page at once, and nothing of it comes back, also not from what is still written", async () => {
    await using open = await openGateway();
    await using guest = await openGuest(open);
    await guest.say("my secret");
    const run = await open.runner.nextRun();
    run.write("well ");
    await guest.answer("well").waitFor();
    const { id } = await onlySession(open);
    expect((await open.ask("POST", `/sessions/${id}/reset`)).status).toBe(200); // 1. an operator resets
    await guest.message("my secret").waitFor({ state: "detached" });
    await guest.answer("well").waitFor({ state: "detached" });
    run.write("kept"); //                                                         2. the run writes on
    run.answer("!");
    await guest.say("again"); //                                                  3. the visitor begins anew
    (await open.runner.nextRun()).answer("hello again");
    await guest.answer("hello again").waitFor();
    await guest.page.reload(); //                                                 4. and comes back
    await guest.answer("hello again").waitFor();
    expect(await guest.page.getByText(/my secret|well|kept/).count()).toBe(0);
    await open.ask("DELETE", `/sessions/${id}`); //                               5. an operator deletes
    await guest.message("again").waitFor({ state: "detached" });
    expect(await guest.answer("hello again").count()).toBe(0);
    expect(guest.faults).toEqual([]);
  });

  it("by the visitor is gone, and a new conversation begins", async () => {
    await using open = await openGateway();
    await using guest = await openGuest(open);
    await guest.say("my secret");
    const run = await open.runner.nextRun();
    run.write("well ");
    await guest.answer("well").waitFor();
    await guest.choose("New conversation");
    await guest.message("my secret").waitFor({ state: "detached" });
    expect(run.isAborted).toBe(true);
    await guest.page.reload();
    await guest.answer("Hello! How can I help?").waitFor();
    await guest.say("another matter");
    (await open.runner.nextRun()).answer("gladly");
    await guest.answer("gladly").waitFor();
    expect(await guest.page.getByText("my secret").count()).toBe(0);
  });

  it("for good is so with the visitor's token, in every tab", async () => {
    await using open = await openGateway();
    await using guest = await openGuest(open);
    await guest.say("my secret");
    (await open.runner.nextRun()).answer("well kept");
    await guest.answer("well kept").waitFor();
    const other = await guest.context.newPage();
    await other.goto(`${open.url}/chat`);
    await other.getByText("well kept", { exact: true }).waitFor();
    const { id } = await onlySession(open);
    await guest.choose("Delete my chat");
    await guest.answer("well kept").waitFor({ state: "detached" });
    await other.getByText("well kept", { exact: true }).waitFor({ state: "detached" });
    // Nor is it left to be read out.
    for (const page of [guest.page, other]) expect(await page.content()).not.toContain("well kept");
    expect((await open.ask("GET", `/sessions/${id}`)).status).toBe(410);
    expect(await open.bot.sessions.undoable()).toEqual([]);
    expect(await guest.page.evaluate("JSON.stringify(localStorage)")).not.toContain("kv_");
  });

  it("is not when the visitor thinks better of it", async () => {
    await using open = await openGateway();
    await using guest = await openGuest(open);
    await guest.say("hello");
    (await open.runner.nextRun()).answer("hi");
    await guest.answer("hi").waitFor();
    await guest.button("More").click();
    await guest.page.locator("#menu").getByRole("button", { name: "Delete my chat" }).click();
    await guest.page.getByRole("dialog").waitFor();
    await guest.page.keyboard.press("Escape");
    await guest.page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await guest.answer("hi").count()).toBe(1);
    await expect.poll(() => guest.page.evaluate("document.activeElement?.id")).toBe("compose");
  });
});

describe("a message", () => {
  it("that no answer came to is kept, and taken once when it is sent again", async () => {
    await using open = await openGateway();
    await using guest = await openGuest(open);
    await guest.page.route("**/visitor/messages", async (route) => {
      // The bot takes it, and its answer is lost.
      if (route.request().method() === "POST") await route.fetch();
      await route.abort();
    });
    await guest.say("are you there?");
    await guest.page.getByRole("alert").getByText("Your message is kept.").waitFor();
    await guest.page.unroute("**/visitor/messages");
    await guest.button("Try again").click();
    (await open.runner.nextRun()).answer("I am");
    await guest.answer("I am").waitFor();
    await guest.page.getByRole("alert").waitFor({ state: "detached" });
    expect(await guest.message("are you there?").count()).toBe(1);
    await open.bot.settled();
    const { id } = await onlySession(open);
    expect((await open.ask("GET", `/sessions/${id}`)).json()).toMatchObject({ entries: 2 });
  });

  it("that is not sent yet stays over a reload, and one too many is told so", async () => {
    await using open = await openGateway({ gateway: { visitors: { messagesPerMinute: 1 } } });
    await using guest = await openGuest(open);
    await guest.say("one");
    await guest.message("one").waitFor();
    await guest.say("two");
    await guest.page.getByText("That was a lot at once.").waitFor();
    await guest.button("Discard").click();
    await guest.message("two").waitFor({ state: "detached" });
    await guest.box.fill("begun, and not sent");
    await guest.page.reload();
    expect(await guest.box.inputValue()).toBe("begun, and not sent");
  });

  it("may be a command, which is answered where it stands", async () => {
    await using open = await openGateway();
    await using guest = await openGuest(open);
    await guest.say("/help");
    await guest.page.locator("[data-kind=word]", { hasText: "/reset" }).waitFor();
    await guest.say("hello");
    await guest.message("hello").waitFor();
    const texts = await guest.page.locator("[data-from=visitor] > p").allTextContents();
    expect(texts).toEqual(["/help", "hello"]);
  });

  it("runs nothing, loads nothing and breaks no rule of the page, whatever it holds", async () => {
    await using open = await openGateway();
    await using guest = await openGuest(open);
    const foreign: string[] = [];
    guest.page.on("request", (request) => {
      if (!request.url().startsWith(open.url)) foreign.push(request.url());
    });
    const hostile = [
      "<img src=x onerror=\"document.title='owned'\">",
      "<script>document.title='owned'</script>",
      "[click](javascript:document.title='owned')",
      "![pixel](http://evil.example/pixel.png)",
      "Tom &amp; Jerry &copy; &nosuch;",
      "[good](https://example.org/)",
    ].join("\n\n");
    await guest.say(hostile);
    const run = await open.runner.nextRun();
    run.write(hostile);
    await guest.answer("Tom & Jerry © &nosuch;").waitFor();
    run.answer(" the end");
    await guest.page.locator("[data-kind=said]", { hasText: "the end" }).waitFor();
    expect(await guest.page.locator("main :is(img, iframe, script)").count()).toBe(0);
    const link = guest.page.locator("main a");
    expect(await link.allTextContents()).toEqual(["good"]);
    expect(await link.getAttribute("rel")).toBe("noopener noreferrer nofollow");
    expect(await link.getAttribute("target")).toBe("_blank");
    expect(await guest.page.title()).toBe("Chat");
    expect(foreign).toEqual([]);
    expect(guest.faults).toEqual([]);
  });
});

describe("a visitor", () => {
  it("whom an operator ended is told so, and may begin anew", async () => {
    await using open = await openGateway();
    await using guest = await openGuest(open);
    await guest.say("hello");
    (await open.runner.nextRun()).answer("hi");
    await guest.answer("hi").waitFor();
    const { visitorId } = await onlySession(open);
    await open.ask("DELETE", `/webchat/visitors/${visitorId}`);
    await guest.page.getByText("This chat has ended. Write to begin a new one.").waitFor();
    expect(await guest.answer("hi").count()).toBe(0);
    await guest.say("hello again");
    (await open.runner.nextRun()).answer("welcome");
    await guest.answer("welcome").waitFor();
    expect(await guest.page.getByText("This chat has ended").count()).toBe(0);
  });

  it("who has the page open twice sees the same in both, over one stream", async () => {
    await using open = await openGateway();
    await using guest = await openGuest(open);
    const other = await guest.context.newPage();
    let streams = 0;
    for (const page of [guest.page, other]) {
      page.on("request", (request) => {
        if (request.url().endsWith("/visitor/events")) streams += 1;
      });
    }
    await guest.say("hello");
    const run = await open.runner.nextRun();
    await other.goto(`${open.url}/chat`);
    await other.getByText("hello", { exact: true }).waitFor();
    run.write("in both ");
    await other.getByText("in both").waitFor();
    await guest.answer("in both").waitFor();
    run.answer("of them");
    for (const page of [guest.page, other]) await page.locator("[data-kind=said]", { hasText: "of them" }).waitFor();
    expect(streams).toBe(1);
    await guest.page.close();
    await other.getByRole("textbox").fill("and now?");
    await other.keyboard.press("Enter");
    (await open.runner.nextRun()).answer("still here");
    await other.getByText("still here", { exact: true }).waitFor();
    expect(streams).toBe(2);
  });

  it("who is logged in at the dashboard in the same browser is nobody here", async () => {
    await using open = await openGateway();
    await using guest = await openGuest(open);
    const answer = await open.ask("POST", "/auth/codes", {});
    const { code } = z.object({ code: z.string() }).parse(answer.json());
    await guest.page.goto(`${open.url}/#code=${code}`);
    await guest.page.getByText("No conversations yet").waitFor();
    await guest.page.goto(`${open.url}/chat`);
    await guest.say("hello");
    (await open.runner.nextRun()).answer("hi");
    await guest.answer("hi").waitFor();
    expect((await onlySession(open)).visitorId).toMatch(/^v_/);
  });
});

describe.each([
  { width: 360, height: 640, colorScheme: "light" },
  { width: 360, height: 640, colorScheme: "dark" },
  { width: 1280, height: 800, colorScheme: "light" },
  { width: 1280, height: 800, colorScheme: "dark" },
] as const)("at $width px, $colorScheme,", (options) => {
  it("axe finds nothing, and nothing is wider than the screen", async () => {
    await using open = await openGateway({ bot: { attempts: 1 } });
    await using guest = await openGuest(open, options);
    const { page } = guest;
    expect(await axeFindings(page)).toEqual([]);
    await guest.say(`hello ${"long".repeat(60)}`);
    (await open.runner.nextRun()).answer(
      "# Hi\n\n- a **list**\n- `code`\n\n```\nwide\n```\n\n[link](https://example.org)",
    );
    await page.locator(".markdown pre").waitFor();
    await guest.say("and?");
    (await open.runner.nextRun()).write("So far ");
    await guest.answer("So far").waitFor();
    await page.route("**/visitor/messages", (route) => route.abort());
    await guest.say("lost");
    await page.getByRole("alert").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await guest.button("More").click();
    expect(await axeFindings(page)).toEqual([]);
    await page.locator("#menu").getByRole("button", { name: "New conversation" }).click();
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(options.width);
  });
});

describe("on a phone", () => {
  it("a keyboard hides neither the box nor Stop, and the newest stays in sight", async () => {
    await using open = await openGateway();
    await using guest = await openGuest(open, { width: 360, height: 640 });
    for (let turn = 1; turn <= 6; turn += 1) {
      await guest.say(`question ${turn}`);
      (await open.runner.nextRun()).answer(`answer ${turn}, ${"and so on ".repeat(12)}`);
      await guest.answer(`answer ${turn},`).waitFor();
      await open.bot.settled();
    }
    await guest.say("one more");
    const run = await open.runner.nextRun();
    run.write("the newest");
    await guest.answer("the newest").waitFor();
    await guest.page.setViewportSize({ width: 360, height: 330 });
    for (const part of [guest.box, guest.button("Stop"), guest.answer("the newest")]) {
      const box = await part.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 999)).toBeLessThanOrEqual(330);
      expect(box?.y).toBeGreaterThan(0);
    }
  });

  it("it speaks German to those who do", async () => {
    await using open = await openGateway();
    await using guest = await openGuest(open, { width: 360, locale: "de-DE" });
    await guest.answer("Hallo! Wie kann ich helfen?").waitFor();
    expect(await guest.page.locator("html").getAttribute("lang")).toBe("de");
    await guest.page.goto(`${open.url}/chat#lang=en`);
    await guest.page.reload();
    await guest.answer("Hello! How can I help?").waitFor();
  });
});
