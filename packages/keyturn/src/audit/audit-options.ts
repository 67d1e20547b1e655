import type { WireAuditEntry } from "@keyturn/gateway/client";
import type { ConnectionOptions } from "../command-line/shared-options.ts";

/** Options of `keyturn audit`. */
export interface AuditOptions extends ConnectionOptions {
  /** Whether machines read what is printed. */
  readonly json?: boolean | undefined;
  readonly limit: number;
  readonly actor?: string | undefined;
  readonly operation?: string | undefined;
  readonly outcome?: WireAuditEntry["outcome"] | undefined;
  readonly surface?: string | undefined;
  readonly session?: string | undefined;
  /** RFC 3339. */
  readonly since?: string | undefined;
  /** RFC 3339. */
  readonly until?: string | undefined;
}
