import { describe, expect, it } from "vitest";
import { RecordingAudit, bearerOf, makeToken } from "../../packages/gateway/test-support/access.ts";
import { openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { BotHarness, operator } from "../support/bot-harness.ts";

const spellings = ["/reset", " /RESET", "/new", "\n/Reset please", "/stop"];

describe("a reset that is written by somebody who may not (T23)", () => {
  it.each(spellings)("on a chat service, as %j, is denied and noted, and the session stays", async (text) => {
    const harness = await BotHarness.start();
    await harness.say("hello");
    (await harness.model.nextRun()).answer("hi");
    await harness.bot.settled();
    const id = await harness.session();
    const before = await harness.bot.sessions.read(id, operator);
    const received = await harness.say(text, { sender: { id: "eve", name: "Ana" } });
    expect(received.kind).toBe("command");
    await harness.bot.settled();
    expect(await harness.bot.sessions.read(id, operator)).toMatchObject({ epoch: before.epoch, entries: 2 });
    const [entry] = await harness.bot.audit(1);
    expect(entry).toMatchObject({ actor: { kind: "participant", id: "eve" }, outcome: "denied", sessionId: id });
    await harness.bot.stop();
  });

  it.each(spellings)(
    "over the web chat, by a viewer, as %j, is denied and noted, and the session stays",
    async (text) => {
      const audit = new RecordingAudit();
      await using open = await openGateway({ bot: { audit } });
      const sessionId = await open.converse("hello", "hi");
      const { token } = await makeToken(open, "viewer");
      const answer = await open.exchange({
        method: "POST",
        path: "/api/v1/webchat/messages",
        headers: { ...bearerOf(token), "Content-Type": "application/json" },
        body: JSON.stringify({ conversation: "lobby", text }),
      });
      expect(answer.status).toBe(403);
      expect((await open.ask("GET", `/sessions/${sessionId}`)).json()).toMatchObject({ epoch: 1, entries: 2 });
      expect(audit.outcomes.at(-1)).toBe("webchat.send denied");
    },
  );
});
