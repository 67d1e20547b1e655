/** A random name, such as for an `Idempotency-Key`. Works on pages without TLS too, where `randomUUID` is missing. */
export function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
