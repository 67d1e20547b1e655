/** What a bot is written with: `keyturn.config.ts` exports what `defineBot` is given. */

export type {
  BotConfiguration,
  DiscordBotConfiguration,
  DiscordConfiguration,
  LogLevel,
  ModelServiceConfiguration,
  ProvidersConfiguration,
  SlackBotConfiguration,
  SlackConfiguration,
  SlackCredentials,
} from "./configuration/bot-configuration.ts";
export { defineBot } from "./define-bot.ts";
export {
  type Channel,
  type Command,
  type CommandContext,
  type ConfiguredPlugin,
  type ConversationControl,
  type InboundMessage,
  type JsonValue,
  type Logger,
  type ModelProvider,
  type OutboundPiece,
  type Plugin,
  type PluginContext,
  type PluginDefinition,
  type SessionKey,
  type ToolCallContext,
  type ToolDefinition,
  definePlugin,
  defineTool,
} from "@keyturn/core";
