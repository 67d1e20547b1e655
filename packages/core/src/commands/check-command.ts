import { PluginError } from "../errors.ts";
import type { Command } from "./command.ts";
import { type CommandOption, type Localizations, mostOptions } from "./command-option.ts";

const namePattern = /^[a-z0-9_-]{1,32}$/;
const localNamePattern = /^[-_\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}]{1,32}$/u;
const localePattern = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/;
const longestText = 100;

/**
 * Checks what every service can show of a command.
 * @throws PluginError that says what is not allowed.
 */
export function checkCommand(command: Command): void {
  const { name, options = [] } = command;
  if (!namePattern.test(name)) {
    throw new PluginError(`The command name "${name}" must be 1 to 32 lower-case letters, digits, "-" or "_".`);
  }
  checkTexts(`/${name}`, command);
  if (options.length > mostOptions) throw new PluginError(`/${name} has more than ${mostOptions} options.`);
  const names = new Set(options.map((option) => option.name));
  if (names.size < options.length) throw new PluginError(`Two options of /${name} have the same name.`);
  for (const [index, option] of options.entries()) {
    checkOption(`The option "${option.name}" of /${name}`, option);
    if (option.isRequired === true && index > 0 && options[index - 1]?.isRequired !== true) {
      throw new PluginError(
        `The option "${option.name}" of /${name} is required, so it must stand before those that are not.`,
      );
    }
  }
}

function checkOption(what: string, option: CommandOption): void {
  if (!namePattern.test(option.name)) {
    throw new PluginError(`${what} must be named by 1 to 32 lower-case letters, digits, "-" or "_".`);
  }
  checkTexts(what, option);
  const choices = option.choices ?? [];
  if (choices.length > mostOptions) throw new PluginError(`${what} has more than ${mostOptions} choices.`);
  if (choices.length > 0 && option.complete !== undefined) {
    throw new PluginError(`${what} has choices and "complete"; give it one of them.`);
  }
  for (const { name, value } of choices) {
    checkText(`A choice of ${lowered(what)}`, name);
    const isFitting = option.type === "string" ? typeof value === "string" : typeof value === "number";
    if (!isFitting || option.type === "boolean")
      throw new PluginError(`${what} has a choice that is no ${option.type}.`);
  }
}

function checkTexts(
  what: string,
  named: { readonly description: string; readonly localizations?: Localizations | undefined },
): void {
  checkText(`The description of ${lowered(what)}`, named.description);
  for (const [locale, { name, description }] of Object.entries(named.localizations ?? {})) {
    if (!localePattern.test(locale))
      throw new PluginError(`${what} has a localization for "${locale}", which is no locale.`);
    if (name !== undefined && !localNamePattern.test(name)) {
      throw new PluginError(
        `The ${locale} name of ${lowered(what)}, "${name}", is not allowed: 1 to 32 lower-case letters.`,
      );
    }
    if (description !== undefined) checkText(`The ${locale} description of ${lowered(what)}`, description);
  }
}

function checkText(what: string, text: string): void {
  if (text.length >= 1 && text.length <= longestText) return;
  throw new PluginError(`${what} must have 1 to ${longestText} characters; it has ${text.length}.`);
}

function lowered(what: string): string {
  return what.startsWith("The ") ? `the ${what.slice(4)}` : what;
}
