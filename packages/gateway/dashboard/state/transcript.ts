import type { WireEntry, WireMessagesPage, WireQueuedMessage, WireSummary } from "../../src/wire/transcript.ts";
import { createStore } from "./store.ts";

/** What is known of a session's transcript. */
export interface TranscriptView {
  readonly epoch: number;
  readonly version: number;
  /** Oldest first. */
  readonly entries: readonly WireEntry[];
  /** What `before` takes for older ones; null when there are none. */
  readonly nextBefore: number | null;
  readonly queue: readonly WireQueuedMessage[];
  /** Messages that were withdrawn while the page was open: where they stood, and nothing else of them. */
  readonly withdrawn: readonly { readonly messageId: string; readonly at: string }[];
  /** What stands for older entries where models read them. */
  readonly summary: WireSummary | null;
  readonly isLoaded: boolean;
}

const nothing: TranscriptView = {
  epoch: 0,
  version: 0,
  entries: [],
  nextBefore: null,
  queue: [],
  withdrawn: [],
  summary: null,
  isLoaded: false,
};

/** A session's transcript, put together from pages that come in any order. */
export class Transcript {
  readonly view = createStore<TranscriptView>(nothing);
  /** The version at which something further back was another: older pages from before that have what is no more. */
  #wholeAt = 0;

  /**
   * Takes a page in. One of an older epoch tells of what was reset since, and is dropped.
   * @param before what the page was asked for by; undefined for the newest one. A page that does not join what is there
   *   now, or is of before a change further back, is dropped.
   * @param isWhole true when something further back may have changed as well: only this page is kept.
   */
  merge({ session, items, nextBefore, queue, summary }: WireMessagesPage, before?: number, isWhole = false): void {
    this.view.update((view) => {
      const isSame = session.epoch === view.epoch;
      if (session.epoch < view.epoch || (isSame && before === undefined && session.version < view.version)) return view;
      if (before !== undefined && (before !== view.nextBefore || !isSame || session.version < this.#wholeAt))
        return view;
      if (isWhole || !isSame) this.#wholeAt = session.version;
      const known = isSame && !isWhole ? view.entries : [];
      const first = nextBefore === null ? 0 : (items[0]?.sequence ?? before ?? 0);
      const older = known.filter(({ sequence }) => sequence < first);
      const newer = before === undefined ? [] : known.filter(({ sequence }) => sequence >= before);
      // A hole between what was known and the newest page would look as if nothing had been said there.
      const isJoined = before !== undefined || older.length === 0 || (known.at(-1)?.sequence ?? -1) >= first - 1;
      const kept = isJoined ? older : [];
      return {
        epoch: session.epoch,
        version: isSame ? Math.max(view.version, session.version) : session.version,
        entries: [...kept, ...items, ...newer],
        nextBefore: kept.length === 0 ? nextBefore : view.nextBefore,
        queue: before === undefined ? queue : view.queue,
        withdrawn: isSame ? view.withdrawn : [],
        summary: before === undefined ? summary : view.summary,
        isLoaded: true,
      };
    });
  }

  /** The session was reset: what stood here is no more. */
  reset(epoch: number): void {
    this.view.update((view) => (epoch <= view.epoch ? view : { ...nothing, epoch, isLoaded: true }));
  }

  /** A message was withdrawn by whoever wrote it: it goes at once, and where it stood stays known. */
  withdraw(messageId: string, at: string): void {
    this.view.update((view) => ({
      ...view,
      entries: view.entries.filter((entry) => !("messageId" in entry) || entry.messageId !== messageId),
      withdrawn: [...view.withdrawn, { messageId, at }],
    }));
  }
}
