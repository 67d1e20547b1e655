import { NotWellError } from "@keyturn/core/channel-kit";
import type { DiscordOptions } from "../discord-options.ts";
import type { JoinedGuild, LookUp } from "./look-up.ts";
import { missingPermissions } from "./permissions.ts";

/** Most lines of one finding: who runs a bot in a thousand guilds wants to know what is wrong, not all of it. */
const mostLines = 10;

/** @throws NotWellError when the bot is in no guild, not in one that is named, or lacks permissions. */
export async function checkGuilds(lookUp: LookUp, { guilds: named }: DiscordOptions): Promise<string> {
  const joined = await lookUp.guilds();
  if (joined.length === 0) throw new NotWellError("The bot is in no server. Open the link below and choose one.");
  const wanted = named === undefined ? joined : joined.filter(({ id }) => named.includes(id));
  const absent = (named ?? []).filter((id) => !joined.some((guild) => guild.id === id));
  const faults = [
    ...absent.map((id) => `It is not in the server ${id}, which the setting guilds names: open the link below.`),
    ...wanted.flatMap(describeGuild),
  ];
  if (faults.length > 0) throw new NotWellError(listOf(faults));
  return `${wanted.length === 1 ? "1 server" : `${wanted.length} servers`}, and no permission is missing`;
}

function describeGuild({ name, permissions }: JoinedGuild): readonly string[] {
  const missing = missingPermissions(permissions);
  if (missing.length === 0) return [];
  return [`In "${name}" it lacks ${missing.join(", ")}: give them to its role there, or open the link below.`];
}

/** @throws NotWellError when a channel that is named is gone, or the bot may not see it. */
export async function checkChannels(lookUp: LookUp, channels: readonly string[]): Promise<string> {
  const faults: string[] = [];
  for (const id of channels) {
    try {
      await lookUp.channel(id);
    } catch (error) {
      if (!(error instanceof NotWellError)) throw error;
      faults.push(`${id}: ${error.message}`);
    }
  }
  if (faults.length > 0) throw new NotWellError(listOf(faults));
  return `it sees ${channels.length === 1 ? "the one channel" : `all ${channels.length} channels`} that the setting names`;
}

function listOf(faults: readonly string[]): string {
  const more = faults.length - mostLines;
  return [...faults.slice(0, mostLines), ...(more > 0 ? [`${more} more.`] : [])].join("\n");
}
