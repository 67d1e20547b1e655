import type { LabelledActor } from "./caller.ts";

/** What the gateway itself writes down: refusals by role or origin, and changes of who may come in. */
export interface GatewayAuditEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly actor: LabelledActor;
  /** The route's operation, such as `session.delete` or `token.create`. */
  readonly operation: string;
  /** The session that it was about, when it was about one. */
  readonly sessionId: string | undefined;
  /** The token or login that it was about, when it was about one. */
  readonly target?: string | undefined;
  /** Where the request came from. */
  readonly address: string;
  /** Why it was refused; empty for what was done. */
  readonly reason: string;
  readonly outcome: "done" | "denied" | "nothing to do";
}

/** Where the gateway writes down what it refused and who was let in. Append-only. */
export interface GatewayAudit {
  /** Resolves when the entry is written. A rejection is reported in the log and undoes nothing. */
  append(entry: GatewayAuditEntry): Promise<void>;
}
