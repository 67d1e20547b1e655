import type { Page } from "playwright-core";
import { axeFindings } from "./axe-findings.ts";

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
  return [...(await axeFindings(page)), ...(shown === width ? [] : [`it is ${String(shown)} px wide`])];
}
