import type { ChannelStatus } from "@keyturn/core";
import type { WireAdapter } from "../wire/adapter.ts";
import { presentTime } from "./timestamp.ts";

/** A channel adapter for the API. */
export function presentAdapter({ name, state, reason, since, reconnects, hasWebhook }: ChannelStatus): WireAdapter {
  return { name, state, reason: reason ?? null, since: presentTime(since), reconnects, hasWebhook };
}
