import { createHash, timingSafeEqual } from "node:crypto";

/** Whether two secrets are the same, in a time that tells nothing about how much of them is: the only comparison of secrets. */
export function areSecretsEqual(candidate: string, expected: string): boolean {
  return timingSafeEqual(digest(candidate), digest(expected));
}

function digest(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
