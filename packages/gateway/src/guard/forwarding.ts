import type { RequestFacts } from "./request-facts.ts";

const forwardingHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"];

/** Whether a request came through a proxy, as its headers say: whoever asks is then not where the connection comes from. */
export function isForwarded({ header }: Pick<RequestFacts, "header">): boolean {
  return forwardingHeaders.some((name) => header(name) !== undefined);
}
