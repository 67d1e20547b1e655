/** Keyturn's core: conversations under one lock and one fence, and the agent that answers them. */

export { type Bot, type BotStatistics, createBot } from "./composition/bot.ts";
export type { BotOptions, CheckedBotOptions, StoreChoice } from "./composition/bot-options.ts";
export * from "./errors.ts";
export { type Clock, SystemClock, type Timer, pause, waitAtMost } from "./clock.ts";
export {
  type DeliveryId,
  type MessageId,
  type RunId,
  type ScheduleId,
  type SessionId,
  isDeliveryId,
  isMessageId,
  isRunId,
  isScheduleId,
  isSessionId,
} from "./identifiers.ts";
export type { JsonValue } from "./json.ts";
export { type LogSubject, type Logger, silentLogger } from "./log.ts";

// Conversations
export {
  type Actor,
  type OperatorActor,
  type ParticipantActor,
  type PluginActor,
  type Right,
  type Surface,
  formatActor,
} from "./sessions/actor.ts";
export {
  type Attachment,
  type InboundAttachment,
  maximumAttachmentSize,
  maximumAttachments,
  maximumAttachmentsSize,
} from "./sessions/attachment.ts";
export type { AuditEntry, AuditFilter, AuditLog, AuditRecord } from "./sessions/audit.ts";
export type * from "./sessions/events.ts";
export { isSessionEvent } from "./sessions/events.ts";
export type { Fence } from "./sessions/fence.ts";
export {
  type AcceptedMark,
  type InboundMessage,
  type InboxEntry,
  type OverlapMode,
  maximumTextLength,
} from "./sessions/inbox.ts";
export type { DeliveryState, OutboxEntry } from "./sessions/outbox.ts";
export { type AuthorizationRequest, DefaultPolicy, type Operation, type Policy } from "./sessions/policy.ts";
export type { EndedRun, LiveRun, LiveToolCall } from "./sessions/run-registry.ts";
export { type SessionKey, type SessionKeyText, formatSessionKey, parseSessionKey } from "./sessions/session-key.ts";
export type {
  ListFilter,
  ListPosition,
  ListQuery,
  ListSort,
  SessionState,
  TrashQuery,
} from "./sessions/session-list.ts";
export type {
  RemovedSession,
  ResetAuthor,
  RetiredSession,
  SessionSettings,
  SessionReset,
  SessionSummary,
  SessionVersion,
  TurnInFlight,
  Usage,
} from "./sessions/session.ts";
export type * from "./sessions/summary.ts";
export type * from "./sessions/transcript.ts";
export type * from "./sessions/session-demands.ts";
export type * from "./sessions/message-amendments.ts";
export type { Sessions } from "./sessions/sessions.ts";

// Schedules and usage
export type * from "./schedules/schedule.ts";
export type { HandedIn } from "./schedules/schedule-runner.ts";
export type { Schedules } from "./schedules/schedules.ts";
export type { ModelPrice, UsageSettings } from "./usage/usage-cost.ts";
export type * from "./usage/usage.ts";

// Settings
export { type BotSettings, type SettingsPatch, botSettingNames } from "./settings/bot-settings.ts";
export type {
  AdjoiningChange,
  LiveSettings,
  SettingsChange,
  SettingsDemand,
  SettingsKeeper,
} from "./settings/live-settings.ts";

// Commands and plugins
export type * from "./commands/command.ts";
export type { CommandRequest } from "./commands/command-request.ts";
export type { CommandDescription, OptionDescription } from "./commands/command-description.ts";
export type * from "./commands/command-invocation.ts";
export type {
  Choice,
  CommandOption,
  Localization,
  Localizations,
  OptionValue,
  OptionValues,
} from "./commands/command-option.ts";
export type { PluginStorage } from "./storage/plugin-storage.ts";
export type { Invoker } from "./commands/participant.ts";
export type { ConversationControl } from "./commands/conversation-control.ts";
export type { Receipt } from "./commands/intake.ts";
export type { OperatorMessage, PostMode, PostReceipt } from "./commands/postbox.ts";
export { definePlugin } from "./plugin/define-plugin.ts";
export type {
  Cleanup,
  ConfiguredPlugin,
  EventOfType,
  Plugin,
  PluginContext,
  PluginDefinition,
} from "./plugin/plugin.ts";
export type { PluginRegistration, PluginState } from "./plugin/plugin-state.ts";

// Ports: what others implement
export type * from "./channel/channel.ts";
export { sniffMediaType } from "./channel/media-type.ts";
export type * from "./channel-status.ts";
export type { DeliveryOptions } from "./delivery/delivery-queue.ts";
export type { KeyedLock, LockObservation, LockRequest, LockState } from "./locking/keyed-lock.ts";
export type * from "./sessions/session-store.ts";
export type * from "./agent/turn-runner.ts";
export type { ModelProvider, ProviderState } from "./agent/model-provider.ts";
export type { LanguageModel } from "./agent/language-model.ts";
export type { AgentRunnerOptions } from "./agent/agent-runner-options.ts";
export { type AnthropicProviderOptions, createAnthropicProvider } from "./agent/providers/anthropic-provider.ts";
export { type OpenAiProviderOptions, createOpenAiProvider } from "./agent/providers/openai-provider.ts";
export {
  type OpenAiCompatibleProviderOptions,
  createOpenAiCompatibleProvider,
} from "./agent/providers/openai-compatible-provider.ts";
export { type ElizaProviderOptions, createElizaProvider } from "./agent/eliza/eliza-provider.ts";
export { type ToolCallContext, type ToolDefinition, type ToolTurn, defineTool } from "./agent/tool.ts";
