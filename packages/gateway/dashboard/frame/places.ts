import type { IconName } from "../parts/icon.tsx";
import type { Dictionary } from "../text/words.ts";

/** A place of the dashboard. */
export interface Place {
  readonly path: string;
  readonly name: keyof Dictionary &
    (
      | "conversations"
      | "health"
      | "schedules"
      | "usage"
      | "audit"
      | "access"
      | "logs"
      | "settings"
      | "webChat"
      | "trash"
    );
  readonly icon: IconName;
  /** What somebody must be allowed to do, to be shown it. */
  readonly operation: string;
}

/** The places, in the order of the menu. */
export const places: readonly Place[] = [
  { path: "/", name: "conversations", icon: "chats", operation: "session.list" },
];
