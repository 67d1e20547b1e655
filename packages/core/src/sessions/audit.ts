import type { SessionId } from "../identifiers.ts";
import type { Actor } from "./actor.ts";

/** One line of the audit log. It never holds message text. */
export interface AuditEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly actor: Actor;
  /** An operation of the policy, or a surface's own name for what it let somebody do, such as `token.create`. */
  readonly operation: string;
  readonly sessionId: SessionId | undefined;
  /** What else it was about: a token, a login, a channel, a plugin, a schedule. */
  readonly target?: string | undefined;
  /** Where the request came from, where that is known. */
  readonly address?: string | undefined;
  /** Why, in the actor's words; at most 500 characters. */
  readonly reason: string;
  readonly outcome: "done" | "denied" | "nothing to do" | "failed";
}

/** Which entries of the audit log: those that meet everything that is given. */
export interface AuditFilter {
  readonly actorId?: string | undefined;
  readonly operation?: string | undefined;
  readonly outcome?: AuditEntry["outcome"] | undefined;
  readonly surface?: string | undefined;
  readonly sessionId?: SessionId | undefined;
  /** Before this, in milliseconds since 1970. */
  readonly until?: number | undefined;
  /** Not before this, in milliseconds since 1970. */
  readonly since?: number | undefined;
}

/** Where what was done, and by whom, is written down. Append-only. */
export interface AuditLog {
  /** Resolves when the entry is written. A rejection is reported and does not undo what was done. */
  append(entry: AuditEntry): Promise<void>;
  /** The newest entries, or the newest that meet a filter, newest first. */
  newest(limit: number, filter?: AuditFilter): Promise<readonly AuditEntry[]>;
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
  readonly #entries: AuditEntry[] = [];
  readonly #capacity: number;

  constructor(capacity = 10_000) {
    this.#capacity = capacity;
  }

  append(entry: AuditEntry): Promise<void> {
    this.#entries.push(entry);
    if (this.#entries.length > this.#capacity) this.#entries.shift();
    return Promise.resolve();
  }

  newest(limit: number, filter: AuditFilter = {}): Promise<readonly AuditEntry[]> {
    const meeting = this.#entries.filter((entry) => meetsAuditFilter(entry, filter));
    return Promise.resolve(meeting.slice(-limit).reverse());
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
