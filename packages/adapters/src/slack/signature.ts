import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "@keyturn/core";

/** How far a request's time may be from ours, before or after, in milliseconds; Slack, "Verifying requests from Slack". */
const skewMilliseconds = 300_000;

/** Whether Slack signed these bytes, and lately. Times to come are refused as well: such a request could be repeated later. */
export function isSigned(headers: Headers, body: Uint8Array, secret: string, clock: Clock): boolean {
  const timestamp = headers.get("x-slack-request-timestamp") ?? "";
  const signature = headers.get("x-slack-signature") ?? "";
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(clock.now() - Number(timestamp) * 1_000) > skewMilliseconds) return false;
  const expected = `v0=${createHmac("sha256", secret).update(`v0:${timestamp}:`).update(body).digest("hex")}`;
  const [given, wanted] = [Buffer.from(signature), Buffer.from(expected)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
