import type { Command, CommandAccess } from "./command.ts";
import type { CommandOption, Localizations } from "./command-option.ts";

/** An option as adapters show it. */
export interface OptionDescription extends Omit<CommandOption, "complete" | "isRequired"> {
  readonly isRequired: boolean;
  /** Whether values are offered while the person writes. */
  readonly hasCompletion: boolean;
}

/** A command as adapters register it with their service: plain data. */
export interface CommandDescription {
  readonly name: string;
  readonly description: string;
  /** Empty for a command that takes its arguments as one text, or none. */
  readonly options: readonly OptionDescription[];
  readonly localizations: Localizations;
  readonly defaultAccess: CommandAccess;
  readonly isPrivate: boolean;
}

/** What adapters are told of a command. */
export function describeCommand(command: Command): CommandDescription {
  const { name, description, options = [], localizations = {}, defaultAccess = "everyone", isPrivate = true } = command;
  return { name, description, options: options.map(describeOption), localizations, defaultAccess, isPrivate };
}

function describeOption(option: CommandOption): OptionDescription {
  const { name, description, type, choices, localizations, isRequired = false } = option;
  return { name, description, type, choices, localizations, isRequired, hasCompletion: "complete" in option };
}
