import type { KeyedLock } from "../locking/keyed-lock.ts";
import type { EventBus } from "./events.ts";
import type { RunRegistry } from "./run-registry.ts";
import type { SessionGateParts } from "./session-gate.ts";
import type { EntriesPage, Removal, SessionReference, SessionStore } from "./session-store.ts";
import type { NewSummary } from "./summary.ts";

/** A summary that was made of a page, and is not kept yet. */
export interface MadeSummary {
  readonly summary: NewSummary;
  /** How many entries it covers that none covered before. */
  readonly entries: number;
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
}

/** The parts that `Sessions` is made of. */
export interface SessionsParts extends SessionGateParts {
  readonly store: SessionStore;
  readonly lock: KeyedLock;
  readonly events: EventBus;
  readonly runs: RunRegistry;
  /** Told, with the lock free, of each session that was emptied or removed: of what is then to be done. Must not throw. */
  readonly afterRemoval: (session: SessionReference, removal: Removal) => void;
  /** Told, with the lock free, of each session that was brought back: it may have messages to answer. Must not throw. */
  readonly afterRestore: (session: SessionReference) => void;
  /** Told, with the lock free, of each session that an operator spoke in, or has a piece sent again in. Must not throw. */
  readonly afterPost: (session: SessionReference) => void;
  /** Told, with the lock free, of each session that lost a message or an answer: there may be pieces to take back, and messages to answer. Must not throw. */
  readonly afterAmendment: (session: SessionReference) => void;
  /**
   * Has the older part of a transcript summarised, with no lock held; undefined when there is nothing to summarise. Without
   * it nothing ever is.
   * @throws ProviderError, ConfigurationError
   */
  readonly summarize?: ((page: EntriesPage) => Promise<MadeSummary | undefined>) | undefined;
  /** How long a reset or delete can be undone, in milliseconds; 0 keeps nothing. */
  readonly undoMilliseconds: number;
}
