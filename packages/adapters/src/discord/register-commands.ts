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
  const route =
    guildId === undefined
      ? Routes.applicationCommands(applicationId)
      : Routes.applicationGuildCommands(applicationId, guildId);
  const wanted = commands.map(commandBody);
  try {
    const query = new URLSearchParams({ with_localizations: "true" });
    const there = z.array(registered).parse(await rest.get(route, { query }));
    if (fingerprint(there) === fingerprint(wanted)) return false;
    await rest.put(route, { body: wanted });
    return true;
  } catch (error) {
    throw toDeliveryError(error);
  }
}

/** The same for what means the same: absent, null and the default are one. */
function fingerprint(commands: readonly (z.infer<typeof registered> | CommandBody)[]): string {
  const plain = commands.map((command) => {
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
    return [type, name, description, texts, access ?? null, contexts ?? null, types ?? null, options];
  });
  return JSON.stringify(plain.toSorted(([, a], [, b]) => String(a).localeCompare(String(b))));
}

function sorted(texts: Readonly<Record<string, string>> | null | undefined): readonly (readonly [string, string])[] {
  return Object.entries(texts ?? {}).toSorted(([a], [b]) => a.localeCompare(b));
}
