import { StoreError } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type OpenGateway, bearer, openGateway, testToken } from "../../test-support/open-gateway.ts";
import { codeOf } from "../../test-support/problems.ts";
import { GatewayClient } from "../client/index.ts";

async function tagOf(open: OpenGateway): Promise<string> {
  return (await open.ask("GET", "/config")).headers.etag ?? "";
}

async function patch(open: OpenGateway, body: unknown, tag?: string) {
  return open.ask("PATCH", "/config", body, { "If-Match": tag ?? (await tagOf(open)) });
}

describe("GET /config", () => {
  it("shows the settings in force, where each comes from, and the ETag that a change asks for", async () => {
    await using open = await openGateway({ bot: { capacity: 7 } });
    const answer = await open.ask("GET", "/config");
    expect(answer.json()).toMatchObject({
      values: { capacity: 7, runner: { retries: 2 } },
      sources: { capacity: { kind: "option", name: null }, "runner.retries": { kind: "option" } },
    });
    expect(answer.headers.etag).toMatch(/^"[\w-]{22}"$/);
  });

  it("asks the bot's policy", async () => {
    await using open = await openGateway({ bot: { policy: { authorize: () => false } } });
    for (const path of ["/config", "/config/schema"]) {
      expect(codeOf(await open.ask("GET", path))).toBe("NOT_AUTHORIZED");
    }
    expect(codeOf(await open.ask("PATCH", "/config", { capacity: 9 }, { "If-Match": "*" }))).toBe("NOT_AUTHORIZED");
    expect(open.bot.settings.current.capacity).toBe(50);
  });
});

describe("GET /config/schema", () => {
  it("describes every setting, and how it can be changed", async () => {
    await using open = await openGateway();
    const { properties } = z
      .looseObject({ properties: z.record(z.string(), z.looseObject({})) })
      .parse((await open.ask("GET", "/config/schema")).json());
    expect(properties["model"]).toMatchObject({ type: "string", "x-change": "live" });
    expect(properties["runner"]).toMatchObject({ properties: { retries: { type: "integer", "x-change": "live" } } });
  });
});

describe("PATCH /config", () => {
  it("changes what is named for what comes next, tells it live, and writes down names alone", async () => {
    await using open = await openGateway();
    const events = await open.events("?topics=config");
    const answer = await patch(open, { capacity: 1, runner: { retries: 0 }, instructions: "a canary" });
    expect(answer.json()).toMatchObject({
      values: { capacity: 1, runner: { retries: 0 } },
      sources: { capacity: { kind: "live" }, attempts: { kind: "option" } },
      changed: ["capacity", "instructions", "runner.retries"],
      restartRequired: [],
    });
    expect(answer.headers.etag).toBe(await tagOf(open));
    await open.startRun("one");
    await open.say("two");
    const full = await open.ask("POST", "/webchat/messages", { conversation: "lobby", text: "three" });
    expect(codeOf(full)).toBe("CONVERSATION_FULL");
    const told = await events.nextOf("config.change");
    expect(told.data).toMatchObject({ settings: ["capacity", "instructions", "runner.retries"] });
    const audit = await open.ask("GET", "/audit?operation=config.change");
    expect(audit.json()).toMatchObject({
      items: [
        {
          outcome: "done",
          target: "capacity, instructions, runner.retries",
          address: "127.0.0.1",
          actor: { id: "token", label: "operator", surface: "http" },
        },
      ],
    });
    expect(audit.text + JSON.stringify(told) + open.log.lines.join()).not.toContain("canary");
  });

  it("asks for If-Match, and refuses what was changed since", async () => {
    await using open = await openGateway();
    const tag = await tagOf(open);
    const without = await open.ask("PATCH", "/config", { capacity: 9 });
    expect([without.status, codeOf(without)]).toEqual([428, "PRECONDITION_REQUIRED"]);
    expect((await patch(open, { capacity: 9 }, tag)).status).toBe(200);
    const late = await patch(open, { capacity: 11 }, tag);
    expect([late.status, codeOf(late)]).toEqual([412, "SETTINGS_CHANGED"]);
    expect(late.json()).toMatchObject({ currentEtag: await tagOf(open) });
    expect((await patch(open, { capacity: 12 }, "*")).status).toBe(200);
    expect((await patch(open, { capacity: null }, `W/${await tagOf(open)}`)).json()).toMatchObject({
      values: { capacity: 50 },
    });
  });

  it("never mixes two changes that come at once", async () => {
    await using open = await openGateway();
    const tag = await tagOf(open);
    const bodies = Array.from({ length: 8 }, (_, index) => ({ capacity: 10 + index, historyLimit: 10 + index }));
    const answers = await Promise.all(bodies.map((body) => patch(open, body, tag)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(7);
    const { capacity, historyLimit } = open.bot.settings.current;
    expect(capacity).toBe(historyLimit);
  });

  it.each([
    '{"__proto__":{"polluted":true}}',
    '{"runner":{"__proto__":{"polluted":true}}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"runner":[{"prototype":1}]}',
    '{"capacity":9,"colour":"red"}',
    '{"capacity":9,"runner":{"haste":1}}',
    '{"capacity":"9"}',
    '{"capacity":0}',
    '{"capacity":9,"runner":7}',
    '{"capacity":9,"store":{"kind":"memory"}}',
    '{"model":"nobody/knows"}',
    "[]",
    "7",
    "null",
  ])("refuses %s and changes nothing", async (body) => {
    await using open = await openGateway();
    const before = JSON.stringify(open.bot.settings.current);
    const answer = await open.exchange({
      method: "PATCH",
      path: "/api/v1/config",
      headers: { ...bearer, "Content-Type": "application/json", "If-Match": "*" },
      body,
    });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(open.bot.settings.current)).toBe(before);
    expect("polluted" in {}).toBe(false);
  });

  it("answers 503 when the change cannot be kept, and changes nothing", async () => {
    const keep = () => Promise.reject(new StoreError("STORE_FULL", "/srv/keyturn is full."));
    await using open = await openGateway({ bot: { settingsKeeper: { keep } } });
    const answer = await patch(open, { capacity: 9 });
    expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "5"]);
    expect(answer.text).not.toContain("/srv/keyturn");
    expect(open.bot.settings.current.capacity).toBe(50);
  });
});

it("is typed in the client", async () => {
  await using open = await openGateway();
  const client = new GatewayClient({ url: open.url, token: testToken });
  const seen = await client.settings.read();
  expect((await client.settings.change({ attempts: 2 }, { seen })).changed).toEqual(["attempts"]);
  await expect(client.settings.change({ attempts: 4 }, { seen })).rejects.toMatchObject({ code: "SETTINGS_CHANGED" });
  expect(await client.settings.schema()).toMatchObject({ type: "object" });
  expect((await client.settings.plugins()).items.map(({ id }) => id)).toContain("webchat");
  expect(await client.settings.changePlugin("webchat", { enabled: false })).toMatchObject({ state: "disabled" });
});
