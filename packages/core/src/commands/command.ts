import type { CommandOption, Localizations, OptionValues } from "./command-option.ts";
import type { CommandRequest } from "./command-request.ts";

/** What a command is told when a person uses it. */
export interface CommandContext extends CommandRequest {
  /** What follows the name, trimmed. */
  readonly argumentText: string;
  /** The values of the command's options, by name: of the declared type, and no required one is missing. */
  readonly options: OptionValues;
}

/**
 * Who may use a command where nothing else is said: everybody, or those who keep order in the place (`moderators`, to
 * whom administrators belong), or those who run it. Chat services can show a command to these people alone.
 */
export type CommandAccess = "everyone" | "moderators" | "administrators";

/** Something that people ask of the bot by name, on every channel: typed, or in the service's own form. */
export interface Command {
  /** 1 to 32 lower-case letters, digits, `-` and `_`; without the slash. */
  readonly name: string;
  /** One line for `/help`, at most 100 characters (Discord's limit). */
  readonly description: string;
  /** What may follow the name, at most 25, required ones first. Without it, `run` reads `argumentText` by itself. */
  readonly options?: readonly CommandOption[] | undefined;
  /** Names and descriptions in other languages, for services that show them. */
  readonly localizations?: Localizations | undefined;
  /** @default "everyone" */
  readonly defaultAccess?: CommandAccess | undefined;
  /** Whether the answer is for the person alone, where the command came in the service's own form. @default true */
  readonly isPrivate?: boolean | undefined;
  /** Whether the name alone, without a slash, is the command in a message that addresses the bot alone. @default false */
  readonly isBareWord?: boolean | undefined;
  /** Whether `/help` lists it for this person, and it runs for them. Asked before its arguments are read. Default: yes. */
  isAllowed?(request: CommandRequest): boolean | Promise<boolean>;
  /** Does it and returns the answer. A throw is reported, and the person told that it failed. */
  run(context: CommandContext): Promise<string>;
}
