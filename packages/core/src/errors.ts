/**
 * Every error that Keyturn throws on purpose, in one tree. The class tells the caller what to do; the code names the
 * case, never changes once released, and has a section in docs/errors.md (a test compares both ways).
 */

/** Each code, with the class that carries it and the HTTP status that a gateway answers with. */
export const errorRegistry = {
  CONFIGURATION_INVALID: { class: "ConfigurationError", status: 500 },
  INPUT_INVALID: { class: "InvalidInputError", status: 400 },
  INPUT_TOO_LARGE: { class: "InvalidInputError", status: 413 },
  LOCK_ABORTED: { class: "LockAbortedError", status: 503 },
  LOCK_NESTED: { class: "LockNestedError", status: 500 },
  FENCE_STALE: { class: "StaleFenceError", status: 412 },
  SETTINGS_CHANGED: { class: "SettingsChangedError", status: 412 },
  SESSION_CHANGED: { class: "SessionChangedError", status: 412 },
  RUN_ABORTED: { class: "RunAbortedError", status: 409 },
  RUN_TIMEOUT: { class: "RunTimeoutError", status: 504 },
  ATTACHMENT_NOT_FOUND: { class: "AttachmentNotFoundError", status: 404 },
  RUN_NOT_FOUND: { class: "RunNotFoundError", status: 404 },
  SESSION_NOT_FOUND: { class: "SessionNotFoundError", status: 404 },
  SESSION_DELETED: { class: "SessionNotFoundError", status: 410 },
  SESSION_MUTED: { class: "SessionMutedError", status: 409 },
  SESSION_OCCUPIED: { class: "SessionOccupiedError", status: 409 },
  SCHEDULE_NOT_FOUND: { class: "ScheduleNotFoundError", status: 404 },
  SCHEDULE_CHANGED: { class: "ScheduleChangedError", status: 412 },
  SCHEDULES_EXHAUSTED: { class: "SchedulesExhaustedError", status: 409 },
  RESTORE_OCCUPIED: { class: "RestoreError", status: 409 },
  RESTORE_NOTHING: { class: "RestoreError", status: 410 },
  RESTORE_SUPERSEDED: { class: "RestoreError", status: 409 },
  NOT_AUTHORIZED: { class: "NotAuthorizedError", status: 403 },
  PROVIDER_FAILED: { class: "ProviderError", status: 502 },
  DELIVERY_FAILED: { class: "DeliveryError", status: 502 },
  STORE_UNAVAILABLE: { class: "StoreError", status: 503 },
  STORE_IN_USE: { class: "StoreError", status: 503 },
  STORE_FULL: { class: "StoreError", status: 503 },
  STORE_DENIED: { class: "StoreError", status: 503 },
  STORE_DAMAGED: { class: "StoreError", status: 503 },
  PLUGIN_CHANGING: { class: "PluginChangeError", status: 409 },
  PLUGIN_INVALID: { class: "PluginError", status: 500 },
  PLUGIN_NOT_FOUND: { class: "PluginChangeError", status: 404 },
  PLUGIN_REQUIRED: { class: "PluginChangeError", status: 409 },
} as const;

/** A stable name of one error case. */
export type ErrorCode = keyof typeof errorRegistry;

/** What every Keyturn error has: a stable `code` and, where another error was its reason, that error as `cause`. */
export class KeyturnError extends Error {
  /** The stable name of the case; see docs/errors.md. */
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.name = new.target.name;
  }
}

/** Fix the configuration or the call: the message names the option, its value and what is allowed. */
export class ConfigurationError extends KeyturnError {
  constructor(message: string, cause?: unknown) {
    super("CONFIGURATION_INVALID", message, cause);
  }
}

/** Fix the input: nothing was changed by it. */
export class InvalidInputError extends KeyturnError {
  constructor(
    message: string,
    options: { readonly code?: "INPUT_INVALID" | "INPUT_TOO_LARGE"; readonly cause?: unknown } = {},
  ) {
    super(options.code ?? "INPUT_INVALID", message, options.cause);
  }
}

