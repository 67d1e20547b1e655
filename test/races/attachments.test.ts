import type { InboundAttachment } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { promises } from "../requirements.ts";
import { BotHarness, operator } from "../support/bot-harness.ts";

const demand = { actor: operator, reason: "test" };
const file: InboundAttachment = { name: "a.png", mediaType: "image/png", bytes: new Uint8Array([1, 2, 3]) };

/** Says something with a file; the session, the message, and its run once it has begun. */
async function sayWithFile(harness: BotHarness, text: string) {
  const receipt = await harness.say(text, { attachments: [file] });
  if (receipt.kind !== "accepted") throw new Error(`The message was ${receipt.kind}.`);
  return receipt;
}

describe(`${promises("attachments", "no-resurrection")}a message with an attachment`, () => {
  it.each(["reset", "delete"] as const)("whose run outlives a %s is not read by it any more", async (removal) => {
    const harness = await BotHarness.start();
    const { sessions } = harness.bot;
    const { sessionId, messageId } = await sayWithFile(harness, "look");
    // 1. The run has the message and can read what came with it.
    const { turn } = await harness.model.nextRun();
    expect(await sessions.turnAttachment(turn.fence, messageId, 0)).toEqual(file.bytes);
    // 2. The conversation is taken away while the model thinks.
    await sessions[removal](sessionId, demand);
    // 3. The late run asks again, for the old message and for one of the conversation that has begun meanwhile.
    const next = await sayWithFile(harness, "after");
    expect(await sessions.turnAttachment(turn.fence, messageId, 0)).toBeUndefined();
    expect(await sessions.turnAttachment(turn.fence, next.messageId, 0)).toBeUndefined();
    // 4. The new conversation has its own.
    expect(await sessions.attachment(next.sessionId, next.messageId, 0, operator)).toEqual(file.bytes);
    await harness.stopInMidRun();
  });

  it.each(["reset", "delete"] as const)(
    "that is accepted before a %s of the same moment goes with it",
    async (removal) => {
      const harness = await BotHarness.start();
      const { sessions } = harness.bot;
      const first = await sayWithFile(harness, "before");
      await harness.model.nextRun();
      // 1. The message asks for the lock; 2. the removal comes behind it.
      const accepting = sayWithFile(harness, "meanwhile");
      const removing = sessions[removal](first.sessionId, { ...demand, isPurging: true });
      const [accepted] = await Promise.all([accepting, removing]);
      // 3. It was accepted, and went with the old conversation: nobody reads what came with it.
      const late = sessions.attachment(accepted.sessionId, accepted.messageId, 0, operator);
      const code = removal === "reset" ? "ATTACHMENT_NOT_FOUND" : "SESSION_DELETED";
      await expect(late).rejects.toMatchObject({ code });
      // 4. One that comes later has its own.
      const next = await sayWithFile(harness, "after");
      expect(await sessions.attachment(next.sessionId, next.messageId, 0, operator)).toEqual(file.bytes);
      await harness.stopInMidRun();
    },
  );

  it.each([
    { what: "too many", attachments: Array.from({ length: 11 }, () => file), says: /11 attachments; at most 10/ },
    {
      what: "one that is too large",
      attachments: [file, { ...file, bytes: new Uint8Array(8 * 1024 * 1024 + 1) }],
      says: /^Attachment 2 of 2 has 8388609 bytes; at most 8388608/,
    },
    {
      what: "too much together",
      attachments: Array.from({ length: 3 }, () => ({ ...file, bytes: new Uint8Array(7 * 1024 * 1024) })),
      says: /attachments have 22020096 bytes; at most 20971520/,
    },
    { what: "no name", attachments: [{ ...file, name: "" }], says: /^Attachment 1 of 1 has a name of 0 characters/ },
    { what: "no type", attachments: [{ ...file, mediaType: "png" }], says: /^Attachment 1 of 1 has no media type/ },
  ])("with $what is refused, says which, and changes nothing", async ({ attachments, says }) => {
    const harness = await BotHarness.start();
    await expect(harness.say("look", { attachments })).rejects.toThrow(says);
    expect(await harness.transcript()).toEqual([]);
    await harness.bot.stop();
  });
});
