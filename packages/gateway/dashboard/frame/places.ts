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
  /** The key that leads there, after `g`. */
  readonly key?: string;
  /** What somebody must be allowed to do, to be shown it. */
  readonly operation: string;
}

/** The places, in the order of the menu. */
export const places: readonly Place[] = [
  { path: "/", name: "conversations", icon: "chats", key: "c", operation: "session.list" },
  { path: "/health", name: "health", icon: "pulse", key: "h", operation: "status.read" },
  { path: "/chat", name: "webChat", icon: "chat", operation: "webchat.send" },
  { path: "/schedules", name: "schedules", icon: "clock", key: "s", operation: "schedule.list" },
  { path: "/usage", name: "usage", icon: "chart", key: "u", operation: "usage.read" },
  { path: "/trash", name: "trash", icon: "trash", key: "t", operation: "session.restore" },
  { path: "/audit", name: "audit", icon: "list", key: "a", operation: "audit.read" },
  { path: "/logs", name: "logs", icon: "terminal", key: "l", operation: "log.read" },
  { path: "/access", name: "access", icon: "key", operation: "login.list" },
  { path: "/settings", name: "settings", icon: "gear", operation: "config.read" },
];
