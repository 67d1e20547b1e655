import type { WireRole } from "@keyturn/gateway/client";
import type { ConnectionOptions } from "../command-line/shared-options.ts";

/** Options of every `keyturn tokens` command. */
export interface TokensOptions extends ConnectionOptions {
  /** Whether machines read what is printed. */
  readonly json?: boolean | undefined;
}

/** Options of `keyturn tokens create`. */
export interface CreatingOptions extends TokensOptions {
  readonly role: WireRole;
}
