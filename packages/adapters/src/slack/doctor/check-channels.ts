import { NotWellError } from "@keyturn/core/channel-kit";
import type { FoundAccount, FoundChannel, LookUp } from "./look-up.ts";

/** Most names of one line. */
const mostNames = 10;

/** @throws NotWellError when the bot is not in a channel that is named, or that is gone or archived. */
export async function checkChannels(
  lookUp: LookUp,
  { user }: FoundAccount,
  named: readonly string[] = [],
): Promise<string> {
  const faults: string[] = [];
  for (const id of named) {
    const fault = await faultOf(lookUp, id, user);
    if (fault !== undefined) faults.push(`${id}: ${fault}`);
  }
  if (faults.length > 0) throw new NotWellError(faults.join("\n"));
  const [joined, others] = [await lookUp.joinedChannels(), await lookUp.otherChannels()];
  const invitation = `write /invite @${user} in a channel`;
  if (joined.length === 0) return `it is in none, so only direct messages reach it; ${invitation}`;
  const inside = `it is in ${listOf(joined)}`;
  return others.length === 0 ? inside : `${inside}; not in ${listOf(others)}`;
}

async function faultOf(lookUp: LookUp, id: string, user: string): Promise<string | undefined> {
  try {
    const { name, isMember, isArchived } = await lookUp.channel(id);
    if (isArchived) return `#${name} is archived. Take it out of the setting channels.`;
    return isMember ? undefined : `The bot is not in #${name}. Write /invite @${user} there.`;
  } catch (error) {
    if (!(error instanceof NotWellError)) throw error;
    return error.message;
  }
}

function listOf(channels: readonly FoundChannel[]): string {
  const more = channels.length - mostNames;
  const names = channels.slice(0, mostNames).map(({ name }) => `#${name}`);
  return `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
