import axe from "axe-core";
import type { Page } from "playwright-core";
import { z } from "zod";

const findings = z.array(z.object({ id: z.string(), impact: z.string().nullish(), nodes: z.array(z.unknown()) }));

/** What axe finds serious or worse. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  // Not through a script element, which the page's policy would refuse.
  await page.evaluate(axe.source);
  const tags = JSON.stringify(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]);
  const found = await page.evaluate(`axe.run({ runOnly: ${tags} }).then(({ violations }) => violations)`);
  const serious = findings.parse(found).filter(({ impact }) => impact === "serious" || impact === "critical");
  return serious.map(({ id, nodes }) => `${id}: ${JSON.stringify(nodes).slice(0, 600)}`);
}

/** The screens and schemes that everything has to hold on. */
export const views = [
  { width: 360, colorScheme: "light" },
  { width: 360, colorScheme: "dark" },
  { width: 1280, colorScheme: "light" },
  { width: 1280, colorScheme: "dark" },
] as const;

/** What is wrong with a screen as it is: axe's findings, and whether it is wider than it may be. */
export async function faultsOf(page: Page, width: number): Promise<readonly string[]> {
  const shown: unknown = await page.evaluate("document.documentElement.scrollWidth");
  return [...(await seriousFindings(page)), ...(shown === width ? [] : [`it is ${String(shown)} px wide`])];
}
