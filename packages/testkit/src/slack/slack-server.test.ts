import type { App } from "@slack/bolt";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fieldOf } from "./read.ts";
import { type Channel, type Person, SlackServer } from "./index.ts";
import { promises } from "../../../../test/requirements.ts";
import { type StartedBolt, startHttpBolt, startSocketBolt } from "../../test-support/start-bolt.ts";

/** A bot that shows what Bolt got. */
function listen(app: App): void {
  app.message("ping", async ({ message, say }) => {
    const root = "thread_ts" in message && message.thread_ts !== undefined ? message.thread_ts : message.ts;
    await say({ text: "pong", thread_ts: root });
  });
  app.event("app_mention", async ({ event, client }) => {
    await client.reactions.add({ channel: event.channel, timestamp: event.ts, name: "eyes" });
  });
  app.command("/reset", async ({ ack, respond, command }) => {
    await ack("Resetting.");
    await respond({ response_type: "in_channel", text: `Reset <@${command.user_id}>: ${command.text}` });
  });
  app.action("stop", async ({ ack, respond }) => {
    await ack();
    await respond({ replace_original: true, text: "Stopped." });
  });
  app.action("ask", async ({ ack, body, client }) => {
    await ack();
    if (body.type !== "block_actions") return;
    const input = { type: "plain_text_input", action_id: "text" } as const;
    const title = { type: "plain_text", text: "Ask" } as const;
    const blocks = [{ type: "input", block_id: "question", label: title, element: input }] as const;
    await client.views.open({
      trigger_id: body.trigger_id,
      view: { type: "modal", callback_id: "asked", title, submit: title, blocks: [...blocks] },
    });
  });
  app.view("asked", async ({ ack, view, body, client }) => {
    await ack();
    const asked = view.state.values["question"]?.["text"]?.value ?? "nothing";
    await client.chat.postMessage({ channel: body.user.id, text: `You asked: ${asked}` });
  });
}

const button = (action_id: string) => ({
  type: "actions" as const,
  elements: [
    { type: "button" as const, action_id, value: "run-1", text: { type: "plain_text" as const, text: action_id } },
  ],
});

describe.each([
  ["Socket Mode", startSocketBolt],
  ["HTTP mode", startHttpBolt],
] as const)(`${promises("slack-on-loopback")}the real Bolt in %s`, (_mode, start) => {
  let slack: SlackServer;
  let bolt: StartedBolt;
  let ada: Person;
  let general: Channel;

  beforeEach(async () => {
    slack = await SlackServer.start();
    ada = slack.addPerson("ada", { isAdmin: true });
    general = slack.addChannel("general");
    bolt = await start(slack, listen);
  });

  afterEach(async () => {
    await bolt.stop();
    await slack.close();
  });

  it("answers a message in its thread", async () => {
    const asked = ada.says(general, "ping");
    const answer = await slack.waitFor(() => general.replies(asked.ts)[0]);
    expect(answer).toMatchObject({ text: "pong", author: { appId: slack.app.id } });
    await slack.delivered();
    expect(slack.deliveries.map(({ isAcknowledged }) => isAcknowledged)).not.toContain(false);
  });

  it("answers a direct message, which is no mention even where it mentions the bot", async () => {
    const direct = ada.opensDirect(slack.installation);
    ada.says(direct, "ping @testbot");
    await slack.waitFor(() => direct.messages.find(({ text }) => text === "pong"));
    expect(slack.callsOf("reactions.add")).toEqual([]);
  });

  it("tells of a mention twice: as a mention and as a message, with one ts and two event ids", async () => {
    const asked = ada.says(general, "hello @testbot & <all>");
    await slack.waitFor(() => asked.reactions.has("eyes"));
    const bodies = slack.deliveries.map(({ body }) => body).filter((body) => fieldOf(body["event"], "ts") === asked.ts);
    expect(bodies.map((body) => fieldOf(body["event"], "type"))).toEqual(["message", "app_mention"]);
    expect(new Set(bodies.map((body) => body["event_id"])).size).toBe(2);
    expect(fieldOf(bodies[1]?.["event"], "text")).toBe(`hello <@${slack.installation.botUserId}> &amp; &lt;all&gt;`);
  });

  it("carries out a slash command, with its acknowledgement for one and its response for all", async () => {
    const run = ada.runs(general, "/reset", "now");
    expect(await run.result).toMatchObject({ isAcknowledged: true });
    await slack.waitFor(() => general.visible.find(({ text }) => text === `Reset <@${ada.id}>: now`));
    expect(general.ephemerals).toMatchObject([{ userId: ada.id, text: "Resetting." }]);
    expect(slack.responses).toHaveLength(1);
  });

  it("brings a click to the bot, which replaces the message", async () => {
    const { client } = bolt.app;
    await client.chat.postMessage({ channel: general.id, text: "working", blocks: [button("stop")] });
    const message = general.visible[0];
    if (message === undefined) throw new Error("Nothing was posted.");
    const click = ada.clicks(message, "stop");
    expect(await click.result).toEqual({ isAcknowledged: true, error: undefined, answer: undefined });
    await slack.waitFor(() => message.text === "Stopped.");
    expect(message.blocks).toEqual([]);
    expect(message.revisions.map(({ text }) => text)).toEqual(["working", "Stopped."]);
  });

  it("opens a modal for a click and brings what was typed", async () => {
    await bolt.app.client.chat.postMessage({ channel: general.id, text: "ask me", blocks: [button("ask")] });
    const message = general.visible[0];
    if (message === undefined) throw new Error("Nothing was posted.");
    ada.clicks(message, "ask");
    const modal = await slack.waitFor(() => slack.views[0]);
    await ada.submits(modal, { question: { text: "why?" } }).result;
    expect(modal.isOpen).toBe(false);
    const direct = ada.opensDirect(slack.installation);
    await slack.waitFor(() => direct.messages.some(({ text }) => text === "You asked: why?"));
  });
});
