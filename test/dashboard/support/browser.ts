import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium } from "playwright-core";
import { vi } from "vitest";
import { publicName } from "../../proxy/support/nginx.ts";

/** Where Debian puts it. */
const executablePath = process.env["KEYTURN_CHROMIUM"] ?? "/usr/bin/chromium";

// A browser on a busy machine takes its time.
vi.setConfig({ testTimeout: 60_000 });

let opened: Promise<Browser> | undefined;

/** A real browser, one for all tests of a file. */
function openBrowser(): Promise<Browser> {
  if (!existsSync(executablePath)) {
    throw new Error(`There is no ${executablePath}. Install it: apt-get install --no-install-recommends chromium`);
  }
  opened ??= chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // The name in the certificate of the tests' nginx.
      `--host-resolver-rules=MAP ${publicName} 127.0.0.1`,
    ],
  });
  return opened;
}

/** What a test may say of whoever sits in front of the browser. */
export interface PersonOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: "light" | "dark";
  readonly locale?: string;
  /** Default: as most people have it. */
  readonly forcedColors?: "active" | "none";
  /** Default: as most people have it. */
  readonly contrast?: "more" | "no-preference";
  /** Default: none, which no test has to wait for. */
  readonly reducedMotion?: "reduce" | "no-preference";
  /** True where the certificate is the test's own. */
  readonly ignoreHTTPSErrors?: boolean;
}

/** The browser of another person: it shares nothing with others. */
export async function openPerson(options: PersonOptions = {}): Promise<BrowserContext> {
  const { width = 1280, height = 800, colorScheme = "light", locale = "en-GB", ignoreHTTPSErrors = false } = options;
  const { forcedColors = "none", contrast = "no-preference", reducedMotion = "reduce" } = options;
  const browser = await openBrowser();
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    locale,
    forcedColors,
    contrast,
    ignoreHTTPSErrors,
    reducedMotion,
  });
  // Sooner than the test's own end, so that the failure names the step.
  context.setDefaultTimeout(20_000);
  return context;
}

/** Ends the browser; after all tests of a file. */
export async function closeBrowser(): Promise<void> {
  await (await opened)?.close();
  opened = undefined;
}
