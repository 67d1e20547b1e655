import { type Browser, type CDPSession, type Page, chromium } from "playwright-core";

/** Where Debian puts it. */
const executablePath = process.env["KEYTURN_CHROMIUM"] ?? "/usr/bin/chromium";

/** What drawing took while something was done. */
export interface Frames {
  readonly perSecond: number;
  /** Time of the processor in the page's main thread, in milliseconds. */
  readonly workPerFrame: number;
  /** Pages of what is scrolled that were asked for meanwhile. */
  readonly pagesRead: number;
}

/** Somebody who scrolls the dashboard, in a real browser. */
export class PageReader {
  readonly page: Page;
  readonly #browser: Browser;
  readonly #inside: CDPSession;
  #pagesRead = 0;

  private constructor(browser: Browser, page: Page, inside: CDPSession, asked: RegExp) {
    this.#browser = browser;
    this.page = page;
    this.#inside = inside;
    page.on("request", (request) => {
      if (asked.test(request.url())) this.#pagesRead += 1;
    });
  }

  /**
   * @param link with a login code.
   * @param asked the addresses of the pages of what is scrolled.
   */
  static async open(link: string, asked: RegExp): Promise<PageReader> {
    const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];
    const browser = await chromium.launch({ executablePath, args });
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    const inside = await context.newCDPSession(page);
    await inside.send("Performance.enable", { timeDomain: "threadTicks" });
    await page.goto(link);
    await page.locator(".row[aria-posinset='1']").waitFor();
    return new PageReader(browser, page, inside, asked);
  }

  /** Counts frames while something is done. */
  async frames(act: () => Promise<unknown>): Promise<Frames> {
    const read = this.#pagesRead;
    await this.page.evaluate(`(() => {
      const count = (globalThis.frameCount = { frames: 0, isOn: true });
      const step = () => count.isOn && ((count.frames += 1), requestAnimationFrame(step));
      requestAnimationFrame(step);
    })()`);
    const [begun, worked] = [performance.now(), await this.#worked()];
    await act();
    const [took, work] = [performance.now() - begun, (await this.#worked()) - worked];
    const frames: number = await this.page.evaluate(
      "((globalThis.frameCount.isOn = false), globalThis.frameCount.frames)",
    );
    return { perSecond: (frames * 1_000) / took, workPerFrame: work / frames, pagesRead: this.#pagesRead - read };
  }

  /** Turns the wheel over an element, at every frame or so. */
  async wheel(element: string, turns: number, pixels: number): Promise<void> {
    await this.page.locator(element).hover();
    for (let turn = 0; turn < turns; turn += 1) {
      await this.page.mouse.wheel(0, pixels);
      await this.page.waitForTimeout(16);
    }
  }

  /** Drags the scrollbar of an element from one part of its way to another, over that many frames. */
  drag(element: string, [from, to]: readonly [from: number, to: number], frames: number): Promise<unknown> {
    return this.page.evaluate(`new Promise((done) => {
      const element = document.querySelector(${JSON.stringify(element)});
      let frame = 0;
      const step = () => {
        frame += 1;
        element.scrollTop = (element.scrollHeight - element.clientHeight) * (${from} + ${to - from} * (frame / ${frames}));
        if (frame < ${frames}) requestAnimationFrame(step);
        else done();
      };
      requestAnimationFrame(step);
    })`);
  }

  /** Milliseconds until an element is there: from here, or from what is done for it. */
  async timeOf(element: string, act: () => Promise<unknown> = () => Promise.resolve()): Promise<number> {
    const begun = performance.now();
    await act();
    await this.page.locator(element).waitFor();
    return performance.now() - begun;
  }

  /** Megabytes that the page's own values take, after a collection. */
  async heap(): Promise<number> {
    await this.#inside.send("HeapProfiler.collectGarbage");
    const { usedSize } = await this.#inside.send("Runtime.getHeapUsage");
    return usedSize / 1e6;
  }

  close(): Promise<void> {
    return this.#browser.close();
  }

  async #worked(): Promise<number> {
    const { metrics } = await this.#inside.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1_000;
  }
}
