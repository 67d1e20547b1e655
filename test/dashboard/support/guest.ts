import type { BrowserContext, FrameLocator, Locator, Page } from "playwright-core";
import type { OpenGateway } from "../../../packages/gateway/test-support/open-gateway.ts";
import { type PersonOptions, openPerson } from "./browser.ts";

/** Somebody at the visitors' page, in a browser of their own. */
export class Guest implements AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What a page's policy refused, and errors that nobody caught: none may come. */
  readonly faults: string[] = [];
  /** The page, or the frame that it is in. */
  readonly chat: Page | FrameLocator;

  constructor(context: BrowserContext, page: Page, chat: Page | FrameLocator) {
    this.context = context;
    this.page = page;
    this.chat = chat;
    page.on("pageerror", (error) => this.faults.push(String(error)));
    page.on("console", (message) => {
      const text = message.text();
      if (message.type() === "error" && !/Failed to load resource/.test(text)) this.faults.push(text);
    });
  }

  /** Where they write. */
  get box(): Locator {
    return this.chat.getByRole("textbox");
  }

  /** What the bot has said, or says. */
  answer(text: string): Locator {
    return this.chat.locator("[data-from=bot]", { hasText: text });
  }

  /** What they have said. */
  message(text: string): Locator {
    return this.chat.locator("[data-from=visitor]", { hasText: text });
  }

  button(name: string): Locator {
    return this.chat.getByRole("button", { name });
  }

  async say(text: string): Promise<void> {
    await this.box.fill(text);
    await this.box.press("Enter");
  }

  /** Chooses in the menu, and says yes. */
  async choose(name: string): Promise<void> {
    await this.button("More").click();
    await this.chat.locator("#menu").getByRole("button", { name }).click();
    await this.chat.getByRole("dialog").getByRole("button", { name }).click();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.context.close();
  }
}

/** Opens the visitors' page. */
export async function openGuest(open: OpenGateway, options: PersonOptions = {}): Promise<Guest> {
  const context = await openPerson(options);
  const page = await context.newPage();
  const guest = new Guest(context, page, page);
  await page.goto(`${open.url}/chat`);
  await guest.box.waitFor();
  return guest;
}

/** Opens a page that embeds the visitors' page. */
export async function openGuestAt(address: string, options: PersonOptions = {}): Promise<Guest> {
  const context = await openPerson(options);
  const page = await context.newPage();
  const guest = new Guest(context, page, page.frameLocator("iframe"));
  await page.goto(address);
  return guest;
}
