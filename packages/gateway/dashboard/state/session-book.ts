import type { WireSession } from "../../src/wire/session.ts";

/** Which state of a session something is about. */
export interface SessionMoment {
  readonly epoch: number;
  readonly version: number;
}

/** How long changes gather before whoever looks is told, in milliseconds: short enough to be at once, long enough that a busy bot does not draw a list for each event. */
const gatherMilliseconds = 50;

/**
 * Every session that the page knows, each once, whichever list or event told of it. The newest state wins by epoch and
 * version, in whatever order answers and events arrive; what was deleted stays out until a restore raises its epoch.
 */
export class SessionBook {
  readonly #sessions = new Map<string, WireSession>();
  /** Deleted sessions, by the epoch at which their id was retired. */
  readonly #tombstones = new Map<string, number>();
  /** Sessions whose delete was asked for and not answered yet. */
  readonly #hidden = new Set<string>();
  /** When something was learned of each session last, in milliseconds of `performance.now`. */
  readonly #learned = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  #revision = 0;
  #moves = 0;
  #isTelling = false;

  /** Grows with each change. */
  readonly revision = (): number => this.#revision;

  /** Grows when a session came, went, or took another place in lists, by other news than a page of a list. */
  readonly moves = (): number => this.#moves;

  /** When something was learned of a session that was not known before, in milliseconds of `performance.now`. */
  readonly learnedAt = (id: string): number => this.#learned.get(id) ?? 0;

  /** Is told of changes, several at a time; the returned function ends it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes a session in, unless a newer state of it is known, or it was deleted at this epoch or later. */
  offer(session: WireSession): void {
    if (this.#take(session)) this.#moves += 1;
    this.#change();
  }

  /** Takes in what a page of a list has. */
  offerPage(sessions: readonly WireSession[]): void {
    for (const session of sessions) this.#take(session);
    this.#change();
  }

  /** Changes what is known of a session, when the change belongs to this state or a later one. */
  patch(id: string, moment: SessionMoment, change: Partial<WireSession>): void {
    const known = this.#sessions.get(id);
    if (known === undefined || isOlder(moment, known)) return;
    this.#set({ ...known, ...change, epoch: moment.epoch, version: moment.version });
    this.#change();
  }

  /** Forgets sessions that nobody asks to keep: whoever wants to see them reads them again. */
  keep(isWanted: (id: string) => boolean): void {
    for (const id of this.#sessions.keys()) {
      if (this.#hidden.has(id) || isWanted(id)) continue;
      this.#sessions.delete(id);
      this.#learned.delete(id);
    }
  }

  /** How many sessions are known. */
  get size(): number {
    return this.#sessions.size;
  }

  /** A session was deleted at this epoch: no state up to it brings it back. */
  bury(id: string, epoch: number): void {
    const known = this.#sessions.get(id);
    if (known !== undefined && known.epoch > epoch) return;
    this.#tombstones.set(id, Math.max(epoch, this.#tombstones.get(id) ?? 0));
    this.#sessions.delete(id);
    this.#learned.delete(id);
    this.#hidden.delete(id);
    this.#moves += 1;
    this.#change();
  }

  /** Takes a session off every list while its delete is on the way. */
  hide(id: string): void {
    this.#hidden.add(id);
    this.#change();
  }

  /** Its delete was refused, or is done with. */
  show(id: string): void {
    if (this.#hidden.delete(id)) this.#change();
  }

  /** A session as it is known, also while its delete is on the way. */
  find(id: string): WireSession | undefined {
    return this.#sessions.get(id);
  }

  /** Whether it is known to be deleted, or is being deleted. */
  isGone(id: string): boolean {
    return this.#tombstones.has(id) || this.#hidden.has(id);
  }

  /** The epoch at which a session was deleted. */
  tombstoneOf(id: string): number | undefined {
    return this.#tombstones.get(id);
  }

  /** Every session that is not gone, in no order. */
  *all(): Generator<WireSession> {
    for (const session of this.#sessions.values()) if (!this.#hidden.has(session.id)) yield session;
  }

  /** Forgets everything: somebody else may log in. */
  clear(): void {
    this.#sessions.clear();
    this.#tombstones.clear();
    this.#hidden.clear();
    this.#learned.clear();
    this.#change();
  }

  /** Whether it was unknown, or stands elsewhere in lists now. */
  #take(session: WireSession): boolean {
    const tombstone = this.#tombstones.get(session.id);
    if (tombstone !== undefined) {
      if (session.epoch <= tombstone) return false;
      this.#tombstones.delete(session.id);
    }
    const known = this.#sessions.get(session.id);
    if (known !== undefined && isOlder(session, known)) return false;
    this.#set(session);
    return known?.updatedAt !== session.updatedAt;
  }

  #set(session: WireSession): void {
    const known = this.#sessions.get(session.id);
    this.#sessions.set(session.id, session);
    if (known === undefined || isOlder(known, session)) this.#learned.set(session.id, performance.now());
  }

  #change(): void {
    this.#revision += 1;
    if (this.#isTelling) return;
    this.#isTelling = true;
    setTimeout(() => {
      this.#isTelling = false;
      for (const listener of this.#listeners) listener();
    }, gatherMilliseconds);
  }
}

/** Whether one state comes before another. */
function isOlder(one: SessionMoment, other: SessionMoment): boolean {
  return one.epoch < other.epoch || (one.epoch === other.epoch && one.version < other.version);
}
