import type { LogLine, LogQuery, LogSource } from "@keyturn/gateway";
import { afterAll, describe, expect, it } from "vitest";
import { type OpenGateway, openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { promises } from "../requirements.ts";
import { faultsOf, views } from "./support/axe.ts";
import { closeBrowser } from "./support/browser.ts";
import { type Operator, type OperatorOptions, openOperator } from "./support/operator.ts";

afterAll(closeBrowser);

const patience = { timeout: 20_000 };
const levels = ["debug", "info", "warn", "error"] as const;

/** A log that a test writes. */
class WrittenLog implements LogSource {
  readonly #lines: LogLine[] = [];

  write(level: LogLine["level"], message: string, fields: LogLine["fields"] = {}): void {
    this.#lines.unshift({ sequence: this.#lines.length, at: Date.now(), level, message, fields });
  }

  read({ level = "debug", limit, requestId, runId }: LogQuery): readonly LogLine[] {
    const least = levels.indexOf(level);
    const matches = ({ level: of, fields }: LogLine) =>
      levels.indexOf(of) >= least &&
      (requestId === undefined || fields["requestId"] === requestId) &&
      (runId === undefined || fields["runId"] === runId);
    return this.#lines.filter(matches).slice(0, limit);
  }
}

async function openScreen(open: OpenGateway, path: string, options: OperatorOptions = {}): Promise<Operator> {
  const operator = await openOperator(open, options);
  await operator.page.goto(`${open.url}/#/${path}`);
  await operator.page.getByRole("heading", { level: 1 }).waitFor();
  return operator;
}

/** What the audit log says about a reset, a delete with a reason, and something that was refused. */
async function act(open: OpenGateway): Promise<string> {
  const kept = await open.converse("hello", "hi", "kept");
  const gone = await open.converse("hello", "hi", "gone");
  await open.ask("POST", `/sessions/${kept}/reset`);
  await open.ask("DELETE", `/sessions/${gone}`, { reason: "they asked for it" });
  await open.bot.recordAudit({
    actor: { kind: "participant", id: "eve", adapter: "webchat", account: "web", place: "kept", surface: "webchat" },
    operation: "session.delete",
    sessionId: undefined,
    reason: "",
    outcome: "denied",
  });
  return kept;
}

describe(`${promises("dashboard-health")}the audit log`, () => {
  it("is looked through by outcome, operation, person, place and time; the address is the view", async () => {
    await using open = await openGateway();
    const kept = await act(open);
    await using ana = await openScreen(open, "audit");
    const { page } = ana;
    const rows = page.getByRole("region", { name: "Audit" }).locator("tbody tr");
    await rows.filter({ hasText: "they asked for it" }).waitFor();
    await page.getByLabel("Outcome").selectOption("denied");
    await expect.poll(() => rows.count(), patience).toBe(1);
    expect(await rows.textContent()).toContain("eve");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByLabel("What").fill("session.reset");
    await page.keyboard.press("Enter");
    await expect.poll(() => rows.count(), patience).toBe(1);
    expect(page.url()).toContain("operation=session.reset");
    await page.reload();
    await expect.poll(() => rows.count(), patience).toBe(1);
    await page.getByLabel("Time").selectOption("24");
    await expect.poll(() => page.url()).toContain("hours=24");
    await expect.poll(() => rows.count(), patience).toBe(1);
    await page.getByLabel("Who").fill("nobody");
    await page.keyboard.press("Enter");
    await page.getByText("Nothing matches these filters.").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await rows.filter({ hasText: "session.reset" }).getByRole("link").click();
    await page.locator("#conversation-name", { hasText: "kept" }).waitFor();
    expect(page.url()).toContain(kept);
    expect(ana.faults).toEqual([]);
  });

  it.each(views)("reads well and has nothing for axe at $width px, $colorScheme", async (view) => {
    await using open = await openGateway();
    await act(open);
    await using ana = await openScreen(open, "audit", view);
    await ana.page.getByText("they asked for it").waitFor();
    expect(await faultsOf(ana.page, view.width)).toEqual([]);
  });

  it("is told in German", async () => {
    await using open = await openGateway();
    await act(open);
    await using ana = await openScreen(open, "audit", { locale: "de-DE" });
    await ana.page.getByText("abgelehnt").last().waitFor();
    await ana.page.getByLabel("Ausgang").selectOption({ label: "gescheitert" });
    await ana.page.getByText("Nichts passt zu diesen Filtern.").waitFor();
    await ana.page.getByRole("button", { name: "Filter löschen" }).click();
    await ana.page.getByText("they asked for it").waitFor();
  });
});

describe(`${promises("dashboard-health")}the log`, () => {
  it("is followed as it is written, and stands still while somebody reads", async () => {
    const logs = new WrittenLog();
    logs.write("info", "Listening.");
    await using open = await openGateway({ gateway: { logs } });
    await using ana = await openOperator(open);
    const { page } = ana;
    await page.clock.install();
    await page.goto(`${open.url}/#/logs`);
    const lines = page.getByRole("list", { name: "Log" }).getByRole("listitem");
    await lines.filter({ hasText: "Listening." }).waitFor();
    logs.write("warn", "A second line.");
    await lines.filter({ hasText: "A second line." }).waitFor();
    const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: isOnItsWay, resolve: leaves } = Promise.withResolvers<void>();
    await page.route("**/logs?*", async (route) => {
      leaves();
      await isHeld;
      await route.continue();
    });
    await page.clock.runFor(2_000);
    await isOnItsWay;
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Follow" }).waitFor();
    logs.write("error", "Not while paused.");
    letGo(); // what was asked for before the pause tells of it
    await page.unrouteAll({ behavior: "wait" });
    let asked = 0;
    page.on("request", (request) => void (request.url().includes("/logs") && (asked += 1)));
    await page.clock.runFor(60_000);
    expect(asked).toBe(0);
    expect(await lines.count()).toBe(2);
    await page.getByRole("button", { name: "Follow" }).click();
    await lines.filter({ hasText: "Not while paused." }).waitFor();
    expect(await lines.first().textContent()).toContain("Not while paused.");
  });

  it("is looked at by level, and by the request or run of a line", async () => {
    const logs = new WrittenLog();
    logs.write("debug", "Of the request, in detail.", { requestId: "q_1" });
    logs.write("info", "Of another.", { requestId: "q_2" });
    logs.write("warn", "Of the request.", { requestId: "q_1", status: 412 });
    await using open = await openGateway({ gateway: { logs } });
    await using ana = await openScreen(open, "logs");
    const { page } = ana;
    const lines = page.getByRole("list", { name: "Log" }).getByRole("listitem");
    await expect.poll(() => lines.count(), patience).toBe(2);
    await page.getByLabel("Level").selectOption("warn");
    await expect.poll(() => lines.count(), patience).toBe(1);
    await lines.getByRole("button", { name: "q_1" }).click();
    await page.getByLabel("Level").selectOption("debug");
    await lines.filter({ hasText: "in detail" }).waitFor();
    expect(await lines.count()).toBe(2);
    expect(page.url()).toContain("requestId=q_1");
    await page.getByRole("button", { name: /^requestId q_1/ }).click();
    await expect.poll(() => lines.count(), patience).toBe(3);
  });

  it("that is kept elsewhere is said to be", async () => {
    await using open = await openGateway();
    await using ana = await openScreen(open, "logs");
    await ana.page.getByText("look where its process logs to").waitFor();
  });

  it.each(views)("reads well and has nothing for axe at $width px, $colorScheme", async (view) => {
    const logs = new WrittenLog();
    const err = { code: "DELIVERY_FAILED", message: "a-reason-without-a-space-that-goes-on-and-on-and-on-and-on" };
    for (const level of levels)
      logs.write(level, `A line of the level ${level}.`, { runId: `r_${"a".repeat(22)}`, err });
    await using open = await openGateway({ gateway: { logs } });
    await using ana = await openScreen(open, `logs?level=debug&runId=r_${"a".repeat(22)}`, view);
    await ana.page.getByText("A line of the level error.").waitFor();
    expect(await faultsOf(ana.page, view.width)).toEqual([]);
  });
});
