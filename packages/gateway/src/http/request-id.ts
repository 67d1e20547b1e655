import { randomBytes } from "node:crypto";

/** A fresh name for a request: in `X-Request-Id`, in problems and in the log. */
export function createRequestId(): string {
  return `q_${randomBytes(12).toString("base64url")}`;
}
