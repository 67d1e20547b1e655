import { errorRegistry } from "@keyturn/core";
import type { Page, Route } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { problems } from "../../packages/gateway/dashboard/text/de-problems.ts";
import { gatewayProblems } from "../../packages/gateway/src/problems/problem.ts";
import { openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { strand } from "../../packages/gateway/test-support/strand.ts";
import { promises } from "../requirements.ts";
import { closeBrowser, openPerson } from "./support/browser.ts";
import { openOperator } from "./support/operator.ts";

afterAll(closeBrowser);

/** Everything that a page says in words of its own: what people, models and machines said is marked as such. */
const said = `(() => {
  const foreign = "bdi, code, pre, kbd, noscript, script, style, [lang]:not(html), [data-kind=user], [data-kind=assistant]";
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node instanceof Element ? node : node.parentElement;
    if (element.closest(foreign) !== null) continue;
    if (node instanceof Text) texts.push(node.data);
    else for (const name of ["aria-label", "title", "placeholder", "alt"]) texts.push(element.getAttribute(name) ?? "");
  }
  return [document.title, ...texts].map((text) => text.trim()).filter((text) => text !== "");
})()`;

/** Words that English cannot do without, and German has not. */
const english =
  /\b(the|and|of|with|from|your|this|that|is|are|has|nothing|not|no|search|close|cancel|delete[ds]?|reset|stop|back|more|all|new|newest|oldest|conversations?|messages?|settings|schedules?|usage|trash|access|health|keyboard|commands?|appearance|light|dark|log out|since|state|ago|now|today|yesterday|select(ed)?|run(s|ning)?|write|send|open|load|read(ing)?|by|every|any)\b/i;

/** What plugins call themselves and what they bring: names, in any language the same. */
const names = /^(standard-commands|[a-z]+\.[a-z]+|command \w+(, command \w+)*)$/;

/** The name of a setting, such as `usage.prices`. */
const setting = /\b[a-z]+\.[a-z]+\b/gi;

async function englishOn(page: Page): Promise<readonly string[]> {
  const texts: readonly string[] = await page.evaluate(said);
  expect(texts.length).toBeGreaterThan(10);
  return texts.filter((text) => english.test(text.replaceAll(setting, "")) && !names.test(text));
}

/** Of requests that the dashboard never sends, and of what is thrown inside the process alone. */
const unmet: readonly string[] = [
  "AUTHENTICATION_REQUIRED",
  "BODY_INCOMPLETE",
  "BODY_MALFORMED",
  "CREDENTIALS_AMBIGUOUS",
  "HEADERS_TOO_LARGE",
  "IDEMPOTENCY_KEY_REUSED",
  "IMPORT_INVALID",
  "LOCK_NESTED",
  "MEDIA_TYPE_UNSUPPORTED",
  "METHOD_NOT_ALLOWED",
  "PRECONDITION_REQUIRED",
  "RUN_ABORTED",
  "STORE_IN_USE",
  "STREAMS_EXHAUSTED",
  "TARGET_NOT_ALLOWED",
  "UPGRADE_REFUSED",
  "VISITORS_EXHAUSTED",
  "VISITOR_LIMIT_REACHED",
  "VISITOR_NOT_FOUND",
  "WEBHOOK_UNAVAILABLE",
];

const screens = [
  "",
  "?q=nirgends",
  "health",
  "chat",
  "schedules",
  "usage",
  "trash",
  "audit",
  "logs",
  "access",
  "settings",
];

describe(`${promises("dashboard-for-everyone")}in German`, () => {
  it("every screen says all of it in German, dates and times too", async () => {
    const line = { sequence: 1, at: Date.now(), level: "warn", message: "Eine Anfrage.", fields: {} } as const;
    await using open = await openGateway({ gateway: { logs: { read: () => [line] } } });
    const id = await open.converse("hallo", "hallo", "flur");
    await open.ask("DELETE", `/sessions/${await open.converse("hallo", "hallo", "weg")}`);
    await open.ask("POST", "/tokens", { label: "Ana", role: "viewer" });
    await open.startRun("hallo", "diele");
    await open.say("hallo?", "diele");
    await using ana = await openOperator(open, { locale: "de-DE" });
    const { page } = ana;
    expect(await page.locator("html").getAttribute("lang")).toBe("de");
    for (const screen of [...screens, `c/${id}`, "c/s_gibtesnichtgibtesnicht"]) {
      await page.goto(`${open.url}/#/${screen}`);
      await page.locator("h1, h2").first().waitFor({ state: "attached" });
      await page.locator(".late").first().waitFor({ state: "detached" });
      await expect.poll(() => englishOn(page), { message: screen }).toEqual([]);
    }
  });

  it("what comes up over the screens does so too", async () => {
    await using open = await openGateway();
    await open.converse("hallo", "hallo", "flur");
    await open.converse("hallo", "hallo", "diele");
    await using ana = await openOperator(open, { locale: "de-DE" });
    const { page } = ana;
    await page.getByRole("option", { name: "diele" }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    expect(await englishOn(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Befehl" }).waitFor();
    expect((await englishOn(page)).filter((text) => text !== "English")).toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("j");
    await page.keyboard.press("Delete");
    await page.getByText("„diele“ gelöscht").waitFor();
    expect(await englishOn(page)).toEqual([]);
    await page
      .getByRole("button", { name: /^Alle auswählen/ })
      .or(page.locator(".row-check"))
      .first()
      .click();
    await page.getByText("1 ausgewählt").waitFor();
    await page.keyboard.press("Delete");
    await page.getByRole("alertdialog").waitFor();
    expect(await englishOn(page)).toEqual([]);
  });

  it("what is refused, and what cannot be read, is told so too", async () => {
    await using open = await openGateway();
    const id = await open.converse("hallo", "hallo", "flur");
    await strand(open, "failed", "diele");
    await using ana = await openOperator(open, { locale: "de-DE" });
    const { page } = ana;
    await page.goto(`${open.url}/#/c/${id}`);
    await page.locator("#conversation-name", { hasText: "flur" }).waitFor();
    const refuse = (status: number, code: string) => (route: Route) =>
      route.fulfill({
        status,
        contentType: "application/problem+json",
        json: { code, status, title: "", detail: "Said in English.", instance: "q_1" },
      });
    await page.route("**/sessions/*", refuse(503, "STORE_FULL"));
    await page.keyboard.press("Delete");
    const toast = page.locator(".toast").last();
    await toast.getByText("Der Speicher ist voll. Nichts wurde geändert. Kennung: q_1").waitFor();
    expect(await page.getByText("Said in English").count()).toBe(0);
    await page.goto(`${open.url}/#/health`);
    await page.route("**/dismiss", refuse(412, "DELIVERY_CHANGED"));
    await page.getByRole("button", { name: "Verwerfen: diele" }).click();
    await page.locator(".toast", { hasText: "Das wurde nicht getan: Das hat inzwischen jemand geändert." }).waitFor();
    await page.route("**/schedules", refuse(500, "INTERNAL_ERROR"));
    await page.goto(`${open.url}/#/schedules`);
    await page.getByRole("alert").getByText("Im Bot ging etwas schief. Sein Log sagt mehr. Kennung: q_1").waitFor();
    expect(await englishOn(page)).toEqual([]);
  });

  it("every code that the gateway has says something of its own, or is none that an operator meets", () => {
    const codes = new Set([...Object.keys(gatewayProblems), ...Object.keys(errorRegistry)]);
    expect(Object.keys(problems).filter((code) => !codes.has(code) && code !== "ANSWER_INVALID")).toEqual([]);
    expect([...codes].filter((code) => problems[code] === undefined).toSorted()).toEqual(unmet);
  });

  it("the login does so too", async () => {
    await using open = await openGateway();
    const context = await openPerson({ locale: "de-AT" });
    const page = await context.newPage();
    await page.goto(open.url);
    await page.getByRole("heading", { name: "Anmelden" }).waitFor();
    await page.getByLabel("Anmeldecode").fill("falsch-falsch");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("Dieser Code stimmt nicht").waitFor();
    const texts: readonly string[] = await page.evaluate(said);
    expect(texts.filter((text) => english.test(text))).toEqual([]);
    await context.close();
  });
});
