import { listAdapters } from "./list-adapters.ts";
import { readAdapter } from "./read-adapter.ts";
import { restartAdapter } from "./restart-adapter.ts";
import { bulkSessions } from "./bulk-sessions.ts";
import { cancelMessage } from "./cancel-message.ts";
import { cancelOperation } from "./cancel-operation.ts";
import { createCode } from "./create-code.ts";
import { createLogin } from "./create-login.ts";
import { createToken } from "./create-token.ts";
import { createSchedule } from "./create-schedule.ts";
import { deleteSchedule } from "./delete-schedule.ts";
import { dismissDelivery } from "./dismiss-delivery.ts";
import { listDeliveries } from "./list-deliveries.ts";
import { resendDelivery } from "./resend-delivery.ts";
import { deleteSession } from "./delete-session.ts";
import { endLogin } from "./end-login.ts";
import { exportSession } from "./export-session.ts";
import { importSession } from "./import-session.ts";
import { listLogins } from "./list-logins.ts";
import { listOperations } from "./list-operations.ts";
import { listRuns } from "./list-runs.ts";
import { listSchedules } from "./list-schedules.ts";
import { listSessions } from "./list-sessions.ts";
import { listTokens } from "./list-tokens.ts";
import { postMessage } from "./post-message.ts";
import { readAudit } from "./read-audit.ts";
import { readLogs } from "./read-logs.ts";
import { listPlugins } from "./list-plugins.ts";
import { readConfiguration } from "./read-configuration.ts";
import { readConfigurationSchema } from "./read-configuration-schema.ts";
import { updateConfiguration } from "./update-configuration.ts";
import { updatePlugin } from "./update-plugin.ts";
import { readDashboardAsset, readDashboardPage } from "./read-dashboard.ts";
import { readEvents } from "./read-events.ts";
import { readHealth } from "./read-health.ts";
import { readMe } from "./read-me.ts";
import { readAttachment } from "./read-attachment.ts";
import { readMessages } from "./read-messages.ts";
import { readMetrics } from "./read-metrics.ts";
import { readOpenApi } from "./read-openapi.ts";
import { readOperation } from "./read-operation.ts";
import { readQueue } from "./read-queue.ts";
import { readReadiness } from "./read-readiness.ts";
import { readRun } from "./read-run.ts";
import { readSchedule } from "./read-schedule.ts";
import { readSession } from "./read-session.ts";
import { readStatus } from "./read-status.ts";
import { answerWebhook, receiveWebhook } from "./receive-webhook.ts";
import { readUsage } from "./read-usage.ts";
import { resetSession } from "./reset-session.ts";
import { restoreSession } from "./restore-session.ts";
import { revokeLogin } from "./revoke-login.ts";
import { revokeToken } from "./revoke-token.ts";
import { createVisitor } from "./create-visitor.ts";
import { forgetVisitor } from "./forget-visitor.ts";
import { readChatAsset, readChatLoader, readChatPage } from "./read-chat.ts";
import { readVisitorEvents } from "./read-visitor-events.ts";
import { readVisitorMessages } from "./read-visitor-messages.ts";
import { resetVisitor } from "./reset-visitor.ts";
import { revokeVisitor } from "./revoke-visitor.ts";
import { sendVisitorMessage } from "./send-visitor-message.ts";
import { stopVisitorRun } from "./stop-visitor-run.ts";
import type { GatewayRoute } from "./route.ts";
import { runSchedule } from "./run-schedule.ts";
import { sendChatMessage } from "./send-chat-message.ts";
import { stopRun } from "./stop-run.ts";
import { regenerateSession } from "./regenerate-session.ts";
import { stopSession } from "./stop-session.ts";
import { updateSchedule } from "./update-schedule.ts";
import { updateSession } from "./update-session.ts";

/** Every route of the gateway. What is not here does not exist: the guard and the application are both made from it. */
export const routeTable: readonly GatewayRoute[] = [
  readDashboardPage,
  readDashboardAsset,
  readChatPage,
  readChatAsset,
  readChatLoader,
  readHealth,
  readReadiness,
  readMetrics,
  receiveWebhook,
  answerWebhook,
  readOpenApi,
  createLogin,
  endLogin,
  readMe,
  createCode,
  listLogins,
  revokeLogin,
  listTokens,
  createToken,
  revokeToken,
  readStatus,
  listSessions,
  importSession,
  bulkSessions,
  readSession,
  updateSession,
  deleteSession,
  readMessages,
  postMessage,
  readQueue,
  readAttachment,
  cancelMessage,
  exportSession,
  resetSession,
  restoreSession,
  stopSession,
  regenerateSession,
  listDeliveries,
  resendDelivery,
  dismissDelivery,
  listOperations,
  readOperation,
  cancelOperation,
  listRuns,
  readRun,
  stopRun,
  sendChatMessage,
  createVisitor,
  revokeVisitor,
  readVisitorMessages,
  sendVisitorMessage,
  stopVisitorRun,
  resetVisitor,
  forgetVisitor,
  readVisitorEvents,
  listAdapters,
  readAdapter,
  restartAdapter,
  listSchedules,
  createSchedule,
  readSchedule,
  updateSchedule,
  deleteSchedule,
  runSchedule,
  readUsage,
  listPlugins,
  updatePlugin,
  readConfiguration,
  readConfigurationSchema,
  updateConfiguration,
  readAudit,
  readLogs,
  readEvents,
];
