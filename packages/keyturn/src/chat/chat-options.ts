import type { ConnectionOptions } from "../command-line/shared-options.ts";

/** Options of `keyturn chat`. */
export interface ChatOptions extends ConnectionOptions {
  readonly conversation: string;
}
