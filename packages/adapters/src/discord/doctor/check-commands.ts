import type { CommandDescription } from "@keyturn/core";
import { NotWellError } from "@keyturn/core/channel-kit";
import { RESTJSONErrorCodes } from "discord.js";
import { commandBody } from "../command-bodies.ts";
import type { DiscordOptions } from "../discord-options.ts";
import { type RegisteredCommand, formOf } from "../register-commands.ts";
import { discordCodeOf } from "../rest-failure.ts";
import type { LookUp } from "./look-up.ts";

/** What the registered commands are compared with. */
export interface WantedCommands {
  readonly applicationId: string;
  readonly options: DiscordOptions;
  /** The commands that the bot has. */
  readonly commands: readonly CommandDescription[];
  /** Whether the bot runs: it brings the list in order when it starts. */
  readonly isRunning: boolean;
}

/** @throws NotWellError when the list cannot be read, or differs though the bot runs. */
export async function checkCommands(lookUp: LookUp, wanted: WantedCommands): Promise<string> {
  const { applicationId, options, commands, isRunning } = wanted;
  const { commandGuilds } = options;
  const differences: string[] = [];
  for (const guildId of commandGuilds.length === 0 ? [undefined] : commandGuilds) {
    const there = await registeredIn(lookUp, applicationId, guildId);
    const where = guildId === undefined ? "" : ` (server ${guildId})`;
    differences.push(...compare(there, commands).map((difference) => `${difference}${where}`));
  }
  const names = commands.map(({ name }) => `/${name}`).join(", ");
  if (differences.length === 0) return `${names} are registered`;
  const text = differences.join("; ");
  if (!isRunning) return `${text}: brought in order at the next start`;
  throw new NotWellError(`${text}, though the bot runs. Look for "commands" in its log, and restart it.`);
}

async function registeredIn(
  lookUp: LookUp,
  applicationId: string,
  guildId: string | undefined,
): Promise<readonly RegisteredCommand[]> {
  try {
    return await lookUp.commands(applicationId, guildId);
  } catch (error) {
    if (!(error instanceof NotWellError) || discordCodeOf(error.cause) !== RESTJSONErrorCodes.MissingAccess)
      throw error;
    throw new NotWellError(`The bot may have no commands in the server ${guildId}. Open the link below and choose it.`);
  }
}

function compare(there: readonly RegisteredCommand[], commands: readonly CommandDescription[]): readonly string[] {
  const wanted = commands.map(commandBody);
  const missing = wanted.filter(({ name }) => !there.some((other) => other.name === name));
  const extra = there.filter(({ name }) => !wanted.some((other) => other.name === name));
  const changed = wanted.filter((body) =>
    there.some((other) => other.name === body.name && other.form !== formOf(body)),
  );
  const groups = [
    ["not registered", missing],
    ["registered as they were", changed],
    ["registered and unknown to the bot", extra],
  ] as const;
  return groups.flatMap(([what, bodies]) =>
    bodies.length === 0 ? [] : [`${bodies.map(({ name }) => `/${name}`).join(", ")} ${what}`],
  );
}
