import type { CommandDescription } from "@keyturn/core";
import { type REST, Routes } from "discord.js";
import { z } from "zod";
import { type CommandBody, commandBody } from "./command-bodies.ts";
import { toDeliveryError } from "./rest-failure.ts";

const optional = {
  name_localizations: z.record(z.string(), z.string()).nullish(),
  description_localizations: z.record(z.string(), z.string()).nullish(),
};

/** What is compared of a registered command; everything else is Discord's own. */
const registered = z.object({
  type: z.number().default(1),
  name: z.string(),
  description: z.string(),
  ...optional,
  default_member_permissions: z.string().nullish(),
  contexts: z.array(z.number()).nullish(),
  integration_types: z.array(z.number()).nullish(),
  options: z
    .array(
      z.object({
        type: z.number(),
        name: z.string(),
        description: z.string(),
        ...optional,
        required: z.boolean().optional(),
        autocomplete: z.boolean().optional(),
        choices: z.array(z.object({ name: z.string(), value: z.union([z.string(), z.number()]) })).optional(),
      }),
    )
    .optional(),
});

/**
 * Makes Discord's list of commands the bot's, and writes it only where it differs: only new names count to the 200 a day,
 * and a list that is written anew makes clients load it again.
 * @param guildId the guild whose own list it is; undefined: everywhere.
 * @returns whether there was something to write.
 * @throws DeliveryError
 */
export async function registerCommands(
  rest: REST,
  applicationId: string,
  guildId: string | undefined,
  commands: readonly CommandDescription[],
): Promise<boolean> {
  const wanted = commands.map(commandBody);
  try {
    const there = await readCommands(rest, applicationId, guildId);
    const forms = there.map(({ form }) => form);
    if (isSameList(forms, wanted.map(formOf))) return false;
    await rest.put(routeOf(applicationId, guildId), { body: wanted });
    return true;
  } catch (error) {
    throw toDeliveryError(error);
  }
}

/** A command that is registered. */
export interface RegisteredCommand {
  readonly name: string;
  /** All that is compared of it, as one text; see `formOf`. */
  readonly form: string;
}

/** The commands that are registered, everywhere or for one guild. Rejects with errors of the REST client. */
export async function readCommands(
  rest: REST,
  applicationId: string,
  guildId: string | undefined,
): Promise<readonly RegisteredCommand[]> {
  const query = new URLSearchParams({ with_localizations: "true" });
  const there = z.array(registered).parse(await rest.get(routeOf(applicationId, guildId), { query }));
  return there.map((command) => ({ name: command.name, form: textOf(command) }));
}

function routeOf(applicationId: string, guildId: string | undefined) {
  return guildId === undefined
    ? Routes.applicationCommands(applicationId)
    : Routes.applicationGuildCommands(applicationId, guildId);
}

/** A command as one text, to compare it with one that is registered. */
export function formOf(command: CommandBody): string {
  return textOf(command);
}

/** One text for what means the same: absent, null and the default are one. */
function textOf(command: CommandBody | z.infer<typeof registered>): string {
  const { type, name, description, default_member_permissions: access, contexts, integration_types: types } = command;
  const options = (command.options ?? []).map((option) => [
    option.type,
    option.name,
    option.description,
    sorted(option.name_localizations),
    sorted(option.description_localizations),
    option.required ?? false,
    option.autocomplete ?? false,
    (option.choices ?? []).map((choice) => [choice.name, choice.value]),
  ]);
  const texts = [sorted(command.name_localizations), sorted(command.description_localizations)];
  return JSON.stringify([type, name, description, texts, access ?? null, contexts ?? null, types ?? null, options]);
}

function isSameList(forms: readonly string[], others: readonly string[]): boolean {
  return JSON.stringify(forms.toSorted()) === JSON.stringify(others.toSorted());
}

function sorted(texts: Readonly<Record<string, string>> | null | undefined): readonly (readonly [string, string])[] {
  return Object.entries(texts ?? {}).toSorted(([a], [b]) => a.localeCompare(b));
}
