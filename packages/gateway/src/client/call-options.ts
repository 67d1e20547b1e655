/** What may be said with a call. */
export interface CallOptions {
  /** Gives up waiting for the answer. */
  readonly signal?: AbortSignal | undefined;
}

/** What may be said with a call that creates something. */
export interface CreationOptions extends CallOptions {
  /** The same key twice is the same thing: give one to be able to send again after no answer came. */
  readonly idempotencyKey?: string | undefined;
}

/** The header that names what a call creates. */
export function idempotent(key: string | undefined): Readonly<Record<string, string>> {
  return key === undefined ? {} : { "Idempotency-Key": key };
}
