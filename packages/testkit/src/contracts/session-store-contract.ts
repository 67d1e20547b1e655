import { afterEach, beforeEach, describe, expect } from "vitest";
import { describeAccepting } from "./session-store-accepting.ts";
import { describeAttaching } from "./session-store-attaching.ts";
import { describeCancelling } from "./session-store-cancelling.ts";
import { describeDeciding } from "./session-store-deciding.ts";
import { describeDelivering } from "./session-store-delivering.ts";
import { describeDestroying } from "./session-store-destroying.ts";
import { describeEditing } from "./session-store-editing.ts";
import { describeExpecting } from "./session-store-expecting.ts";
import { describeImporting } from "./session-store-importing.ts";
import { describeListing } from "./session-store-listing.ts";
import { describeMarks } from "./session-store-marks.ts";
import { describeModel } from "./session-store-model.ts";
import { describeMuting } from "./session-store-muting.ts";
import { describePosting } from "./session-store-posting.ts";
import { describeReading } from "./session-store-reading.ts";
import { describeRegenerating } from "./session-store-regenerating.ts";
import { describeRestart } from "./session-store-restart.ts";
import { describeRestoring } from "./session-store-restoring.ts";
import { takeSnapshotAtRest } from "./session-store-snapshot.ts";
import { type OpenedStore, StoreSubject } from "./session-store-subject.ts";
import { describeSummarising } from "./session-store-summarising.ts";
import { describeTurns } from "./session-store-turns.ts";
import { describeWithdrawing } from "./session-store-withdrawing.ts";

/** What the suite need know of the store. */
export interface SessionStoreContractOptions {
  /** Whether what it resolved is there after a restart; adds the tests that open the store again. */
  readonly isDurable: boolean;
  /**
   * How many random histories the store is compared with the model on.
   * @default 40
   */
  readonly histories?: number | undefined;
}

/**
 * The contract of `SessionStore` as a suite of vitest: each promise is a test, the refusals too, and random histories are
 * compared with a model. Call it in a test file of the store, with a function that opens an empty one.
 *
 * @example
 * describeSessionStore("my store", openMyStore, { isDurable: true });
 */
export function describeSessionStore(
  name: string,
  open: () => Promise<OpenedStore>,
  options: SessionStoreContractOptions,
): void {
  describe(`${name} keeps the contract of a session store`, () => {
    let opened: OpenedStore;
    let subject: StoreSubject;

    beforeEach(async () => {
      opened = await open();
      subject = new StoreSubject(opened);
    });

    afterEach(async () => {
      try {
        if (options.isDurable && !subject.isClosed) await expectSameAfterRestart(subject);
      } finally {
        await opened.close();
      }
    });

    const current = () => subject;
    describeAccepting(current);
    describeAttaching(current, options.isDurable);
    describeTurns(current);
    describeCancelling(current);
    describeEditing(current);
    describeWithdrawing(current);
    describeRegenerating(current);
    describeDestroying(current);
    describeExpecting(current);
    describeRestoring(current, options.isDurable);
    describePosting(current);
    describeMuting(current);
    describeSummarising(current);
    describeImporting(current);
    describeDelivering(current);
    describeDeciding(current);
    describeReading(current);
    describeListing(current);
    describeMarks(current);
    if (options.isDurable) describeRestart(current);
    describeModel(open, options);
  });
}

/** Whatever a test did, a restart changes nothing that anybody can see. */
async function expectSameAfterRestart(subject: StoreSubject): Promise<void> {
  const before = await takeSnapshotAtRest(subject.store);
  await subject.reopen();
  const after = await takeSnapshotAtRest(subject.store);
  for (const [id, session] of before) expect(after.get(id)).toEqual(session);
}
