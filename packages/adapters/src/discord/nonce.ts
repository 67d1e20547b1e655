import { createHash } from "node:crypto";

/** Longest nonce, in characters; Discord, "Create Message" takes 25. */
const nonceLength = 24;

/** What Discord knows a piece by when it is sent again. */
export function nonceOf(idempotencyKey: string): string {
  return createHash("sha256").update(idempotencyKey).digest("base64url").slice(0, nonceLength);
}
