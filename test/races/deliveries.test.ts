import { DeliveryError, SessionNotFoundError } from "@keyturn/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { promises } from "../requirements.ts";
import { BotHarness, operator } from "../support/bot-harness.ts";

const demand = { actor: operator, reason: "test" };
const refused = new DeliveryError("Forbidden (HTTP 403).", { isRetryable: false });
const lost = new DeliveryError("The connection broke.", { isRetryable: true, isAmbiguous: true });

/** A conversation whose answer the service did not take, or of whose arrival nobody knows. */
async function strand(error: Error, hold: () => Promise<void> = () => Promise.resolve()) {
  let isBroken = true;
  const fail = () => {
    if (isBroken) throw error;
  };
  const held = async () => {
    if (!isBroken) await hold();
  };
  const isVisible = error === lost;
  const harness = await BotHarness.start({
    bot: { delivery: { attempts: 1 } },
    channel: {
      beforeSend: async () => {
        await held();
        if (!isVisible) fail();
      },
      afterSend: async () => {
        await held();
        if (isVisible) fail();
      },
    },
  });
  await harness.say("hello");
  (await harness.model.nextRun()).answer("stranded");
  await harness.bot.settled();
  isBroken = false;
  const sessionId = await harness.session();
  const [piece] = (await harness.bot.sessions.undelivered({ limit: 1 }, operator)).items;
  if (piece === undefined) throw new Error("Nothing was stranded.");
  const expected = { epoch: piece.session.epoch, attempts: piece.entry.attempts };
  return { harness, target: { sessionId, deliveryId: piece.entry.id, expected } };
}

describe(`${promises("undelivered", "no-resurrection", "no-double")}a piece that is sent again`, () => {
  it.each(["reset", "delete"] as const)("while a %s comes in is taken back from the channel", async (removal) => {
    const { promise: isHeld, resolve: goOn } = Promise.withResolvers<void>();
    const { promise: isSending, resolve: began } = Promise.withResolvers<void>();
    const { harness, target } = await strand(refused, () => (began(), isHeld));
    // 1. The operator has it sent again; the send is on its way.
    await harness.bot.sessions.resend(target, demand);
    await isSending;
    // 2. The conversation is taken away, without a wait for the send.
    await harness.bot.sessions[removal](target.sessionId, demand);
    // 3. The send lands late, and is taken back.
    goOn();
    await harness.bot.settled();
    expect(harness.channel.texts).toEqual([]);
    expect(harness.channel.recalls.map(({ idempotencyKey }) => idempotencyKey)).toContain(target.deliveryId);
    await harness.bot.stop();
  });

  it.each([
    { removal: "reset" as const, says: { kind: "unknown" } },
    { removal: "delete" as const, says: { code: "SESSION_DELETED" } },
  ])("after a $removal is refused: nothing of it is left to send", async ({ removal, says }) => {
    const { harness, target } = await strand(lost);
    // 1. The operator looks at the list; 2. the conversation is taken away; 3. the operator decides on what they saw.
    await harness.bot.sessions[removal](target.sessionId, demand);
    for (const decide of ["resend", "dismiss"] as const) {
      const deciding = harness.bot.sessions[decide](target, demand).catch((error: unknown) => error);
      expect(await deciding).toMatchObject(says);
    }
    await harness.bot.settled();
    expect(harness.channel.texts).toEqual([]);
    expect(harness.channel.sends).toHaveLength(1);
    await harness.bot.stop();
  });

  it("comes after a restore no more: what a reset took back stays taken back", async () => {
    const { harness, target } = await strand(lost);
    await harness.bot.sessions.reset(target.sessionId, demand);
    await harness.bot.settled();
    await harness.bot.sessions.restore(target.sessionId, demand);
    expect((await harness.bot.sessions.resend(target, demand)).kind).toBe("unknown");
    await harness.bot.settled();
    expect(harness.channel.texts).toEqual([]);
    await harness.bot.stop();
  });

  it("is seen once at most, and not after a removal, in whichever order operators and sends come", async () => {
    const act = fc.constantFrom("resend" as const, "dismiss" as const, "reset" as const, "delete" as const);
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.constantFrom(refused, lost),
        fc.array(act, { minLength: 2, maxLength: 5 }),
        async (scheduler, error, acts) => {
          const step = (label: string): Promise<void> => scheduler.schedule(Promise.resolve(), label);
          const { harness, target } = await strand(error, () => step("service"));
          const { sessions } = harness.bot;
          const outcomes: string[] = [];
          const perform = async (name: (typeof acts)[number]): Promise<void> => {
            await step(name);
            try {
              const isDecision = name === "resend" || name === "dismiss";
              const { kind } = await (isDecision
                ? sessions[name](target, demand)
                : sessions[name](target.sessionId, demand));
              outcomes.push(kind === "decided" ? name : kind);
            } catch (failure) {
              // Deleted in between: that is an answer too.
              if (!(failure instanceof SessionNotFoundError)) throw failure;
            }
          };
          await scheduler.waitFor(Promise.all(acts.map(perform)));
          await scheduler.waitFor(harness.bot.settled());
          const decided = outcomes.filter((outcome) => outcome === "resend" || outcome === "dismiss");
          const copies = harness.channel.texts.length;
          const isRemoved = outcomes.includes("reset") || outcomes.includes("deleted");
          const isSettled = harness.events.some(
            (event) => event.type === "delivery.change" && (event.state === "delivered" || event.state === "dismissed"),
          );
          const isGone = isRemoved && !isSettled;
          const isThere = !isRemoved && decided[0] === "resend";
          const broken = [
            ...(decided.length > 1 ? [`${decided.length} decisions were taken`] : []),
            ...(copies > 1 ? [`there are ${copies} copies`] : []),
            ...(isGone && copies > 0 ? ["what was removed is visible"] : []),
            ...(isThere && copies === 0 ? ["what was sent again is not there"] : []),
          ];
          expect(broken).toEqual([]);
          await harness.bot.stop();
        },
      ),
      { numRuns: 500 },
    );
  }, 60_000);
});
