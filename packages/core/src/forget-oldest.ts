/**
 * Makes room in a map or set for what is newer: of what was put in first as much is forgotten that `most` stay, each time
 * there are twice as many. Many at once, since a map searches past all that was taken out of its front before.
 */
export function forgetOldest<Key>(kept: Pick<Map<Key, unknown>, "size" | "keys" | "delete">, most: number): void {
  if (kept.size < 2 * most) return;
  for (const oldest of kept.keys()) {
    if (kept.size <= most) return;
    kept.delete(oldest);
  }
}
