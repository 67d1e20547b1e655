import type { DeliveryClaim, SettleOutcome, WriteOutcome } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { StoreConversation } from "./session-store-conversation.ts";
import type { StoreSubject } from "./session-store-subject.ts";

const sent = { kind: "delivered", platformMessageId: "p1" } as const;

/** How the pieces of answers leave, in which order, and what a reset or delete makes of them. */
export function describeDelivering(current: () => StoreSubject): void {
  describe("claimDelivery and settleDelivery", () => {
    it("gives the pieces in order, the next one when the one before is settled", async () => {
      const conversation = new StoreConversation(current());
      const pieces = await conversation.answerInPieces("first ", "second");
      await conversation.answerInPieces("third");
      const first = await conversation.takeDelivery();
      expect(first).toMatchObject({
        sessionId: await conversation.id(),
        keyText: conversation.keyText,
        key: conversation.key,
        epoch: (await conversation.summary()).epoch,
        attempt: 1,
        entry: { id: pieces[0]?.id, piece: 0, pieces: 2, text: "first ", state: "sending", attempts: 1 },
      });
      expect((await conversation.takeDelivery()).entry.id).toBe(pieces[0]?.id);
      expect(await deliverAll(conversation)).toEqual(["first ", "second", "third"]);
    });

    it("keeps a delivered piece's place at the service, and its text in the transcript alone", async () => {
      const conversation = new StoreConversation(current());
      await conversation.answerInPieces("the answer");
      const outcome = await conversation.settle(await conversation.takeDelivery(), sent);
      expect(outcome).toMatchObject({ kind: "ok", session: { deliveries: { open: 0, unconfirmed: 0, failed: 0 } } });
      expect(await conversation.nextDelivery()).toBeUndefined();
      expect(await conversation.lines()).toContain("assistant: the answer");
    });

    it("gives a piece again after a retry, with the error of the try before and a later attempt", async () => {
      const conversation = new StoreConversation(current());
      await conversation.answerInPieces("one", "two");
      const first = await conversation.takeDelivery();
      await conversation.settle(first, { kind: "retry", error: "HTTP 500" });
      const again = await conversation.takeDelivery();
      expect(again).toMatchObject({ attempt: 2, entry: { id: first.entry.id, error: "HTTP 500" } });
    });

    it("begins the next piece in the step that settles one when it is asked to, but not after a retry", async () => {
      const conversation = new StoreConversation(current());
      await conversation.answerInPieces("one", "two", "three");
      const retried = await conversation.settle(
        await conversation.takeDelivery(),
        { kind: "retry", error: "HTTP 500" },
        true,
      );
      expect(okOf(retried).delivery).toBeUndefined();
      const settled = await conversation.settle(await conversation.takeDelivery(), sent, true);
      expect(settled).toMatchObject({ delivery: { attempt: 1, entry: { text: "two", state: "sending" } } });
      expect(okOf(await conversation.settle(deliveryOf(settled), sent)).delivery).toBeUndefined();
      const last = await conversation.takeDelivery();
      expect(last).toMatchObject({ attempt: 1, entry: { text: "three" } });
      expect(okOf(await conversation.settle(last, sent, true)).delivery).toBeUndefined();
    });

    it("begins the first piece in the step that commits it, when it is asked to and no older piece is open", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("a question");
      const turn = await conversation.begin();
      const outbox = conversation.pieces(turn, "one", "two");
      const committed = await conversation.commit(turn, "one two", { outbox, beginsDelivery: true });
      expect(committed).toMatchObject({
        kind: "ok",
        delivery: { attempt: 1, entry: { text: "one", state: "sending" } },
      });
      await conversation.settle(deliveryOf(committed), sent);

      await conversation.accept("another question");
      const later = await conversation.begin();
      const outcome = await conversation.commit(later, "three", {
        outbox: conversation.pieces(later, "three"),
        beginsDelivery: true,
      });
      expect(okOf(outcome).delivery).toBeUndefined();
      expect((await conversation.takeDelivery()).entry.text).toBe("two");
    });

    it("tells a try of which nothing is known from one that failed: it has no error", async () => {
      const conversation = new StoreConversation(current());
      await conversation.answerInPieces("one");
      await conversation.settle(await conversation.takeDelivery(), { kind: "retry", error: "HTTP 500" });
      await conversation.takeDelivery();
      const afterCrash = await conversation.takeDelivery();
      expect(afterCrash.attempt).toBe(3);
      expect(afterCrash.entry.error).toBeUndefined();
    });

    it("refuses the outcome of an attempt once another one has begun", async () => {
      const conversation = new StoreConversation(current());
      await conversation.answerInPieces("one");
      const slow = await conversation.takeDelivery();
      const quick = await conversation.takeDelivery();
      expect(await conversation.settle(slow, { kind: "failed", error: "too late" })).toMatchObject({
        kind: "fenced",
        isCancelled: false,
      });
      expect(await conversation.settle(quick, sent)).toMatchObject({ kind: "ok" });
      expect(await conversation.settle(quick, sent)).toMatchObject({ kind: "fenced" });
    });

    it.each(["unconfirmed", "failed"] as const)(
      "counts a piece that is %s, and goes on with the next",
      async (kind) => {
        const conversation = new StoreConversation(current());
        await conversation.answerInPieces("one", "two");
        await conversation.settle(await conversation.takeDelivery(), { kind, error: "HTTP 403" });
        expect((await conversation.summary()).deliveries).toEqual({ open: 1, unconfirmed: 0, failed: 0, [kind]: 1 });
        expect((await conversation.takeDelivery()).entry.text).toBe("two");
      },
    );

    it("delivers while a turn runs, and does not disturb it", async () => {
      const conversation = new StoreConversation(current());
      await conversation.answerInPieces("one");
      await conversation.accept("more");
      const turn = await conversation.begin();
      await conversation.settle(await conversation.takeDelivery(), sent);
      expect(await conversation.commit(turn, "2")).toMatchObject({ kind: "ok" });
    });
  });

  describe.each(["reset", "delete"] as const)("a %s", (operation) => {
    it("cancels pieces that were never tried", async () => {
      const conversation = new StoreConversation(current());
      await conversation.answerInPieces("one", "two");
      const { id } = await conversation.summary();
      expect(await conversation[operation]()).toMatchObject({
        removal: { cancelledDeliveries: 2, recalledDeliveries: 0 },
      });
      expect(await conversation.nextDelivery(id)).toBeUndefined();
    });

    it("recalls pieces that may be visible, without their text, and leaves delivered ones", async () => {
      const conversation = new StoreConversation(current());
      await conversation.answerInPieces("delivered", "unconfirmed", "sending", "pending");
      const { id } = await conversation.summary();
      const unconfirmed = deliveryOf(await conversation.settle(await conversation.takeDelivery(), sent, true));
      const sending = deliveryOf(
        await conversation.settle(unconfirmed, { kind: "unconfirmed", error: "timed out" }, true),
      );

      expect(await conversation[operation]()).toMatchObject({
        removal: { cancelledDeliveries: 1, recalledDeliveries: 2 },
      });

      const first = await conversation.takeDelivery(id);
      expect(first).toMatchObject({
        sessionId: id,
        keyText: conversation.keyText,
        attempt: unconfirmed.attempt + 1,
        entry: { id: unconfirmed.entry.id, state: "recall", text: "" },
      });
      const second = deliveryOf(await conversation.settle(first, { kind: "recalled" }, true));
      expect(second).toMatchObject({
        attempt: sending.attempt + 1,
        entry: { id: sending.entry.id, state: "recall", text: "" },
      });
      expect(okOf(await conversation.settle(second, { kind: "recalled" }, true)).delivery).toBeUndefined();
      expect(await conversation.nextDelivery(id)).toBeUndefined();
      expect(await current().store.unfinished()).toEqual([]);
    });

    it("refuses the outcome of a send that it overtook", async () => {
      const conversation = new StoreConversation(current());
      await conversation.answerInPieces("one");
      const sending = await conversation.takeDelivery();
      const { id } = await conversation.summary();
      await conversation[operation]();
      expect(await conversation.settle(sending, sent)).toMatchObject({ kind: "fenced", isCancelled: true });
      expect((await conversation.takeDelivery(id)).entry).toMatchObject({ id: sending.entry.id, state: "recall" });
    });

    it("does not call a recall cancelled that another attempt at it overtook", async () => {
      const conversation = new StoreConversation(current());
      await conversation.answerInPieces("one");
      await conversation.takeDelivery();
      const { id } = await conversation.summary();
      await conversation[operation]();
      const slow = await conversation.takeDelivery(id);
      await conversation.takeDelivery(id);
      expect(await conversation.settle(slow, { kind: "recalled" })).toMatchObject({
        kind: "fenced",
        isCancelled: false,
      });
    });

    it("keeps a piece to be recalled through a failed try", async () => {
      const conversation = new StoreConversation(current());
      await conversation.answerInPieces("one");
      await conversation.takeDelivery();
      const { id } = await conversation.summary();
      await conversation[operation]();
      await conversation.settle(await conversation.takeDelivery(id), { kind: "retry", error: "HTTP 500" });
      expect((await conversation.takeDelivery(id)).entry).toMatchObject({ state: "recall", error: "HTTP 500" });
    });
  });

  it("recalls before it sends: what belongs to the old conversation leaves first", async () => {
    const conversation = new StoreConversation(current());
    await conversation.answerInPieces("old");
    await conversation.takeDelivery();
    await conversation.reset();
    await conversation.answerInPieces("new");
    const recall = await conversation.takeDelivery();
    expect(recall.entry.state).toBe("recall");
    await conversation.settle(recall, { kind: "recalled" });
    expect((await conversation.takeDelivery()).entry.text).toBe("new");
  });

  it("keeps a piece to be recalled through a second reset and the delete after it", async () => {
    const conversation = new StoreConversation(current());
    await conversation.answerInPieces("old");
    const sending = await conversation.takeDelivery();
    const { id } = await conversation.summary();
    await conversation.reset();
    await conversation.reset();
    await conversation.delete();
    expect((await conversation.takeDelivery(id)).entry.id).toBe(sending.entry.id);
  });
}

/** Sends everything that is to be sent; the texts in the order in which they went out. */
async function deliverAll(conversation: StoreConversation): Promise<readonly string[]> {
  const texts: string[] = [];
  let claim = await conversation.nextDelivery();
  while (claim !== undefined) {
    texts.push(claim.entry.text);
    claim = okOf(await conversation.settle(claim, sent, true)).delivery;
  }
  return texts;
}

function okOf<Outcome extends { readonly kind: string }>(outcome: Outcome): Extract<Outcome, { readonly kind: "ok" }> {
  if (!isOk(outcome)) throw new Error(`The store answered ${outcome.kind}.`);
  return outcome;
}

function isOk<Outcome extends { readonly kind: string }>(
  outcome: Outcome,
): outcome is Extract<Outcome, { readonly kind: "ok" }> {
  return outcome.kind === "ok";
}

/** The delivery that a step has begun; the test counts on one. */
function deliveryOf(outcome: WriteOutcome | SettleOutcome): DeliveryClaim {
  const delivery = outcome.kind === "ok" ? outcome.delivery : undefined;
  if (delivery === undefined) throw new Error("The store began no delivery.");
  return delivery;
}
