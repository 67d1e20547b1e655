import axe from "axe-core";
import type { Page } from "playwright-core";
import { z } from "zod";

const findings = z.array(z.object({ id: z.string(), impact: z.string().nullish(), nodes: z.array(z.unknown()) }));

/** What axe finds on a page as it is now, however small. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  // Not through a script element, which the page's policy would refuse.
  await page.evaluate(axe.source);
  const tags = JSON.stringify(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]);
  const found = await page.evaluate(`axe.run({ runOnly: ${tags} }).then(({ violations }) => violations)`);
  return findings
    .parse(found)
    .map(({ id, impact, nodes }) => `${impact} ${id}: ${JSON.stringify(nodes).slice(0, 600)}`);
}
