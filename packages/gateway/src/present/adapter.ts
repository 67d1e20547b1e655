import type { ChannelStatus } from "@keyturn/core";
import type { WireAdapter } from "../wire/adapter.ts";
import { presentTime } from "./timestamp.ts";

/** A channel adapter for the API. */
export function presentAdapter(status: ChannelStatus): WireAdapter {
  const { name, state, reason, since, lastError, lastEventAt, pingMilliseconds, limitedUntil } = status;
  return {
    name,
    state,
    reason: reason ?? null,
    since: presentTime(since),
    lastError: lastError === undefined ? null : { at: presentTime(lastError.at), reason: lastError.reason },
    lastEventAt: lastEventAt === undefined ? null : presentTime(lastEventAt),
    pingMilliseconds: pingMilliseconds ?? null,
    limitedUntil: limitedUntil === undefined ? null : presentTime(limitedUntil),
    reconnects: status.reconnects,
    hasWebhook: status.hasWebhook,
  };
}
