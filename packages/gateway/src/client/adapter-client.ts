import { type WireAdapter, type WireAdapterList, adapterListSchema, adapterSchema } from "../wire/adapter.ts";
import type { AccessCallOptions } from "./access-client.ts";
import type { Transport } from "./transport.ts";

/** The channel adapters. Every call throws `GatewayError` when it fails. */
export class AdapterClient {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** All of them, and how they stand. */
  list({ signal }: AccessCallOptions = {}): Promise<WireAdapterList> {
    return this.#transport.call(adapterListSchema, { path: "/adapters", signal });
  }

  /** One, and how it stands. */
  read(name: string, { signal }: AccessCallOptions = {}): Promise<WireAdapter> {
    return this.#transport.call(adapterSchema, { path: pathOf(name), signal });
  }

  /** Stops one and starts it anew, without waiting for it; for admins. */
  restart(
    name: string,
    { reason, signal }: AccessCallOptions & { readonly reason?: string } = {},
  ): Promise<WireAdapter> {
    const path = `${pathOf(name)}/restart`;
    return this.#transport.call(adapterSchema, { method: "POST", path, body: { reason }, signal });
  }
}

function pathOf(name: string): string {
  return `/adapters/${encodeURIComponent(name)}`;
}
