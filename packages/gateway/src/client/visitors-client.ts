import { type WireNewVisitor, newVisitorSchema } from "../wire/visitor.ts";
import type { CallOptions } from "./call-options.ts";
import type { Transport } from "./transport.ts";

/** Visitors of the web chat, as operators see to them. Every call throws `GatewayError` when it fails. */
export class VisitorsClient {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Makes a visitor, as their page does; the answer is the only place where the token ever stands. */
  begin({ signal }: CallOptions = {}): Promise<WireNewVisitor> {
    return this.#transport.call(newVisitorSchema, { method: "POST", path: "/webchat/visitors", signal });
  }

  /** Ends a visitor's token, with their event stream; the conversation stays. */
  async revoke(id: string, { signal }: CallOptions = {}): Promise<void> {
    await this.#transport.perform({ method: "DELETE", path: `/webchat/visitors/${encodeURIComponent(id)}`, signal });
  }
}
