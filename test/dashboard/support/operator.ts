import type { BrowserContext, Locator, Page } from "playwright-core";
import type { OpenGateway } from "../../../packages/gateway/test-support/open-gateway.ts";
import { z } from "zod";
import { type PersonOptions, openPerson } from "./browser.ts";

/** Somebody at the dashboard, in a browser of their own. */
export class Operator implements AsyncDisposable {
  readonly page: Page;
  /** Requests that left the gateway's origin: none may. */
  readonly foreignRequests: string[] = [];
  /** What the page's policy refused, and errors that nobody caught: none may come. */
  readonly faults: string[] = [];
  readonly #context: BrowserContext;

  constructor(context: BrowserContext, page: Page, origin: string) {
    this.#context = context;
    this.page = page;
    this.watch(page, origin);
  }

  /** Another tab of the same browser. */
  async openTab(url: string): Promise<Page> {
    const page = await this.#context.newPage();
    this.watch(page, new URL(url).origin);
    await page.goto(url);
    return page;
  }

  /** The rows of the list. */
  get rows(): Locator {
    return this.page.getByRole("listbox", { name: "Conversations" }).getByRole("option");
  }

  /** The row of a conversation. */
  row(name: string): Locator {
    return this.rows.filter({ hasText: name });
  }

  /** A button of the open conversation. */
  action(name: string): Locator {
    return this.page.locator(".conversation-actions").getByRole("button", { name });
  }

  private watch(page: Page, origin: string): void {
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) this.foreignRequests.push(url);
    });
    page.on("pageerror", (error) => this.faults.push(String(error)));
    page.on("console", (message) => {
      const text = message.text();
      if (message.type() === "error" && !/Failed to load resource/.test(text)) this.faults.push(text);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#context.close();
  }
}

/** Who an operator is. */
export interface OperatorOptions extends PersonOptions {
  readonly role?: "viewer" | "operator" | "admin";
  /** The access token that the login comes from; the operator's own when it is left out. */
  readonly token?: string;
}

/** Opens the dashboard with a login code, as the terminal prints it. */
export async function openOperator(open: OpenGateway, options: OperatorOptions = {}): Promise<Operator> {
  const context = await openPerson(options);
  const page = await context.newPage();
  const operator = new Operator(context, page, new URL(open.url).origin);
  const { token, role } = options;
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const answer = await open.ask("POST", "/auth/codes", { role }, headers);
  const { code } = z.object({ code: z.string() }).parse(answer.json());
  await page.goto(`${open.url}/#code=${code}`);
  // An empty list has no height, and is not seen.
  await page.getByRole("listbox").waitFor({ state: "attached" });
  return operator;
}
