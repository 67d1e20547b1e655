import type { WireDelivery } from "@keyturn/gateway/client";
import type { ConnectionOptions } from "../command-line/shared-options.ts";

/** Options of every `keyturn deliveries` command. */
export interface DeliveriesOptions extends ConnectionOptions {
  /** Whether machines read what is printed. */
  readonly json?: boolean | undefined;
}

/** Options of `keyturn deliveries list`. */
export interface ListingOptions extends DeliveriesOptions {
  readonly limit: number;
  readonly state?: WireDelivery["state"] | undefined;
}
