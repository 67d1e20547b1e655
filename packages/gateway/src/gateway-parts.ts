import type { Bot, Clock, Logger } from "@keyturn/core";
import type { EventHub } from "./events/event-hub.ts";
import type { CursorCodec } from "./routes/cursor-codec.ts";
import type { WebChat } from "./webchat/web-chat.ts";

/** What the handlers of routes work with. */
export interface GatewayParts {
  readonly bot: Bot;
  readonly clock: Clock;
  readonly cursors: CursorCodec;
  readonly events: EventHub;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly webChat: WebChat | undefined;
}
