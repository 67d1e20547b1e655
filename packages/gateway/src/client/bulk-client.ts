import type { WireBulk } from "../wire/bulk.ts";
import {
  type WireOperationDetail,
  type WireOperationList,
  operationDetailSchema,
  operationListSchema,
} from "../wire/operation.ts";
import { type CallOptions, type CreationOptions, idempotent } from "./call-options.ts";
import type { Transport } from "./transport.ts";

/** Many sessions at once. Every call throws `GatewayError` when it fails. */
export class BulkClient {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Deletes, resets or restores many sessions, each by itself, or undoes an operation. What is `running` goes on after
   * the answer: read it until it has an `endedAt`. Fails with `COUNT_CHANGED` when a filter has another number of sessions.
   */
  start(bulk: WireBulk, { idempotencyKey, signal }: CreationOptions = {}): Promise<WireOperationDetail> {
    return this.#transport.call(operationDetailSchema, {
      method: "POST",
      path: "/sessions/bulk",
      body: bulk,
      headers: idempotent(idempotencyKey),
      signal,
    });
  }

  /** Operations at work, and those that ended lately, the newest first; without their results. */
  list(query: { readonly limit?: number | undefined } = {}, { signal }: CallOptions = {}): Promise<WireOperationList> {
    return this.#transport.call(operationListSchema, { path: "/operations", query: { ...query }, signal });
  }

  /** How far an operation has come, and what became of its sessions. */
  read(id: string, { signal }: CallOptions = {}): Promise<WireOperationDetail> {
    return this.#transport.call(operationDetailSchema, { path: `/operations/${encodeURIComponent(id)}`, signal });
  }

  /** Lets an operation begin with no further session; what is done stays done. */
  cancel(id: string, { signal }: CallOptions = {}): Promise<WireOperationDetail> {
    const path = `/operations/${encodeURIComponent(id)}`;
    return this.#transport.call(operationDetailSchema, { method: "DELETE", path, signal });
  }
}