/** The caller stopped waiting for the lock; its section never ran. */
export class LockAbortedError extends KeyturnError {
  constructor(key: string, cause?: unknown) {
    super(
      "LOCK_ABORTED",
      `Stopped waiting for the lock of ${key}: the caller gave up. Nothing was changed; try again.`,
      cause,
    );
  }
}

/** A section asked for a lock while it held one. A fault of the program: it would have waited for itself for ever. */
export class LockNestedError extends KeyturnError {
  constructor(key: string, held: string) {
    super(
      "LOCK_NESTED",
      `A section that holds the lock of ${held} asked for the lock of ${key}; sections must not nest.`,
    );
  }
}

/** What a write named, or what the store holds: the session's generation and its fence. */
export interface FenceValues {
  readonly epoch: number;
  readonly fence: number;
}

/** Drop the work: the session was reset, deleted, stopped or claimed anew since the writer read it. */
export class StaleFenceError extends KeyturnError {
  /** What the writer named. */
  readonly expected: FenceValues;
  /** What the store holds; undefined when the session is gone. */
  readonly actual: FenceValues | undefined;

  constructor(operation: string, sessionId: string, expected: FenceValues, actual: FenceValues | undefined) {
    const now = actual === undefined ? "the session is gone" : `it is at epoch ${actual.epoch}, fence ${actual.fence}`;
    super(
      "FENCE_STALE",
      `Refused ${operation} on ${sessionId} for epoch ${expected.epoch}, fence ${expected.fence}: ${now}. Drop the work.`,
    );
    // Copied: what is handed in may be a whole session, and an error ends in logs.
    this.expected = { epoch: expected.epoch, fence: expected.fence };
    this.actual = actual && { epoch: actual.epoch, fence: actual.fence };
  }
}

/** Look again: the session is no longer as the caller saw it, and nothing was done. */
export class SessionChangedError extends KeyturnError {
  /** The state that the session is in now. */
  readonly actual: { readonly epoch: number; readonly version: number };
  /** Messages accepted since then; of very many, as many as the store still knows. */
  readonly newMessages: number;

  constructor(
    operation: string,
    sessionId: string,
    actual: { readonly epoch: number; readonly version: number },
    newMessages: number,
  ) {
    const arrived = newMessages === 1 ? "1 message" : `${newMessages} messages`;
    super(
      "SESSION_CHANGED",
      `Did not do ${operation} on ${sessionId}: it has changed since you looked, and ${arrived} arrived. Look again.`,
    );
    this.actual = { epoch: actual.epoch, version: actual.version };
    this.newMessages = newMessages;
  }
}

/** Look again: the settings are of another version than the caller saw, and nothing was changed. */
export class SettingsChangedError extends KeyturnError {
  /** The version that they have now. */
  readonly actual: string;

  constructor(actual: string) {
    super("SETTINGS_CHANGED", "The settings have been changed since you looked. Read them again, then change them.");
    this.actual = actual;
  }
}

/** Expected: the run was stopped by a person, a reset, a delete, a newer message or the end of the process. */
export class RunAbortedError extends KeyturnError {
  /** What ended it, such as `reset`. */
  readonly reason: string;

  constructor(runId: string, reason: string) {
    super("RUN_ABORTED", `Run ${runId} was aborted: ${reason}.`);
    this.reason = reason;
  }
}

/** The run took longer than allowed, or nothing came from the model or tool for too long. */
export class RunTimeoutError extends KeyturnError {
  /** Which of the two limits was met. */
  readonly limit: "idle" | "total";

  constructor(limit: "idle" | "total", milliseconds: number) {
    const what = limit === "idle" ? "nothing came from the model or a tool" : "the answer was not finished";
    super("RUN_TIMEOUT", `The run was ended: ${what} within ${Math.round(milliseconds / 1000)} s.`);
    this.limit = limit;
  }
}

