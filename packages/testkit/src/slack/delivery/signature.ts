import { createHmac } from "node:crypto";

/**
 * Slack's signature of a request, for `x-slack-signature` (docs, "Verifying requests from Slack").
 * @param timestamp seconds since 1970, as in `x-slack-request-timestamp`.
 */
export function signRequest(signingSecret: string, timestamp: number | string, body: string): string {
  return `v0=${createHmac("sha256", signingSecret).update(`v0:${timestamp}:${body}`).digest("hex")}`;
}
