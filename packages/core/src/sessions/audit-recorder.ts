import type { Clock } from "../clock.ts";
import type { Actor } from "./actor.ts";
import type { AuditEntry, AuditLog } from "./audit.ts";

/** The parts that an audit recorder is made of. */
export interface AuditRecorderParts {
  readonly audit: AuditLog;
  readonly clock: Clock;
  /** Told of an entry that could not be written; must not throw. */
  readonly reportError: (error: unknown) => void;
}

/** Longest reason, and longest target, in characters. */
const longestText = 500;

/** Writes down what was done, by whom. It is done: a log that cannot be written is reported and undoes nothing. */
export class AuditRecorder {
  readonly #parts: AuditRecorderParts;

  constructor(parts: AuditRecorderParts) {
    this.#parts = parts;
  }

  /** Resolves when the entry is written, or could not be. Never rejects. */
  async record(entry: Omit<AuditEntry, "at">): Promise<void> {
    const { audit, clock, reportError } = this.#parts;
    const { actor, address } = apart(entry.actor);
    const written: AuditEntry = {
      ...entry,
      at: clock.now(),
      actor,
      target: entry.target?.slice(0, longestText),
      address: entry.address ?? address,
      reason: entry.reason.slice(0, longestText),
    };
    try {
      await audit.append(written);
    } catch (error) {
      reportError(error);
    }
  }
}

/** Where somebody came from is no part of who they are: it has a place of its own in an entry. */
function apart(actor: Actor): { readonly actor: Actor; readonly address: string | undefined } {
  if (actor.kind !== "operator") return { actor, address: undefined };
  const { address, ...who } = actor;
  return { actor: who, address };
}
