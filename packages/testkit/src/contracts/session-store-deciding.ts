import type { DeliveryClaim, OutboxEntry } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { StoreConversation } from "./session-store-conversation.ts";
import type { StoreSubject } from "./session-store-subject.ts";

const decisions = ["resend", "dismiss"] as const;
const refusal = { kind: "failed", error: "HTTP 403" } as const;
const doubt = { kind: "unconfirmed", error: "timed out" } as const;
const sent = { kind: "delivered", platformMessageId: "p1" } as const;

/** What a person can do about pieces that did not arrive, or may not have. */
export function describeDeciding(current: () => StoreSubject): void {
  describe("undelivered and decide", () => {
    it("lists what failed or is unconfirmed, in order, and nothing else", async () => {
      const conversation = new StoreConversation(current());
      await conversation.answerInPieces("refused", "delivered", "doubtful", "open");
      for (const outcome of [refusal, sent, doubt])
        await conversation.settle(await conversation.takeDelivery(), outcome);
      const { id } = await conversation.summary();
      expect(await current().store.undelivered(id)).toMatchObject([
        { text: "refused", state: "failed", error: "HTTP 403", attempts: 1 },
        { text: "doubtful", state: "unconfirmed", error: "timed out", attempts: 1 },
      ]);
      expect(await current().store.undelivered(current().sessionId())).toEqual([]);
    });

    it.each([refusal, doubt])(
      "sends a piece that is $kind again in its place, before those behind it",
      async (outcome) => {
        const conversation = new StoreConversation(current());
        const [first] = await conversation.answerInPieces("first", "second");
        const claim = await conversation.takeDelivery();
        await conversation.settle(claim, outcome);
        const before = await conversation.summary();
        const decided = await conversation.decide("resend", claim.entry);
        const after = await conversation.summary();
        expect(decided).toMatchObject({ kind: "decided", session: after, entry: { id: first?.id } });
        expect(after).toMatchObject({ epoch: before.epoch, fence: before.fence, deliveries: { open: 2 } });
        expect(after.version).toBeGreaterThan(before.version);
        expect(await conversation.undelivered()).toEqual([]);
        const again = await conversation.takeDelivery();
        expect(again).toMatchObject({
          attempt: 2,
          entry: { id: first?.id, text: "first", error: outcome.error, attemptsBeforeResend: 1 },
        });
        await conversation.settle(again, sent);
        expect((await conversation.takeDelivery()).entry.text).toBe("second");
      },
    );

    it("is asked twice and sends once: the second finds the piece under way, delivered, or tried since", async () => {
      const conversation = new StoreConversation(current());
      await conversation.answerInPieces("one");
      const claim = await conversation.takeDelivery();
      await conversation.settle(claim, refusal);
      const seen = { epoch: claim.epoch, attempts: claim.attempt };
      expect(await conversation.decide("resend", claim.entry, seen)).toMatchObject({ kind: "decided" });
      const settled = await conversation.summary();
      for (const decision of decisions) {
        expect(await conversation.decide(decision, claim.entry, seen)).toMatchObject({ kind: "overtaken" });
      }
      expect(await conversation.summary()).toEqual(settled);
      await conversation.settle(await conversation.takeDelivery(), refusal);
      for (const decision of decisions) {
        expect(await conversation.decide(decision, claim.entry, seen)).toMatchObject({
          kind: "overtaken",
          entry: { state: "failed", attempts: 2 },
        });
      }
      await conversation.decide("resend", claim.entry, { ...seen, attempts: 2 });
      await conversation.settle(await conversation.takeDelivery(), sent);
      expect(await conversation.decide("resend", claim.entry)).toMatchObject({ kind: "unknown" });
      expect(await conversation.nextDelivery()).toBeUndefined();
    });

    it("refuses the outcome of the try before, which the piece that is to be sent again has as many attempts as", async () => {
      const conversation = new StoreConversation(current());
      await conversation.answerInPieces("one");
      const claim = await conversation.takeDelivery();
      await conversation.settle(claim, refusal);
      await conversation.decide("resend", claim.entry);
      expect(await conversation.settle(claim, sent)).toMatchObject({ kind: "fenced", isCancelled: false });
      expect((await conversation.takeDelivery()).entry.id).toBe(claim.entry.id);
    });

    it.each([refusal, doubt])(
      "dismisses a piece that is $kind: it leaves the list, the transcript stays",
      async (outcome) => {
        const conversation = new StoreConversation(current());
        await conversation.answerInPieces("one");
        const claim = await conversation.takeDelivery();
        await conversation.settle(claim, outcome);
        const lines = await conversation.lines();
        expect(await conversation.decide("dismiss", claim.entry)).toMatchObject({ kind: "decided" });
        expect(await conversation.undelivered()).toEqual([]);
        expect((await conversation.summary()).deliveries).toEqual({ open: 0, unconfirmed: 0, failed: 0 });
        expect(await conversation.nextDelivery()).toBeUndefined();
        expect(await conversation.lines()).toEqual(lines);
        for (const decision of decisions) {
          expect(await conversation.decide(decision, claim.entry)).toMatchObject({ kind: "unknown" });
        }
      },
    );

    it("takes a dismissed piece back that may be visible, when its answer is to be written anew", async () => {
      const conversation = new StoreConversation(current());
      await conversation.answerInPieces("refused", "doubtful");
      const [failed, unconfirmed] = await settleAll(conversation, [refusal, doubt]);
      for (const entry of [failed, unconfirmed]) await conversation.decide("dismiss", entry!);
      await conversation.regenerate();
      expect((await conversation.takeDelivery()).entry).toMatchObject({
        id: unconfirmed?.id,
        state: "recall",
        text: "",
      });
    });

    it.each(["reset", "delete"] as const)(
      "takes back what was to be sent again when a %s comes between",
      async (removal) => {
        const conversation = new StoreConversation(current());
        await conversation.answerInPieces("one");
        const claim = await conversation.takeDelivery();
        await conversation.settle(claim, doubt);
        await conversation.decide("resend", claim.entry);
        const { id } = await conversation.summary();
        expect(await conversation[removal]()).toMatchObject({
          removal: { recalledDeliveries: 1, cancelledDeliveries: 0 },
        });
        expect((await conversation.takeDelivery(id)).entry).toMatchObject({ state: "recall", text: "" });
      },
    );

    it("knows nothing of a piece once its conversation was reset, and says of a deleted session that it is gone", async () => {
      const conversation = new StoreConversation(current());
      await conversation.answerInPieces("refused", "doubtful");
      const entries = await settleAll(conversation, [refusal, doubt]);
      await conversation.reset();
      const session = await conversation.summary();
      for (const entry of entries) {
        for (const decision of decisions) {
          expect(await conversation.decide(decision, entry)).toEqual({ kind: "unknown", session });
        }
      }
      await conversation.delete();
      const { store } = current();
      const request = { sessionId: session.id, deliveryId: entries[0]!.id, expected: undefined, at: current().now() };
      expect(await store.decide({ ...request, decision: "resend" })).toEqual({
        kind: "gone",
        retired: await store.summary(session.id),
      });
    });

    it("changes nothing for a piece of another epoch, one that is being sent, or one that was never there", async () => {
      const conversation = new StoreConversation(current());
      await conversation.answerInPieces("refused", "under way");
      const failed = await conversation.takeDelivery();
      await conversation.settle(failed, refusal);
      const sending = await conversation.takeDelivery();
      const session = await conversation.summary();
      const old = { epoch: failed.epoch - 1, attempts: failed.attempt };
      for (const decision of decisions) {
        expect(await conversation.decide(decision, failed.entry, old)).toMatchObject({ kind: "overtaken", session });
        expect(await conversation.decide(decision, sending.entry)).toMatchObject({ kind: "overtaken", session });
        expect(await conversation.decide(decision, { id: current().deliveryId() })).toEqual({
          kind: "unknown",
          session,
        });
      }
      expect(await conversation.summary()).toEqual(session);
    });

    it("keeps the newest 64 of a conversation, dismisses what is older, and tells which", async () => {
      const conversation = new StoreConversation(current());
      await conversation.answerInPieces("doubtful", "refused", ...Array.from({ length: 64 }, (_, index) => `${index}`));
      const claims: DeliveryClaim[] = [];
      const dismissed: string[] = [];
      for (let number = 0; number < 66; number += 1) {
        const claim = await conversation.takeDelivery();
        claims.push(claim);
        const settled = await conversation.settle(claim, number === 0 ? doubt : refusal);
        if (settled.kind === "ok") dismissed.push(...(settled.dismissed ?? []).map(({ text }) => text));
      }
      expect(dismissed).toEqual(["doubtful", "refused"]);
      expect(await conversation.undelivered()).toEqual(claims.slice(2).map(({ entry }) => entry.text));
      expect((await conversation.summary()).deliveries).toEqual({ open: 0, unconfirmed: 0, failed: 64 });
    });
  });
}

/** Settles as many pieces as there are outcomes, in order; gives them as they were begun. */
async function settleAll(
  conversation: StoreConversation,
  outcomes: readonly (typeof refusal | typeof doubt)[],
): Promise<readonly OutboxEntry[]> {
  const entries: OutboxEntry[] = [];
  for (const outcome of outcomes) {
    const claim = await conversation.takeDelivery();
    await conversation.settle(claim, outcome);
    entries.push(claim.entry);
  }
  return entries;
}
