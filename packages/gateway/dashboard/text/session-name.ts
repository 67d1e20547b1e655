import type { WireSession } from "../../src/wire/session.ts";

/** What people call a session: its title, else where it is. */
export function nameOf({ title, key }: Pick<WireSession, "title" | "key">): string {
  return title ?? placeOf(key);
}

/** Where a session is, within its channel. */
export function placeOf({ place, thread, person }: WireSession["key"]): string {
  return [place, thread, person].filter((part) => part !== null).join(" › ");
}
