import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "@keyturn/core";

/** How far a request's time may be from ours, before or after, in milliseconds; Slack, "Verifying requests from Slack". */
const skewMilliseconds = 300_000;

/** What a request proves: that Slack signed it lately; that Slack signed it at another time than ours; nothing. */
export type SignatureVerdict = "signed" | "untimely" | "forged";

/**
 * Whether Slack signed these bytes, and lately. Times to come are refused as well: such a request could be repeated later.
 */
export function judgeSignature(headers: Headers, body: Uint8Array, secret: string, clock: Clock): SignatureVerdict {
  const timestamp = headers.get("x-slack-request-timestamp") ?? "";
  if (!/^\d{1,12}$/.test(timestamp)) return "forged";
  const expected = `v0=${createHmac("sha256", secret).update(`v0:${timestamp}:`).update(body).digest("hex")}`;
  const [given, wanted] = [Buffer.from(headers.get("x-slack-signature") ?? ""), Buffer.from(expected)];
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return "forged";
  return Math.abs(clock.now() - Number(timestamp) * 1_000) > skewMilliseconds ? "untimely" : "signed";
}
