import type { PlaceOptions } from "../command-line/shared-options.ts";

/** Options of `keyturn config`. */
export interface ConfigOptions extends PlaceOptions {
  readonly json?: boolean | undefined;
}
