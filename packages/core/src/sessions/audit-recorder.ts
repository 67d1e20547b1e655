import type { Clock } from "../clock.ts";
import type { AuditEntry, AuditLog } from "./audit.ts";

/** Longest reason that is kept, in UTF-16 code units. */
const maximumReasonLength = 500;

/** Writes down what was done. It is done: a log that cannot be written is reported and undoes nothing. */
export class AuditRecorder {
  readonly #audit: AuditLog;
  readonly #clock: Clock;
  readonly #reportError: (error: unknown) => void;

  /** @param reportError is told of an entry that could not be written; must not throw. */
  constructor(audit: AuditLog, clock: Clock, reportError: (error: unknown) => void) {
    this.#audit = audit;
    this.#clock = clock;
    this.#reportError = reportError;
  }

  /** Resolves when the entry is written, or was reported. */
  async record(entry: Omit<AuditEntry, "at">): Promise<void> {
    const reason = entry.reason.slice(0, maximumReasonLength);
    try {
      await this.#audit.append({ at: this.#clock.now(), ...entry, reason });
    } catch (error) {
      this.#reportError(error);
    }
  }
}
