import type { SessionId } from "../identifiers.ts";
import type { Actor } from "./actor.ts";

/** One line of the audit log. It never holds message text, nor the value of a setting. */
export interface AuditEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly actor: Actor;
  /** Such as `session.delete`; surfaces write down operations of their own, such as `token.create`. */
  readonly operation: string;
  readonly sessionId: SessionId | undefined;
  /** What it was about beside the session: a token, a schedule, a plugin, the names of settings; at most 500 characters. */
  readonly target?: string | undefined;
  /** Where the request came from, when it came over a network. */
  readonly address?: string | undefined;
  /** Why, in the actor's words; at most 500 characters. */
  readonly reason: string;
  readonly outcome: "done" | "denied" | "nothing to do" | "failed";
}

/** A line of the audit log with its place in the log. */
export interface AuditRecord extends AuditEntry {
  /** In the log's own words: where a further page goes on. Stays the same for as long as the line is kept. */
  readonly position: string;
}

/** Which entries of the audit log: those that meet everything that is given. */
export interface AuditFilter {
  readonly actorId?: string | undefined;
  readonly surface?: string | undefined;
  readonly operation?: string | undefined;
  readonly outcome?: AuditEntry["outcome"] | undefined;
  readonly sessionId?: string | undefined;
  /** Not before this, in milliseconds since 1970. */
  readonly since?: number | undefined;
  /** Before this, in milliseconds since 1970. */
  readonly until?: number | undefined;
}

/** Where what was done, and by whom, is written down. Append-only; what has become old may be forgotten. */
export interface AuditLog {
  /** Resolves when the entry is written. A rejection is reported and does not undo what was done. */
  append(entry: AuditEntry): Promise<void>;
  /**
   * The newest entries, or the newest that meet a filter, newest first.
   * @param after the position of a record: only older ones then.
   */
  newest(limit: number, filter?: AuditFilter, after?: string): Promise<readonly AuditRecord[]>;
  /** Gives its place free; the log is not used afterwards. */
  close(): Promise<void>;
}

/** Whether an entry meets a filter. */
export function meetsAuditFilter(entry: AuditEntry, filter: AuditFilter): boolean {
  const { actor, operation, outcome, sessionId, at } = entry;
  return (
    (filter.actorId === undefined || actor.id === filter.actorId) &&
    (filter.surface === undefined || actor.surface === filter.surface) &&
    (filter.operation === undefined || operation === filter.operation) &&
    (filter.outcome === undefined || outcome === filter.outcome) &&
    (filter.sessionId === undefined || sessionId === filter.sessionId) &&
    (filter.since === undefined || at >= filter.since) &&
    (filter.until === undefined || at < filter.until)
  );
}

/** An audit log that ends with the process and keeps the newest entries only. */
export class MemoryAuditLog implements AuditLog {
  readonly #entries: AuditRecord[] = [];
  readonly #capacity: number;
  #sequence = 0;

  constructor(capacity = 10_000) {
    this.#capacity = capacity;
  }

  append(entry: AuditEntry): Promise<void> {
    this.#sequence += 1;
    this.#entries.push({ ...entry, position: String(this.#sequence) });
    if (this.#entries.length > this.#capacity) this.#entries.shift();
    return Promise.resolve();
  }

  newest(limit: number, filter: AuditFilter = {}, after?: string): Promise<readonly AuditRecord[]> {
    const end = after === undefined ? Number.POSITIVE_INFINITY : Number(after);
    const meeting = this.#entries.filter((entry) => Number(entry.position) < end && meetsAuditFilter(entry, filter));
    return Promise.resolve(meeting.slice(-limit).reverse());
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
