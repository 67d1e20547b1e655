import type { WireSession } from "../../src/wire/session.ts";

/** What people call a session: its title, else where it is. */
export function nameOf({ title, key }: Pick<WireSession, "title" | "key">): string {
  return title ?? [key.place, key.thread, key.person].filter((part) => part !== null).join(" › ");
}
