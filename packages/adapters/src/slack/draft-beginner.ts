import { type Clock, DeliveryError, type DraftRequest, type RunId } from "@keyturn/core";
import type { DraftBook, DraftPlace } from "@keyturn/core/channel-kit";
import { searchMessages, searchSince } from "./message-search.ts";
import { type OwnPosts, draftOf } from "./own-posts.ts";
import { replyAddressOf } from "./place.ts";
import { removeIfThere } from "./remove-if-there.ts";
import type { SlackApi } from "./slack-api.ts";

/** The parts that drafts are begun with. */
export interface DraftBeginnerParts {
  readonly api: SlackApi;
  readonly book: DraftBook;
  readonly own: OwnPosts;
  readonly clock: Clock;
}

/**
 * Begins messages of drafts so that none is left behind: one whose call broke off is looked for, and so is one that was on
 * its way when the process ended.
 */
export class DraftBeginner {
  readonly #parts: DraftBeginnerParts;

  constructor(parts: DraftBeginnerParts) {
    this.#parts = parts;
  }

  /**
   * Begins one more message of a run's draft.
   * @param begin makes the call; the message carries the run's mark.
   * @returns its `ts`.
   * @throws DeliveryError when there is none, as far as anybody knows: one that appears later goes again.
   */
  async begin({ key, replyAddress, runId }: DraftRequest, begin: () => Promise<string>): Promise<string> {
    const { book } = this.#parts;
    const { channel, thread } = replyAddressOf(key, replyAddress);
    const before = book.find(runId)?.messages ?? [];
    const place = { channel, thread, messages: before };
    if (before.length === 0) await book.set(runId, place);
    const ts = await begin().catch((error: unknown) => this.#recover(error, place, runId));
    await book.set(runId, { ...place, messages: [...before, ts] });
    return ts;
  }

  /** Takes away what stands for an answer that will not come. @throws DeliveryError */
  async takeAway(place: DraftPlace, runId: RunId): Promise<void> {
    const { api } = this.#parts;
    const lost = place.messages.length === 0 ? await this.#find(place, runId) : undefined;
    for (const ts of lost === undefined ? place.messages : [lost]) await removeIfThere(api, place.channel, ts);
  }

  async #recover(error: unknown, place: DraftPlace, runId: RunId): Promise<string> {
    const { book, own } = this.#parts;
    const isAmbiguous = error instanceof DeliveryError && error.isAmbiguous;
    const found = isAmbiguous ? await this.#find(place, runId) : undefined;
    if (found !== undefined) return found;
    if (isAmbiguous) own.refuseDraft(runId, place.messages);
    if (place.messages.length === 0) await book.remove(runId);
    throw error;
  }

  /** The message of the run's draft that is not known yet. */
  async #find({ channel, thread, messages }: DraftPlace, runId: RunId): Promise<string | undefined> {
    const { api, clock } = this.#parts;
    let found: string | undefined;
    await searchMessages(api, { channel, thread, since: searchSince(clock) }, (message) => {
      if (draftOf(message) !== runId || messages.includes(message.ts)) return false;
      found = message.ts;
      return true;
    });
    return found;
  }
}
