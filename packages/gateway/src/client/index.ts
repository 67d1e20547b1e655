/** A small typed client of the gateway's API. */

export type { CallOptions, CreationOptions } from "./call-options.ts";
export {
  type DemandOptions,
  GatewayClient,
  type GatewayClientOptions,
  type ImportOptions,
  type PostOptions,
  type RemovalOptions,
  type RestoreOptions,
  type SeenSession,
} from "./gateway-client.ts";
export { type ClientErrorCode, GatewayError, type GatewayFailure } from "./gateway-error.ts";
export type { EventOptions, EventTimers } from "./event-source.ts";
export type { TransportOptions } from "./transport.ts";
export { type AccessCallOptions, AccessClient } from "./access-client.ts";
export { AdapterClient } from "./adapter-client.ts";
export {
  type ScheduleCallOptions,
  type ScheduleMakingOptions,
  SchedulesClient,
  type SeenSchedule,
} from "./schedules-client.ts";
export { DeliveriesClient, type DecisionOptions, type SeenDelivery } from "./deliveries-client.ts";
export { BulkClient } from "./bulk-client.ts";
export { VisitorClient } from "./visitor-client.ts";
export { VisitorsClient } from "./visitors-client.ts";
export { SettingsClient, type SettingsCallOptions } from "./settings-client.ts";
export type * from "../wire/access.ts";
export type { WireAdapter, WireAdapterList } from "../wire/adapter.ts";
export type { WireAudit, WireAuditEntry, WireAuditQuery } from "../wire/audit.ts";
export type {
  WireConfiguration,
  WireConfigurationChange,
  WireConfigurationPatch,
  WireJsonSchema,
} from "../wire/configuration.ts";
export type { BulkAction, WireBulk } from "../wire/bulk.ts";
export type { WireDelivery, WireDeliveryPage, WireDeliveryQuery } from "../wire/delivery.ts";
export type * from "../wire/event.ts";
export type { ExportFormat, WireExport, WireExportEnd, WireExportHead } from "../wire/export.ts";
export type { WirePost, WirePosted } from "../wire/post.ts";
export type { WireLog, WireLogLine, WireLogQuery } from "../wire/log.ts";
export type { WirePlugin, WirePluginChange, WirePluginList } from "../wire/plugin.ts";
export type * from "../wire/operation.ts";
export type * from "../wire/problem.ts";
export type * from "../wire/removal.ts";
export type * from "../wire/run.ts";
export type * from "../wire/schedule.ts";
export type { WireSessionFilter, WireSessionQuery } from "../wire/session-query.ts";
export type * from "../wire/session.ts";
export type * from "../wire/settings.ts";
export type * from "../wire/status.ts";
export type * from "../wire/transcript.ts";
export type * from "../wire/usage.ts";
export type * from "../wire/trash.ts";
export type * from "../wire/webchat.ts";
export type * from "../wire/visitor.ts";
export type * from "../wire/visitor-event.ts";