/** No run of this id is in flight here or known to have ended lately. */
export class RunNotFoundError extends KeyturnError {
  constructor(runId: string) {
    super(
      "RUN_NOT_FOUND",
      `There is no run ${runId}. It may have ended long ago; list the runs in flight to see the current ones.`,
    );
  }
}

/** The session has no such attachment, or its bytes are not kept. */
export class AttachmentNotFoundError extends KeyturnError {
  constructor(messageId: string, index: number) {
    super(
      "ATTACHMENT_NOT_FOUND",
      `There is no attachment ${index} of a message ${messageId}. Read the session's messages to see which there are; an imported session has none.`,
    );
  }
}

/** The session never existed (`SESSION_NOT_FOUND`) or is known to have been deleted (`SESSION_DELETED`). */
export class SessionNotFoundError extends KeyturnError {
  /** When it was deleted, in milliseconds since 1970; undefined when nothing is known of it. */
  readonly deletedAt: number | undefined;

  constructor(session: string, deletedAt?: number) {
    super(
      deletedAt === undefined ? "SESSION_NOT_FOUND" : "SESSION_DELETED",
      deletedAt === undefined
        ? `There is no session ${session}. List the sessions to see their ids.`
        : `The session ${session} was deleted at ${new Date(deletedAt).toISOString()}. Its id is never used again.`,
    );
    this.deletedAt = deletedAt;
  }
}

/** The session is muted, so no run would answer: unmute it, or speak in the channel yourself. Nothing was changed. */
export class SessionMutedError extends KeyturnError {
  constructor(session: string) {
    super(
      "SESSION_MUTED",
      `The session ${session} is muted, so the agent would not answer. Unmute it first, or post to the channel instead.`,
    );
  }
}

/** The session key that is to name a new session names another one already. Nothing was changed. */
export class SessionOccupiedError extends KeyturnError {
  /** The session that the key names. */
  readonly sessionId: string;

  constructor(keyText: string, sessionId: string) {
    super(
      "SESSION_OCCUPIED",
      `The session key ${keyText} names the session ${sessionId} already. Delete that one first, or give another key.`,
    );
    this.sessionId = sessionId;
  }
}

/** There is no schedule of this id: it was deleted, or never made. */
export class ScheduleNotFoundError extends KeyturnError {
  constructor(scheduleId: string) {
    super("SCHEDULE_NOT_FOUND", `There is no schedule ${scheduleId}. List the schedules to see their ids.`);
  }
}

/** Look again: somebody changed the schedule since the caller saw it, and nothing was done. */
export class ScheduleChangedError extends KeyturnError {
  /** The version that the schedule has now. */
  readonly actual: number;

  constructor(scheduleId: string, expected: number, actual: number) {
    super(
      "SCHEDULE_CHANGED",
      `Did not change ${scheduleId}: you saw version ${expected}, and it is at version ${actual}. Look again.`,
    );
    this.actual = actual;
  }
}

/** Delete a schedule first: there are as many as there may be. */
export class SchedulesExhaustedError extends KeyturnError {
  constructor(most: number) {
    super("SCHEDULES_EXHAUSTED", `There are ${most} schedules already, as many as there may be. Delete some first.`);
  }
}

/**
 * A reset or delete cannot be undone: something new has taken the place (`RESTORE_OCCUPIED`), nothing is kept of what
 * was removed, or no longer (`RESTORE_NOTHING`), or another removal than the one that was named is the newest
 * (`RESTORE_SUPERSEDED`). Nothing was changed.
 */
export class RestoreError extends KeyturnError {
  /** With `RESTORE_OCCUPIED`: the session that is there in its place. */
  readonly occupant: string | undefined;

  constructor(code: keyof typeof restoreMessages, session: string, occupant?: string) {
    super(code, restoreMessages[code](session));
    this.occupant = occupant;
  }
}

