import type { AuthorizationRequest, Policy } from "@keyturn/core";

/** The operations after which a run of before must write nothing. */
const removals: ReadonlySet<string> = new Set(["session.reset", "session.delete"]);

/**
 * Lets everybody do everything, and tells of each removal just after it was allowed. Its write is then on its way: what
 * is done now comes behind it, and before the abort that follows it. A run that ends now commits, then, to the session as
 * the removal left it, and the fence alone stands in its way.
 */
export class RemovalGate implements Policy {
  readonly #begun: (place: string) => void;

  /** @param begun told of the conversation's name. */
  constructor(begun: (place: string) => void) {
    this.#begun = begun;
  }

  authorize({ operation, session }: AuthorizationRequest): boolean {
    if (session !== undefined && removals.has(operation)) setImmediate(() => this.#begun(session.key.place));
    return true;
  }
}
