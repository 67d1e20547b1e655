/** What was measured of one section, told after it ended. Times in milliseconds. */
export interface LockObservation {
  readonly key: string;
  /** What the holder was doing, such as `session.delete`. */
  readonly operation: string;
  readonly waitMilliseconds: number;
  readonly holdMilliseconds: number;
}

/** Who holds a key's lock right now, and who waits. */
export interface LockState {
  readonly operation: string;
  /** How long it has been held, in milliseconds. */
  readonly heldMilliseconds: number;
  readonly waiting: number;
}

/** How a caller asks for the lock. */
export interface LockRequest {
  /** What the section does, such as `session.delete`; for people who look at who holds the lock. */
  readonly operation: string;
  /** Aborts the waiting, not the section: a caller that leaves is told so and its section never runs. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Mutual exclusion per key. The sections of sessions are short by design: they touch the store and nothing else, never a
 * model, a tool, a plugin's hook or a chat service. What else needs exclusion has a lock of its own.
 */
export interface KeyedLock {
  /**
   * Runs `section` while no other section of the same key runs; first come, first served.
   * Resolves or rejects as the section does.
   * @throws LockAbortedError when the signal aborts before the section started.
   * @throws LockNestedError when called inside a section, of whichever key and whichever instance's.
   */
  acquire<Result>(key: string, section: () => Promise<Result>, request: LockRequest): Promise<Result>;
  /** Who holds the key now; undefined when it is free. */
  inspect(key: string): LockState | undefined;
  /** How many keys are held or waited for; 0 when idle, so that nothing of a key stays in memory. */
  readonly activeKeys: number;
}
