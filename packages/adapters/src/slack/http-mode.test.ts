import { signRequest } from "@keyturn/testkit/slack";
import { describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { openSlackBot } from "../../test-support/open-slack-bot.ts";

const open = () => openSlackBot({ mode: "http" });

describe(`${promises("slack-signatures")}HTTP mode`, () => {
  it("answers messages, commands and clicks like Socket Mode", async () => {
    await using test = await open();
    const { slack, ada, general, runner } = test;
    const root = ada.says(general, "@testbot hello");
    const run = await runner.nextRun();
    run.answer("hi");
    const answer = await slack.waitFor(() => general.replies(root.ts)[0]);
    await test.bot.settled();
    ada.clicks(answer, "keyturn.regenerate");
    (await runner.nextRun()).answer("hi again");
    const direct = ada.opensDirect(slack.installation);
    expect(await ada.runs(direct, "/status").result).toMatchObject({ isAcknowledged: true });
    await slack.waitFor(() => direct.ephemerals[0]);
    await slack.delivered();
    expect(slack.deliveries.every(({ isAcknowledged }) => isAcknowledged)).toBe(true);
    expect(slack.openSockets).toEqual([]);
  });

  it("tells operators when Slack was heard of last", async () => {
    await using test = await open();
    const { slack, ada, clock, runner } = test;
    await slack.post({ body: "{}", secret: "another" });
    expect(test.status()?.lastEventAt).toBeUndefined();
    await clock.advance(60_000);
    ada.says(ada.opensDirect(slack.installation), "hello");
    await runner.nextRun();
    expect(test.status()?.lastEventAt).toBe(clock.now());
  });

  const body = JSON.stringify({ type: "event_callback", event_id: "Ev1", event: { type: "message" } });

  it.each<[string, { readonly ago?: number; readonly [field: string]: unknown }]>([
    ["a wrong secret", { secret: "another" }],
    ["no signature", { signature: "" }],
    ["a signature of another form", { signature: "v0=00" }],
    ["a time of six minutes ago", { ago: 360 }],
    ["a time in six minutes", { ago: -360 }],
    ["a time that is none", { timestamp: "soon" }],
  ])("refuses %s, and hands nothing in (T26)", async (_name, { ago, ...request }) => {
    await using test = await open();
    const { slack, clock } = test;
    const timestamp = ago === undefined ? {} : { timestamp: Math.floor(clock.now() / 1_000) - ago };
    expect(await slack.post({ body, ...timestamp, ...request })).toMatchObject({ status: 401 });
    expect(test.lines.map(([level]) => level)).toEqual(["warn"]);
  });

  it("tells whoever runs it why a request was refused, once in ten minutes and nothing of the request", async () => {
    await using test = await open();
    const { slack, clock } = test;
    const now = () => Math.floor(clock.now() / 1_000);
    for (const ago of [600, -600]) await slack.post({ body, timestamp: now() - ago });
    for (const secret of ["one", "two"]) await slack.post({ body, secret });
    const told = test.lines.map(([, message]) => message);
    expect(told).toEqual([
      expect.stringContaining("set the machine's clock"),
      expect.stringContaining("is not signed with the signing secret"),
    ]);
    expect(JSON.stringify(test.lines)).not.toContain("Ev1");
    await clock.advance(600_000);
    await slack.post({ body, secret: "three" });
    expect(test.lines).toHaveLength(3);
  });

  it("refuses a body that was changed by one byte (T26)", async () => {
    await using test = await open();
    const { slack, clock } = test;
    const timestamp = Math.floor(clock.now() / 1_000);
    const signature = signRequest(slack.app.signingSecret, timestamp, body);
    expect(await slack.post({ body: body.replace("Ev1", "Ev2"), timestamp, signature })).toMatchObject({ status: 401 });
    expect(await slack.post({ body, timestamp, signature })).toMatchObject({ status: 200 });
  });

  it("does nothing twice: neither for a copy of a request, nor for Slack's own next try (T27)", async () => {
    await using test = await open();
    const { slack, ada, runner } = test;
    const direct = ada.opensDirect(slack.installation);
    ada.says(direct, "once");
    const run = await runner.nextRun();
    const [delivery] = slack.deliveries;
    if (delivery === undefined) throw new Error("Nothing was delivered.");
    const copy = { body: JSON.stringify(delivery.body), contentType: "application/json; charset=utf-8" };
    expect(await slack.post(copy)).toMatchObject({ status: 200 });
    expect(await slack.post(copy)).toMatchObject({ status: 200 });
    expect(await slack.faults.redeliver(delivery)).toMatchObject({ isAcknowledged: true });
    run.answer("once");
    await test.bot.settled();
    expect(runner.runs).toHaveLength(1);
  });

  it.each([
    ["broken JSON", { body: "{", contentType: "application/json" }, 400],
    ["nothing", { body: "", contentType: "application/json" }, 400],
    ["another type", { body: "<a/>", contentType: "text/xml" }, 400],
    ["a form with a broken payload", { body: "payload=%7B", contentType: "application/x-www-form-urlencoded" }, 400],
    ["a null", { body: "null", contentType: "application/json" }, 200],
    ["a list", { body: "[]", contentType: "application/json" }, 200],
    ["an event of nothing", { body: '{"type":"event_callback"}', contentType: "application/json" }, 200],
    ["a question for the certificate", { body: "ssl_check=1", contentType: "application/x-www-form-urlencoded" }, 200],
  ])("survives %s", async (_name, request, status) => {
    await using test = await open();
    expect(await test.slack.post(request)).toMatchObject({ status });
  });

  it.each(["", "  ", undefined])("does not start without a signing secret: %j (T25)", async (signingSecret) => {
    await using test = await openSlackBot({ mode: "http", settings: { signingSecret } });
    expect(test.status()).toMatchObject({ state: "misconfigured", reason: expect.stringContaining("signing secret") });
    const answer = await fetch(test.site?.url ?? "", { method: "POST", body });
    expect(answer.status).toBe(503);
  });
});
