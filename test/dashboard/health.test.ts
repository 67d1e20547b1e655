import { ConfigurationError, type Plugin, definePlugin } from "@keyturn/core";
import { RecordingChannel } from "@keyturn/testkit";
import type { Locator } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { type OpenGateway, openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { strand } from "../../packages/gateway/test-support/strand.ts";
import { promises } from "../requirements.ts";
import { faultsOf, views } from "./support/axe.ts";
import { closeBrowser } from "./support/browser.ts";
import { type Operator, type OperatorOptions, openOperator } from "./support/operator.ts";

afterAll(closeBrowser);

/** A browser on a busy machine takes its time. */
const patience = { timeout: 20_000 };

/** A plugin that cannot be set up, for a reason that somebody has to read. */
const broken: Plugin = definePlugin({
  name: "calendar",
  version: "2.1.0",
  setup: () => {
    throw new Error("CALENDAR_URL is not set.");
  },
});

async function openHealth(open: OpenGateway, options: OperatorOptions = {}, heading = "Health"): Promise<Operator> {
  const operator = await openOperator(open, options);
  await operator.page.goto(`${open.url}/#/health`);
  await operator.page.getByRole("heading", { name: heading, level: 1 }).waitFor();
  return operator;
}

function rowsOf({ page }: Operator, table: string): Locator {
  return page.getByRole("region", { name: table }).locator("tbody tr");
}

/** The row of a piece that waits for a decision. */
function piece(operator: Operator, name: string): Locator {
  return rowsOf(operator, "Not delivered").filter({ hasText: name });
}

function toast({ page }: Operator, text: string | RegExp): Locator {
  return page.locator(".toast", { hasText: text });
}

describe(`${promises("dashboard-health")}what did not arrive`, () => {
  it("is there with why; is sent again at once, for whoever else looks too, and the focus goes on", async () => {
    await using open = await openGateway();
    for (const place of ["first", "second", "third"]) await strand(open, "failed", place);
    await using ana = await openHealth(open);
    await using bo = await openHealth(open);
    await piece(ana, "second").waitFor();
    expect(await piece(ana, "second").textContent()).toMatch(
      /failed.*The answer that nobody saw\..*Forbidden.*Tries: 1/,
    );
    await ana.page.getByText("3 things need a look").waitFor();
    await piece(bo, "second").waitFor();
    await piece(ana, "second").getByRole("button", { name: "Send again" }).click();
    await piece(ana, "second").waitFor({ state: "detached" });
    await toast(ana, "It is being sent again.").waitFor();
    await piece(bo, "second").waitFor({ state: "detached" });
    const focused = ana.page.locator("button:focus");
    expect(await focused.getAttribute("aria-label")).toMatch(/^Send again: (first|third)$/);
    await open.bot.settled();
    expect((await open.bot.sessions.undelivered({ limit: 9 }, actor)).items).toHaveLength(2);
    expect([...ana.faults, ...bo.faults]).toEqual([]);
  });

  it("is asked about first when it may have arrived; who thinks better of it changes nothing", async () => {
    await using open = await openGateway();
    await strand(open, "unconfirmed", "doubtful");
    await using ana = await openHealth(open);
    await piece(ana, "doubtful").getByRole("button", { name: "Send again" }).click();
    const question = ana.page.getByRole("alertdialog", { name: "It may have arrived already" });
    await question.getByText("people will see it twice").waitFor();
    await ana.page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    expect(await piece(ana, "doubtful").count()).toBe(1);
    expect((await open.bot.sessions.undelivered({ limit: 9 }, actor)).items).toHaveLength(1);
    await piece(ana, "doubtful").getByRole("button", { name: "Send again" }).click();
    await question.getByRole("button", { name: "Send again" }).click();
    await ana.page.getByText("Everything was delivered.").waitFor();
  });

  it("is dismissed, and its transcript stays", async () => {
    await using open = await openGateway();
    const { sessionId } = await strand(open, "failed", "refused");
    await using ana = await openHealth(open);
    await piece(ana, "refused").getByRole("button", { name: "Dismiss" }).click();
    await toast(ana, "The transcript stays.").waitFor();
    await ana.page.getByText("Everything was delivered.").waitFor();
    await ana.page.goto(`${open.url}/#/c/${sessionId}`);
    await ana.page.getByText("The answer that nobody saw.").first().waitFor();
  });

  it("says what was in the way when somebody was faster, and comes back when nothing was done", async () => {
    await using open = await openGateway();
    const { path, etag } = await strand(open, "failed", "refused");
    await using ana = await openHealth(open);
    const send = piece(ana, "refused").getByRole("button", { name: "Send again" });
    await send.waitFor();
    // 1. The store has trouble: nothing was done.
    await ana.page.route("**/resend", (route) =>
      route.fulfill({
        status: 503,
        contentType: "application/problem+json",
        json: { code: "STORE_FULL", status: 503, title: "", detail: "The bot could not confirm it." },
      }),
    );
    await send.click();
    await toast(ana, "That was not done: The bot could not confirm it.").waitFor();
    await piece(ana, "refused").waitFor();
    // 2. While the request is on its way somebody else dismisses the piece.
    await ana.page.unroute("**/resend");
    await ana.page.route("**/resend", async (route) => {
      await open.ask("POST", `${path}/dismiss`, {}, { "If-Match": etag });
      await route.continue();
    });
    await send.click();
    await toast(ana, /That was not done: .* does not wait for a decision/).waitFor();
    await ana.page.getByText("Everything was delivered.").waitFor();
  });

  it("can be looked at by those who may only read, and not decided on", async () => {
    await using open = await openGateway();
    await strand(open, "failed", "refused");
    await using vic = await openHealth(open, { role: "viewer" });
    await piece(vic, "refused").waitFor();
    expect(await vic.page.getByRole("button", { name: /Send again|Dismiss|Restart|Stop|Turn off/ }).count()).toBe(0);
  });
});

describe(`${promises("dashboard-health")}the health of the bot`, () => {
  it("is told of runs: how long they take, how many wait, and that a late write of a reset one was refused", async () => {
    await using open = await openGateway({ bot: { capacity: 9 } });
    const { run, sessionId } = await open.startRun("are you there?", "busy");
    await open.say("hello?", "busy");
    await using ana = await openHealth(open);
    const row = rowsOf(ana, "Runs in flight").filter({ hasText: "busy" });
    await row.waitFor();
    const age = async () => (await row.locator("time").textContent()) ?? "";
    const before = await age();
    expect(before).toMatch(/^00:\d\d$/);
    await expect.poll(age, patience).not.toBe(before);
    const fact = (name: string) => ana.page.locator(".facts div", { hasText: name }).locator("dd");
    await expect.poll(() => fact("Waiting").textContent(), patience).toBe("1");
    expect(await fact("Fence refusals").textContent()).toBe("0");
    await row.getByRole("button", { name: "Stop" }).click();
    // The message that waited is answered now; that is ended too.
    await expect.poll(() => fact("Waiting").textContent(), patience).toBe("0");
    expect(await open.bot.audit(1, { operation: "session.stop" })).toMatchObject([{ sessionId, outcome: "done" }]);
    await row.getByRole("button", { name: "Stop" }).click();
    await ana.page.getByText("Nothing is being answered.").waitFor();
    // A run that goes on after its end comes too late.
    const late = { entries: [], outbox: [], usage: { inputTokens: 0, outputTokens: 0, runs: 0 }, at: 0 };
    await expect(open.bot.sessions.commitTurn(run.turn.fence, late)).rejects.toThrow();
    await expect.poll(() => fact("Fence refusals").textContent(), patience).toBe("1");
  });

  it("is told of channels and plugins, with why; they are started anew, and turned off and on", async () => {
    let starts = 0;
    const channel = new RecordingChannel({
      name: "slack",
      onStart: async (report) => {
        starts += 1;
        if (starts === 1) throw new ConfigurationError("The token was revoked.");
        report({ state: "connected" });
      },
    });
    await using open = await openGateway({ plugins: [channel.toPlugin(), broken] });
    await using ana = await openHealth(open);
    const slack = rowsOf(ana, "Channels").filter({ hasText: "slack" });
    await slack.getByText("The token was revoked.").first().waitFor();
    await ana.page.getByText("2 things need a look").waitFor();
    await slack.getByRole("button", { name: "Restart" }).click();
    await toast(ana, "“slack” is being restarted.").waitFor();
    await slack.getByText("connected").waitFor();
    const plugins = rowsOf(ana, "Plugins");
    await plugins.filter({ hasText: "calendar" }).getByText("CALENDAR_URL is not set.").waitFor();
    const webchat = plugins.filter({ hasText: "webchat" });
    await webchat.getByRole("button", { name: "Turn off" }).click();
    await webchat.getByRole("button", { name: "Turn on" }).click();
    await webchat.getByText("running").waitFor();
    await ana.page.getByText("1 thing needs a look").waitFor();
  });

  it("is told of a channel's last event, its ping, and until when its service holds it back", async () => {
    const slackChannel = new RecordingChannel({ name: "slack" });
    const channel = Object.assign(slackChannel, {
      vitals: () => ({
        pingMilliseconds: 41.6,
        lastEventAt: Date.now() - 180_000,
        limitedUntil: Date.now() + 600_000,
      }),
    });
    await using open = await openGateway({ plugins: [channel.toPlugin()] });
    await using ana = await openHealth(open);
    const slack = rowsOf(ana, "Channels").filter({ hasText: "slack" });
    await slack.getByText("42 ms").waitFor();
    await slack.getByText(/^Limited until \d\d:\d\d/).waitFor();
    await slack.getByText(/^3 ?m/).waitFor();
  });

  it.each(views)("reads well and has nothing for axe at $width px, $colorScheme", async (view) => {
    await using open = await openGateway({ plugins: [broken] });
    await strand(open, "failed", "refused");
    await strand(open, "unconfirmed", "a-conversation-whose-name-goes-on-and-on-without-a-space-in-it-anywhere");
    await open.startRun("are you there?", "busy");
    await using ana = await openHealth(open, view);
    for (const name of ["Channels", "Runs in flight", "Not delivered", "Plugins"]) {
      await rowsOf(ana, name).first().waitFor();
    }
    expect(await faultsOf(ana.page, view.width)).toEqual([]);
    await piece(ana, "without-a-space").getByRole("button", { name: "Send again" }).click();
    await ana.page.getByRole("alertdialog").waitFor();
    expect(await faultsOf(ana.page, view.width)).toEqual([]);
    expect(ana.faults).toEqual([]);
  });

  it("is told in German", async () => {
    await using open = await openGateway();
    await strand(open, "unconfirmed", "flur");
    await using ana = await openHealth(open, { locale: "de-DE" }, "Zustand");
    const row = rowsOf(ana, "Nicht zugestellt");
    await row.getByText("unbestätigt").waitFor();
    await row.getByRole("button", { name: "Nochmals senden" }).click();
    await ana.page.getByRole("alertdialog", { name: "Es könnte schon angekommen sein" }).waitFor();
    await ana.page.getByRole("button", { name: "Nochmals senden" }).last().click();
    await toast(ana, "Es wird nochmals gesendet.").waitFor();
  });
});

const actor = { kind: "operator", id: "tests", surface: "code" } as const;
