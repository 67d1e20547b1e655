import { afterAll, describe, expect, it } from "vitest";
import { type OpenGateway, openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { promises } from "../requirements.ts";
import { closeBrowser } from "./support/browser.ts";
import { type Guest, openGuestAt } from "./support/guest.ts";
import { type Site, openSite } from "./support/site.ts";

afterAll(closeBrowser);

/** A site that has the chat on its pages, and the gateway of the chat. */
interface Embedding extends AsyncDisposable {
  readonly site: Site;
  readonly open: OpenGateway;
}

/** @param isAllowed whether the gateway lets the site embed its chat. @param hasPolicy whether the site has a strict policy. */
async function openEmbedding({ isAllowed = true, hasPolicy = false, body = "" } = {}): Promise<Embedding> {
  const place = { url: "" };
  const bodyOf = () =>
    body === ""
      ? `<script src="${place.url}/chat.js" data-label="Chat with us" async></script>`
      : body.replaceAll("URL", place.url);
  const policy = () => `default-src 'none'; script-src ${place.url}; frame-src ${place.url}`;
  const site = await openSite(bodyOf, hasPolicy ? policy : undefined);
  const embedIn = isAllowed ? [site.origin] : ["https://www.example.org"];
  const open = await openGateway({ gateway: { visitors: { name: "Ada", embedIn } } });
  place.url = open.url;
  return {
    site,
    open,
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]();
      await open[Symbol.asyncDispose]();
    },
  };
}

function launcher(guest: Guest) {
  return guest.page.getByRole("button", { name: "Chat with us" });
}

/** What is focused in the embedding page. */
function focusedName(guest: Guest): Promise<unknown> {
  return guest.page.evaluate("document.activeElement?.shadowRoot?.activeElement?.getAttribute('aria-label')");
}

describe(`${promises("visitor-page-embedded")}a page of another origin that is named`, () => {
  it("has the chat behind a button, loaded when it is wanted, and talks in it", async () => {
    await using embedding = await openEmbedding();
    const { open, site } = embedding;
    await using guest = await openGuestAt(site.origin);
    await launcher(guest).waitFor();
    expect(guest.page.frames()).toHaveLength(1);
    await launcher(guest).click();
    await guest.say("hello from the shop");
    const run = await open.runner.nextRun();
    run.write("wel");
    await guest.answer("wel").waitFor();
    run.answer("come");
    await guest.answer("welcome").waitFor();
    expect(await launcher(guest).getAttribute("aria-expanded")).toBe("true");
    const frame = guest.page.locator("iframe");
    expect(await frame.getAttribute("title")).toBe("Chat with us");
    expect(await frame.getAttribute("sandbox")).not.toMatch(/top-navigation|modals|downloads/);
    expect(guest.faults).toEqual([]);
  });

  it("may have a policy as strict as can be", async () => {
    await using embedding = await openEmbedding({ hasPolicy: true });
    await using guest = await openGuestAt(embedding.site.origin);
    await launcher(guest).click();
    await guest.answer("Hello! How can I help?").waitFor();
    expect((await guest.page.locator("iframe").boundingBox())?.width).toBe(400);
    expect(guest.faults).toEqual([]);
  });

  it("puts the chat away with its cross or Escape, gives the focus back, and shows that an answer came meanwhile", async () => {
    await using embedding = await openEmbedding();
    const { open, site } = embedding;
    await using guest = await openGuestAt(site.origin);
    await launcher(guest).click();
    await guest.say("hello");
    const run = await open.runner.nextRun();
    await guest.button("Close").click();
    await guest.page.locator("iframe").waitFor({ state: "hidden" });
    expect(await focusedName(guest)).toBe("Chat with us");
    run.answer("there you are");
    await guest.page.locator("button[data-news]").waitFor();
    await launcher(guest).click();
    await guest.answer("there you are").waitFor();
    expect(await guest.page.locator("button[data-news]").count()).toBe(0);
    await guest.box.press("Escape");
    await guest.page.locator("iframe").waitFor({ state: "hidden" });
  });

  it("fills a phone's screen with it, and the cross is in reach", async () => {
    await using embedding = await openEmbedding();
    await using guest = await openGuestAt(embedding.site.origin, { width: 360, height: 640 });
    await launcher(guest).click();
    await guest.button("Close").waitFor();
    expect(await guest.page.locator("iframe").boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 640 });
    await guest.button("Close").click();
    await launcher(guest).waitFor();
  });

  it("hears and is heard by the frame alone: what others say does nothing", async () => {
    await using embedding = await openEmbedding();
    await using guest = await openGuestAt(embedding.site.origin);
    await launcher(guest).click();
    await guest.box.waitFor();
    await guest.page.evaluate("window.postMessage({ keyturn: 'close' }, '*')");
    await guest.page.evaluate("window.postMessage({ keyturn: 'answer' }, '*')");
    await guest.say("hello");
    await guest.message("hello").waitFor();
    expect(await guest.page.locator("iframe").isVisible()).toBe(true);
  });

  it("may also have a frame of its own, in which there is nothing to put away", async () => {
    const body = '<iframe src="URL/chat" title="Chat" style="width:400px;height:600px"></iframe>';
    await using embedding = await openEmbedding({ body });
    await using guest = await openGuestAt(embedding.site.origin);
    await guest.answer("Hello! How can I help?").waitFor();
    expect(await guest.button("Close").count()).toBe(0);
  });
});

describe("any other page", () => {
  it("cannot show the chat (T49)", async () => {
    await using embedding = await openEmbedding({ isAllowed: false });
    const { open, site } = embedding;
    await using guest = await openGuestAt(site.origin);
    await launcher(guest).click();
    await expect.poll(() => guest.faults.join()).toContain("frame-ancestors");
    expect(await guest.chat.locator("main").count()).toBe(0);
    expect((await open.ask("GET", "/sessions")).json()).toMatchObject({ items: [] });
  });

  it("nor, where it may show the chat, the dashboard (T49)", async () => {
    await using embedding = await openEmbedding({ body: '<iframe src="URL/" title="Dashboard"></iframe>' });
    await using guest = await openGuestAt(embedding.site.origin);
    await expect.poll(() => guest.faults.join()).toContain("frame-ancestors 'none'");
    expect(await guest.chat.locator("#root").count()).toBe(0);
  });
});
