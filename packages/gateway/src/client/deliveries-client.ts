import {
  type WireDelivery,
  type WireDeliveryPage,
  type WireDeliveryQuery,
  deliveryPageSchema,
} from "../wire/delivery.ts";
import { type WireSession, sessionSchema } from "../wire/session.ts";
import { type CallOptions, type CreationOptions, idempotent } from "./call-options.ts";
import type { Transport } from "./transport.ts";

/** Which piece, and which state of it the caller saw: such as a `WireDelivery`. */
export type SeenDelivery = Pick<WireDelivery, "id" | "etag"> & {
  readonly session: Pick<WireDelivery["session"], "id">;
};

/** What may be said with a decision. */
export interface DecisionOptions extends CreationOptions {
  /** For the audit log; at most 500 characters. */
  readonly reason?: string | undefined;
}

/** Pieces that did not arrive, or may not have. Every call throws `GatewayError` when it fails. */
export class DeliveriesClient {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** A page of those that wait for a person's decision. */
  list(query: WireDeliveryQuery = {}, { signal }: CallOptions = {}): Promise<WireDeliveryPage> {
    return this.#transport.call(deliveryPageSchema, { path: "/deliveries", query: { ...query }, signal });
  }

  /**
   * Has a piece sent again that was seen; fails with `DELIVERY_CHANGED` when somebody was faster. One that is unconfirmed
   * may be there already: then there can be two.
   */
  resend(seen: SeenDelivery, options: DecisionOptions = {}): Promise<WireSession> {
    return this.#decide(seen, "resend", options);
  }

  /** Takes a piece off the list that was seen; it is never sent again. Fails with `DELIVERY_CHANGED` when somebody was faster. */
  dismiss(seen: SeenDelivery, options: DecisionOptions = {}): Promise<WireSession> {
    return this.#decide(seen, "dismiss", options);
  }

  #decide(
    { id, etag, session }: SeenDelivery,
    verb: "resend" | "dismiss",
    { reason, idempotencyKey, signal }: DecisionOptions,
  ): Promise<WireSession> {
    return this.#transport.call(sessionSchema, {
      method: "POST",
      path: `/sessions/${encodeURIComponent(session.id)}/deliveries/${encodeURIComponent(id)}/${verb}`,
      body: { reason },
      headers: { ...idempotent(idempotencyKey), "If-Match": etag },
      signal,
    });
  }
}
