import type { WireRole } from "@keyturn/gateway/client";
import type { ConnectionOptions } from "../command-line/shared-options.ts";

/** Options of `keyturn login`. */
export interface LoginOptions extends ConnectionOptions {
  /** Whoever is to log in. */
  readonly label?: string | undefined;
  readonly role?: WireRole | undefined;
}