const restoreMessages = {
  RESTORE_OCCUPIED: (session: string) =>
    `What was removed of ${session} cannot come back: the conversation has gone on since. Reset or delete what is there first, or restore it as a copy.`,
  RESTORE_NOTHING: (session: string) =>
    `There is nothing of ${session} to bring back: nothing was removed, or its time to be undone is over.`,
  RESTORE_SUPERSEDED: (session: string) =>
    `The newest removal of ${session} is another than the one to undo. Look at the session before you undo that one.`,
} as const;

/** No policy allowed it; nothing was changed. */
export class NotAuthorizedError extends KeyturnError {
  constructor(actor: string, operation: string, cause?: unknown) {
    super("NOT_AUTHORIZED", `${actor} may not do ${operation} here.`, cause);
  }
}

/** What a caller needs to know of a failure of somebody else's service. */
export interface ServiceFailure {
  /** Whether the same call may succeed later. */
  readonly isRetryable: boolean;
  /** How long the service asked to wait, in milliseconds, when it said so. */
  readonly retryAfterMilliseconds?: number | undefined;
  readonly cause?: unknown;
}

/** The model service failed, or refused. */
export class ProviderError extends KeyturnError implements ServiceFailure {
  readonly isRetryable: boolean;
  readonly retryAfterMilliseconds: number | undefined;

  constructor(message: string, failure: ServiceFailure) {
    super("PROVIDER_FAILED", message, failure.cause);
    this.isRetryable = failure.isRetryable;
    this.retryAfterMilliseconds = failure.retryAfterMilliseconds;
  }
}

/** The chat service did not take a message, or it is not known whether it did. */
export class DeliveryError extends KeyturnError implements ServiceFailure {
  readonly isRetryable: boolean;
  readonly retryAfterMilliseconds: number | undefined;
  /** True when the message may have arrived all the same (a time-out, a 502 after the request was sent). */
  readonly isAmbiguous: boolean;

  constructor(message: string, failure: ServiceFailure & { readonly isAmbiguous?: boolean }) {
    super("DELIVERY_FAILED", message, failure.cause);
    this.isRetryable = failure.isRetryable;
    this.retryAfterMilliseconds = failure.retryAfterMilliseconds;
    this.isAmbiguous = failure.isAmbiguous ?? false;
  }
}

/** Which trouble a store is in. */
export type StoreErrorCode = "STORE_UNAVAILABLE" | "STORE_IN_USE" | "STORE_FULL" | "STORE_DENIED" | "STORE_DAMAGED";

/** The store could not confirm the write or the read; what was asked for did not happen as far as it knows. */
export class StoreError extends KeyturnError {
  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(code, message, cause);
  }
}

/** A plugin, or something that it registers, is not made as the contract asks. */
export class PluginError extends KeyturnError {
  constructor(message: string, cause?: unknown) {
    super("PLUGIN_INVALID", message, cause);
  }
}

/**
 * A plugin cannot be turned on or off: there is none of that name (`PLUGIN_NOT_FOUND`), it is being changed right now
 * (`PLUGIN_CHANGING`), or the bot cannot be without it (`PLUGIN_REQUIRED`). Nothing was changed.
 */
export class PluginChangeError extends KeyturnError {
  constructor(code: "PLUGIN_NOT_FOUND" | "PLUGIN_CHANGING" | "PLUGIN_REQUIRED", name: string) {
    super(code, pluginChangeTexts[code](name));
  }
}

const pluginChangeTexts = {
  PLUGIN_NOT_FOUND: (name: string) =>
    `There is no plugin ${JSON.stringify(name)}. List the plugins to see their names.`,
  PLUGIN_CHANGING: (name: string) => `The plugin "${name}" is being turned on or off. Try again when that has ended.`,
  PLUGIN_REQUIRED: (name: string) => `The bot cannot be without the plugin "${name}", so it cannot be turned off.`,
};

/** The text of anything that was thrown, for logs and messages. */
export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
