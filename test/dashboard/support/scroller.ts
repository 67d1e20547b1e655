import type { Page } from "playwright-core";
import { z } from "zod";

const placeSchema = z.object({ top: z.number(), height: z.number(), below: z.number() });

/** Something that scrolls, in pixels. Its code runs in the page, whose types a test does not have. */
export class Scroller {
  readonly #page: Page;
  readonly #selector: string;
  readonly #element: string;

  constructor(page: Page, selector = ".transcript") {
    this.#page = page;
    this.#selector = selector;
    this.#element = `document.querySelector(${JSON.stringify(selector)})`;
  }

  /** Scrolls to this distance from the beginning. */
  async to(top: number): Promise<void> {
    await this.#page.locator(this.#selector).waitFor();
    await this.#page.evaluate(`${this.#element}.scrollTo({ top: ${top} })`);
  }

  /** Drags its scrollbar from its end to a part of its way, over that many frames; how many rows were drawn meanwhile. */
  async drag(part: number, frames: number): Promise<number> {
    const drawn = await this.#page.evaluate(`new Promise((done) => {
      const element = ${this.#element};
      const rows = new Set(element.querySelectorAll(".entry-row"));
      const before = rows.size;
      let frame = 0;
      const step = () => {
        for (const row of element.querySelectorAll(".entry-row")) rows.add(row);
        if (frame === ${frames}) return done(rows.size - before);
        frame += 1;
        element.scrollTop = (element.scrollHeight - element.clientHeight) * (1 - ${1 - part} * (frame / ${frames}));
        requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    })`);
    return z.number().parse(drawn);
  }

  /** Where it is, how high all of it is, and how much is below what is seen. */
  async place(): Promise<z.infer<typeof placeSchema>> {
    const { page, element } = { page: this.#page, element: this.#element };
    return placeSchema.parse(
      await page.evaluate(
        `(({ scrollTop: top, scrollHeight: height, clientHeight }) => ({ top, height, below: height - top - clientHeight }))(${element})`,
      ),
    );
  }
}
