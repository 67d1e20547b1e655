import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { type OpenGateway, openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { strand } from "../../packages/gateway/test-support/strand.ts";
import { promises } from "../requirements.ts";
import { closeBrowser } from "./support/browser.ts";
import { openOperator } from "./support/operator.ts";

afterAll(closeBrowser);

/** A name without a place to break. */
const long = "eine-unterhaltung-mit-sehr-langem-namen-ohne-leerzeichen-darin-und-noch-mehr";

/** Parts of the page that hold more than they can show, though nobody would look for it there; and what is out of sight. */
const hidden = `[...document.querySelectorAll("main, .panes, .conversation, .conversation-actions, .screen, .table, .facts, .tools, dialog, .dialog-body")]
  .filter((part) => part.clientWidth > 0 && part.scrollWidth > part.clientWidth + 1)
  .map((part) => part.className + " " + part.scrollWidth + " > " + part.clientWidth)`;

/** Controls that a finger hardly meets (WCAG 2.2, 2.5.8), links in text apart. */
const small = `[...document.querySelectorAll("button, select, input, nav a")]
  .map((control) => [control, control.getBoundingClientRect()])
  .filter(([control, { width, height }]) => width > 0 && (width < 24 || height < 24) && !control.matches(".link, [type=checkbox]"))
  .map(([control, { width, height }]) => control.textContent + " " + width + " x " + height)`;

async function faults(page: Page): Promise<readonly string[]> {
  const found: readonly string[] = await page.evaluate(`[...${hidden}, ...${small}]`);
  const shown: unknown = await page.evaluate("document.documentElement.scrollWidth + scrollX");
  return shown === 360 ? found : [...found, `the page is ${String(shown)} px wide`];
}

async function fill(open: OpenGateway): Promise<string> {
  const id = await open.converse("hello", "hi", long);
  await open.ask("DELETE", `/sessions/${await open.converse("hello", "hi", `weg-${long}`)}`);
  await open.ask("POST", "/tokens", { label: long, role: "viewer" });
  const schedule = { name: long, sessionId: id, cron: "0 9 * * MON-FRI", text: long };
  await open.ask("POST", "/schedules", { ...schedule, timeZone: "America/Argentina/ComodRivadavia" });
  await strand(open, "failed", `nicht-da-${long}`);
  const { sessionId } = await open.startRun("hallo?", "diele");
  return sessionId;
}

const screens = [
  ["health", "Zustand"],
  ["chat", "Web-Chat"],
  ["schedules", "Zeitpläne"],
  ["usage", "Verbrauch"],
  ["trash", "Papierkorb"],
  ["audit", "Protokoll"],
  ["logs", "Log"],
  ["access", "Zugang"],
  ["settings", "Einstellungen"],
] as const;

describe(`${promises("dashboard-for-everyone")}on a phone, in German,`, () => {
  it("nothing of any screen is out of sight, and every control is large enough for a finger", async () => {
    await using open = await openGateway();
    const running = await fill(open);
    await using ana = await openOperator(open, { width: 360, locale: "de-DE" });
    const { page } = ana;
    await page.getByRole("option", { name: long }).first().waitFor();
    expect(await faults(page)).toEqual([]);
    for (const [path, name] of screens) {
      await page.goto(`${open.url}/#/${path}`);
      await page.getByRole("heading", { name, level: 1 }).waitFor();
      await page.locator(".late").first().waitFor({ state: "detached" });
      expect(await faults(page), path).toEqual([]);
    }
    await page.goto(`${open.url}/#/c/s_gibtesnichtgibtesnicht`);
    await page.getByRole("heading", { level: 2 }).waitFor();
    expect(await faults(page)).toEqual([]);
    await page.goto(`${open.url}/#/c/${running}`);
    await ana.action("Anhalten").waitFor();
    expect(await faults(page)).toEqual([]);
    for (const name of ["Anhalten", "Zurücksetzen", "Löschen", "Mehr"]) await ana.action(name).click({ trial: true });
  }, 120_000);

  it("nor of what comes up over the screens", async () => {
    await using open = await openGateway();
    await fill(open);
    await using ana = await openOperator(open, { width: 360, locale: "de-DE" });
    const { page } = ana;
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Tastatur" }).waitFor();
    expect(await faults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Befehl" }).waitFor();
    expect(await faults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.goto(`${open.url}/#/trash`);
    await page.getByRole("button", { name: /^Endgültig löschen/ }).click();
    await page.getByRole("alertdialog").waitFor();
    expect(await faults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.goto(`${open.url}/#/schedules`);
    await page.getByRole("button", { name: "Zeitplan anlegen" }).click();
    await page.getByRole("alertdialog").waitFor();
    expect(await faults(page)).toEqual([]);
  });

  it("the rest of the menu holds what it has, and both of its choices can be read", async () => {
    await using open = await openGateway();
    await using ana = await openOperator(open, { width: 360, locale: "de-DE" });
    const { page } = ana;
    await page.getByRole("navigation").getByRole("button", { name: "Mehr" }).click();
    expect(await faults(page)).toEqual([]);
    for (const name of ["Darstellung", "Sprache"]) {
      expect((await page.getByLabel(name).boundingBox())?.width).toBeGreaterThan(60);
    }
  });

  it("a field of a row that holds nothing takes no room", async () => {
    await using open = await openGateway();
    await using ana = await openOperator(open, { width: 360 });
    await ana.page.goto(`${open.url}/#/health`);
    await ana.page.getByRole("row", { name: "webchat" }).first().waitFor();
    expect(await ana.page.locator("[data-empty]").first().isVisible()).toBe(false);
  });

  it("a keyboard leaves the field and Send of the own chat in sight", async () => {
    await using open = await openGateway();
    await using ana = await openOperator(open, { width: 360, height: 640 });
    const { page } = ana;
    await page.goto(`${open.url}/#/chat`);
    const field = page.getByRole("textbox", { name: "Write a message" });
    await field.fill("one\ntwo\nthree");
    await page.setViewportSize({ width: 360, height: 330 });
    for (const part of [field, page.getByRole("button", { name: "Send" })]) {
      const { y = -1, height = 999 } = (await part.boundingBox()) ?? {};
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y + height).toBeLessThanOrEqual(330);
    }
  });
});
