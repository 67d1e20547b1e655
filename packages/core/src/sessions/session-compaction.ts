import { SessionNotFoundError } from "../errors.ts";
import type { SessionId } from "../identifiers.ts";
import type { CompactResult, Demand } from "./session-demands.ts";
import { formatSessionKey } from "./session-key.ts";
import type { SessionSections } from "./session-sections.ts";

/** Most entries that a compaction reads, from the newest back: as many as a page may have. */
const mostEntries = 1_000;

/** How the older part of a session is summarised on demand. Part of `Sessions`, which says what the call promises. */
export class SessionCompaction {
  readonly #sections: SessionSections;

  constructor(sections: SessionSections) {
    this.#sections = sections;
  }

  /** See `Sessions.compact`. */
  async compact(id: SessionId, { actor, reason }: Demand): Promise<CompactResult> {
    const { gate, parts } = this.#sections;
    const { key } = await gate.authorize(actor, "session.compact", id, reason);
    const keyText = formatSessionKey(key);
    const page = await this.#sections.locked(keyText, "session.read", () =>
      parts.store.entries(id, { limit: mostEntries }),
    );
    if (page === undefined) throw new SessionNotFoundError(id, parts.clock.now());
    const { session } = page;
    // No lock is held while the model works; the fence tells whether what it read still stands.
    const made = await this.#sections.audited(actor, "session.compact", id, reason, async () => {
      const written = await parts.summarize?.(page);
      if (written === undefined) return undefined;
      const { epoch, fence } = session;
      const { summary, usage } = written;
      const commit = { summary, usage: { ...usage, runs: 0 }, at: parts.clock.now() };
      const stored = await this.#sections.fenced("summary.commit", { sessionId: id, keyText, epoch, fence }, () =>
        parts.store.commitSummary({ sessionId: id, keyText, epoch, fence }, commit),
      );
      return { ...written, session: stored.session };
    });
    await gate.record(actor, "session.compact", id, reason, made === undefined ? "nothing to do" : "done");
    if (made === undefined) return { kind: "nothing", session };
    this.#sections.emit(made.session, () => ({ type: "session.change", session: made.session }));
    return { kind: "compacted", session: made.session, entries: made.entries };
  }
}
