import { deleteSession } from "./delete-session.ts";
import { exportSession } from "./export-session.ts";
import { listRuns } from "./list-runs.ts";
import { listSessions } from "./list-sessions.ts";
import { readEvents } from "./read-events.ts";
import { readHealth } from "./read-health.ts";
import { readMessages } from "./read-messages.ts";
import { readReadiness } from "./read-readiness.ts";
import { readRun } from "./read-run.ts";
import { readSession } from "./read-session.ts";
import { readStatus } from "./read-status.ts";
import { resetSession } from "./reset-session.ts";
import type { GatewayRoute } from "./route.ts";
import { sendChatMessage } from "./send-chat-message.ts";
import { stopRun } from "./stop-run.ts";
import { stopSession } from "./stop-session.ts";

/** Every route of the gateway. What is not here does not exist: the guard and the application are both made from it. */
export const routeTable: readonly GatewayRoute[] = [
  readHealth,
  readReadiness,
  readStatus,
  listSessions,
  readSession,
  deleteSession,
  readMessages,
  exportSession,
  resetSession,
  stopSession,
  listRuns,
  readRun,
  stopRun,
  sendChatMessage,
  readEvents,
];
