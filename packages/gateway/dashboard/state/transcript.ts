import type { WireEntry, WireMessagesPage, WireQueuedMessage } from "../../src/wire/transcript.ts";
import { createStore } from "./store.ts";

/** What stands between two epochs of a conversation. */
export interface Boundary {
  /** The epoch that began there. */
  readonly epoch: number;
  readonly at: string;
  readonly actor: { readonly kind: string; readonly id: string; readonly surface: string };
}

/** What is known of a session's transcript. */
export interface TranscriptView {
  readonly epoch: number;
  readonly version: number;
  /** Oldest first. */
  readonly entries: readonly WireEntry[];
  /** What `before` takes for older ones; null when there are none. */
  readonly nextBefore: number | null;
  readonly queue: readonly WireQueuedMessage[];
  readonly boundary: Boundary | undefined;
  readonly isLoaded: boolean;
}

const nothing: TranscriptView = {
  epoch: 0,
  version: 0,
  entries: [],
  nextBefore: null,
  queue: [],
  boundary: undefined,
  isLoaded: false,
};

/** A session's transcript, put together from pages that come in any order. */
export class Transcript {
  readonly view = createStore<TranscriptView>(nothing);

  /** Takes a page in. One of an older epoch tells of what was reset since, and is dropped. */
  merge({ session, items, nextBefore, queue }: WireMessagesPage): void {
    this.view.update((view) => {
      if (session.epoch < view.epoch) return view;
      const isSame = session.epoch === view.epoch;
      const isNewer = !isSame || session.version >= view.version;
      const known = isSame ? view.entries : [];
      const entries = joined(known, items);
      const isOldest = entries[0]?.sequence === items[0]?.sequence;
      return {
        epoch: session.epoch,
        version: isSame ? Math.max(view.version, session.version) : session.version,
        entries,
        nextBefore: isOldest || !view.isLoaded ? nextBefore : view.nextBefore,
        queue: isNewer ? queue : view.queue,
        boundary: view.boundary,
        isLoaded: true,
      };
    });
  }

  /** The session was reset: what stood here is no more. */
  reset(boundary: Boundary): void {
    this.view.update((view) => {
      if (boundary.epoch <= view.epoch) return view;
      return { ...nothing, epoch: boundary.epoch, boundary, isLoaded: true };
    });
  }

  /** Says how the epoch began, where it was not seen. */
  explain(boundary: Boundary): void {
    this.view.update((view) => (view.epoch === boundary.epoch ? { ...view, boundary } : view));
  }

  /** Takes a message out of the queue, before the gateway's word on it. */
  dropQueued(messageId: string): void {
    this.view.update((view) => ({ ...view, queue: view.queue.filter(({ id }) => id !== messageId) }));
  }
}

/** Two runs of entries of one epoch as one, in order, each entry once. A hole between them drops the older ones. */
function joined(known: readonly WireEntry[], items: readonly WireEntry[]): readonly WireEntry[] {
  const bySequence = new Map<number, WireEntry>();
  for (const entry of [...known, ...items]) bySequence.set(entry.sequence, entry);
  const all = [...bySequence.values()].toSorted((one, other) => one.sequence - other.sequence);
  const gap = all.findLastIndex((entry, index) => index > 0 && entry.sequence - (all[index - 1]?.sequence ?? 0) > 1);
  return gap === -1 ? all : all.slice(gap);
}
