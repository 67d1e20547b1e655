import type { CommandDescription } from "@keyturn/core";
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  Locale,
  PermissionFlagsBits,
} from "discord.js";

type OptionDescription = CommandDescription["options"][number];
type Localizations = CommandDescription["localizations"];

const optionTypes = {
  string: ApplicationCommandOptionType.String,
  integer: ApplicationCommandOptionType.Integer,
  number: ApplicationCommandOptionType.Number,
  boolean: ApplicationCommandOptionType.Boolean,
} as const;

/** Who sees a command in Discord's list; the bot asks its own policy all the same. */
const accesses = {
  everyone: null,
  moderators: PermissionFlagsBits.ManageMessages.toString(),
  administrators: PermissionFlagsBits.Administrator.toString(),
} as const;

const locales: ReadonlySet<string> = new Set(Object.values(Locale));

interface Localized {
  readonly name: string;
  readonly description: string;
  readonly name_localizations: Readonly<Record<string, string>> | null;
  readonly description_localizations: Readonly<Record<string, string>> | null;
}

/** An option as Discord registers it. */
interface OptionBody extends Localized {
  readonly type: number;
  readonly required: boolean;
  readonly autocomplete?: true;
  readonly choices?: readonly { readonly name: string; readonly value: string | number }[];
}

/** A command as Discord registers it. */
export interface CommandBody extends Localized {
  readonly type: number;
  readonly default_member_permissions: string | null;
  readonly contexts: readonly number[];
  readonly integration_types: readonly number[];
  readonly options: readonly OptionBody[];
}

/** A command as Discord registers it, with everything that Discord would fill in, so that two can be compared. */
export function commandBody(command: CommandDescription): CommandBody {
  const { name, description, options, localizations, defaultAccess } = command;
  return {
    type: ApplicationCommandType.ChatInput,
    name,
    description,
    name_localizations: localized(localizations, "name"),
    description_localizations: localized(localizations, "description"),
    default_member_permissions: accesses[defaultAccess],
    contexts: [InteractionContextType.Guild, InteractionContextType.BotDM],
    integration_types: [ApplicationIntegrationType.GuildInstall],
    options: options.map(optionBody),
  };
}

function optionBody(option: OptionDescription): OptionBody {
  const { name, description, type, isRequired, choices, hasCompletion, localizations = {} } = option;
  return {
    type: optionTypes[type],
    name,
    description,
    name_localizations: localized(localizations, "name"),
    description_localizations: localized(localizations, "description"),
    required: isRequired,
    ...(hasCompletion && type !== "boolean" && { autocomplete: true }),
    ...(choices !== undefined && { choices: choices.map((choice) => ({ name: choice.name, value: choice.value })) }),
  };
}

function localized(localizations: Localizations, field: "name" | "description"): Record<string, string> | null {
  const known = Object.entries(localizations).flatMap(([locale, texts]) => {
    const text = texts[field];
    return text === undefined || !locales.has(locale) ? [] : [[locale, text] as const];
  });
  return known.length === 0 ? null : Object.fromEntries(known);
}
