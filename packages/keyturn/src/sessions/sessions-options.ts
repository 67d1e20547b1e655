import type { ExportFormat, WireSessionQuery } from "@keyturn/gateway/client";
import type { ConnectionOptions } from "../command-line/shared-options.ts";

/** Options of every `keyturn sessions` command. */
export interface SessionsOptions extends ConnectionOptions {
  /** Whether machines read what is printed. */
  readonly json?: boolean | undefined;
}

/** Options of `keyturn sessions list` and `show`. */
export interface ReadingOptions extends SessionsOptions {
  /** How many, the newest. */
  readonly limit: number;
}

/** Options of `keyturn sessions list`. */
export interface ListingOptions extends ReadingOptions {
  /** Looked for in title, person, place, thread and preview. */
  readonly search?: string | undefined;
  /** The channel adapter's name. */
  readonly adapter?: string | undefined;
  readonly state?: WireSessionQuery["state"];
}

/** Options of `keyturn sessions export`. */
export interface ExportingOptions extends SessionsOptions {
  readonly format: ExportFormat;
}

/** Options of `keyturn sessions import`. */
export interface ImportingOptions extends SessionsOptions {
  /** The session key that the new session gets in place of the exported one's. */
  readonly key?: string | undefined;
}

/** Options of `keyturn sessions stop`, `reset`, `delete` and `restore`. */
export interface ChangingOptions extends SessionsOptions {
  /** For the audit log. */
  readonly reason?: string | undefined;
  /** With `restore`: as new sessions, beside whatever has taken their place. */
  readonly copy?: boolean | undefined;
}
