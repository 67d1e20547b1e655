import type { PlaceOptions } from "../command-line/shared-options.ts";

/** Options of `keyturn manifest`. */
export interface ManifestOptions extends PlaceOptions {
  readonly name?: string | undefined;
  readonly url?: string | undefined;
  readonly oauth?: boolean | undefined;
  readonly bot?: string | undefined;
  readonly link?: boolean | undefined;
}
