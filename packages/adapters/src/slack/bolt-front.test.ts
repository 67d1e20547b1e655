import { silentLogger } from "@keyturn/core";
import type { App } from "@slack/bolt";
import { describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { BoltFront } from "./bolt-front.ts";
import { IntakeError } from "./intake-error.ts";
import { loadBolt } from "./load-bolt.ts";

const identity = { teamId: "T1", botUserId: "U1", botName: "bot", botId: "B1", scopes: [] };

/** Bodies that Bolt itself stumbles over. */
const unreadable = [
  { type: "event_callback", event: { type: "message" }, authorizations: [null] },
  { type: "block_actions", actions: {} },
  { type: "block_actions", actions: ["x"], user: null },
  { command: "/reset", team_id: null, user_id: null },
];

async function openFront(listen: (app: App) => void) {
  const acknowledged: string[] = [];
  const parts = { bolt: await loadBolt(), identity, clientOptions: {}, log: silentLogger, listen };
  const front = new BoltFront(parts);
  const body = {
    type: "event_callback",
    team_id: "T1",
    event: { type: "message", channel: "C1", user: "U2", ts: "1.1" },
  };
  const process = (sent: unknown = body) =>
    front.process({ body: sent, acknowledge: () => void acknowledged.push("acknowledged") });
  return { acknowledged, process };
}

describe(`${promises("slack-conversations")}what Slack sent`, () => {
  it("is acknowledged when it is stored, and not before", async () => {
    const stored = Promise.withResolvers<void>();
    const { acknowledged, process } = await openFront((app) => app.event("message", () => stored.promise));
    const done = process();
    await new Promise(setImmediate);
    expect(acknowledged).toEqual([]);
    stored.resolve();
    await done;
    expect(acknowledged).toHaveLength(1);
  });

  it("is not acknowledged when it could not be stored, so that Slack sends it again", async () => {
    const { acknowledged, process } = await openFront((app) => {
      app.event("message", () => Promise.reject(new IntakeError(new Error("The disk is full."))));
    });
    await expect(process()).rejects.toThrow("The disk is full.");
    expect(acknowledged).toEqual([]);
  });

  it.each([null, undefined, [], "text", 7, {}, { type: "event_callback" }, { event: 7 }, ...unreadable])(
    "is acknowledged where nobody understands it: %j",
    async (body) => {
      const { acknowledged, process } = await openFront(() => undefined);
      await process(body === undefined ? Object.create(null) : body);
      expect(acknowledged).toHaveLength(1);
    },
  );
});
