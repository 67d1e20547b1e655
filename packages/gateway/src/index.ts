/** HTTP API, live events, web chat and dashboard of Keyturn. */

export { type Gateway, createGateway } from "./gateway.ts";
export { type AnsweredRequest, type Metrics, createMetrics } from "./metrics/metrics.ts";
export type { GatewayLimits, GatewayOptions, MetricsOptions } from "./gateway-options.ts";
export type { AccessRecords, LoginRecord, TokenRecord } from "./access/access-records.ts";
export { type AccessStore, MemoryAccessStore } from "./access/access-store.ts";
export type { LabelledActor, RightsSource } from "./access/caller.ts";
export { FileAccessStore } from "./access/file-access-store.ts";
export {
  type ChangedConfiguration,
  type Configuration,
  type ConfigurationDemand,
  type ConfigurationReport,
  ConfigurationRefusedError,
  type RefusedSetting,
  type SettingSource,
  type SettingSourceKind,
} from "./configuration/configuration.ts";
export { type ChangeKind, withChangeKinds } from "./configuration/change-kinds.ts";
export { settingPaths } from "./configuration/setting-paths.ts";
export type { LogLine, LogQuery, LogSource } from "./logs/log-source.ts";
export type { TokenSource } from "./guard/authenticator.ts";
export type { ProxyIdentityOptions } from "./guard/proxy-identity.ts";
export { type VisitorOptions, visitorDefaults } from "./visitors/visitor-options.ts";
export { MemoryVisitorStore, type VisitorRecord, type VisitorStore } from "./visitors/visitor-store.ts";
export { FileVisitorStore } from "./visitors/file-visitor-store.ts";
export type { GrantedRole } from "./guard/role.ts";
export {
  type WebChat,
  type WebChatInput,
  type WebChatListener,
  type WebChatPiece,
  type WebChatRecall,
  createWebChat,
} from "./webchat/web-chat.ts";
