import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { ModelProvider } from "../agent/model-provider.ts";
import type { ToolDefinition } from "../agent/tool.ts";
import type { Channel } from "../channel/channel.ts";
import type { Clock } from "../clock.ts";
import type { Command } from "../commands/command.ts";
import type { CommandDescription } from "../commands/command-description.ts";
import type {
  CommandInvocation,
  CompletionRequest,
  ControlRequest,
  InvocationOutcome,
} from "../commands/command-invocation.ts";
import type { Choice } from "../commands/command-option.ts";
import type { ConversationControl } from "../commands/conversation-control.ts";
import type { Receipt } from "../commands/intake.ts";
import type { Logger } from "../log.ts";
import type { BotEvent } from "../sessions/events.ts";
import type { InboundMessage } from "../sessions/inbox.ts";
import type { PluginStorage } from "../storage/plugin-storage.ts";
import type { EditOutcome, MessageEdit, MessageWithdrawal, WithdrawOutcome } from "../sessions/message-amendments.ts";

/** Something to undo when a plugin stops. */
export type Cleanup = () => void | Promise<void>;

/** The events of one type. */
export type EventOfType<Type extends BotEvent["type"]> = Extract<BotEvent, { readonly type: Type }>;

/**
 * What a plugin works with while it is set up, and later. Everything registered belongs to the plugin and is undone,
 * newest first, when it stops or when its set-up fails half-way.
 */
export interface PluginContext {
  readonly clock: Clock;
  readonly log: Logger;
  /** What the plugin may ask of conversations, in its own name; a policy decides. */
  readonly control: ConversationControl;
  /** What a person may ask of conversations, who acts through a button or the like; a policy decides, as for commands. */
  controlFor(request: ControlRequest): ConversationControl;
  /** What the plugin keeps across restarts. */
  readonly storage: PluginStorage;
  /** Adds a chat service. It is started when all plugins are set up. */
  channel(channel: Channel): void;
  /** Adds a provider of models: `name/…` then names its models. */
  model(provider: ModelProvider): void;
  /** Adds a function that models may call. */
  tool(tool: ToolDefinition): void;
  /** Adds a command. */
  command(command: Command): void;
  /** Is told of every event of a type. A throw is reported and reaches nobody else. */
  hook<Type extends BotEvent["type"]>(type: Type, listener: (event: EventOfType<Type>) => void): void;
  /** Takes a resource in charge: `cleanup` is awaited when the plugin stops. */
  own(cleanup: Cleanup): void;
  /**
   * Hands in a message of the plugin's channel. Resolves when it is stored, so acknowledge it to its service then.
   * @throws InvalidInputError, StoreError
   */
  receive(message: InboundMessage): Promise<Receipt>;
  /**
   * Carries out a command that came in the service's own form; the adapter tells the person. A typed one goes to `receive`.
   * @throws InvalidInputError, StoreError
   */
  invoke(invocation: CommandInvocation): Promise<InvocationOutcome>;
  /** Every command that there is, by name. The event `command.change` tells when it is to be read again. */
  commands(): readonly CommandDescription[];
  /** Values to offer while a person writes an option, at most 25. Within 2 s, and never rejects. */
  complete(request: CompletionRequest): Promise<readonly Choice[]>;
  /**
   * Tells that a person changed a message of the plugin's channel. Only when its text differs: services also tell of
   * previews and pins. What became of it is the outcome; nobody in the conversation is told.
   * @throws InvalidInputError, StoreError
   */
  edit(edit: MessageEdit): Promise<EditOutcome>;
  /**
   * Tells that a message of the plugin's channel was deleted, by whomever. Resolves when nothing of it is left in the store.
   * @throws InvalidInputError, StoreError
   */
  withdraw(withdrawal: MessageWithdrawal): Promise<WithdrawOutcome>;
}

/** A part that adds channels, models, tools, commands and hooks. Made by `definePlugin`, set up by the bot. */
export interface Plugin {
  readonly name: string;
  readonly version: string;
  /** Checks the configuration and sets the plugin up. */
  readonly start: (context: PluginContext, configuration: unknown) => Promise<void>;
}

/** What `definePlugin` is told. */
export interface PluginDefinition<Schema extends StandardSchemaV1> {
  /** 1 to 64 lower-case letters, digits and `-`; unique in a bot. */
  readonly name: string;
  /** The plugin's own version, such as `1.2.0`. */
  readonly version: string;
  /** The form of the configuration: zod's schemas and any other Standard Schema. Without one, none is taken. */
  readonly config?: Schema;
  /** Registers what the plugin adds. A throw or rejection undoes what was registered; the bot runs on without it. */
  readonly setup: (context: PluginContext, configuration: StandardSchemaV1.InferOutput<Schema>) => void | Promise<void>;
}

/** A plugin together with its configuration. */
export interface ConfiguredPlugin {
  readonly plugin: Plugin;
  readonly configuration?: unknown;
  /** Whether the bot cannot be without it: it is never turned off while the bot runs. @default false */
  readonly isRequired?: boolean;
}
