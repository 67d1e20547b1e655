import type { Origin } from "./origin.ts";
import type { Workspace } from "./workspace.ts";
import type { Workspaces } from "./workspaces.ts";

/**
 * The workspace that takes something in; undefined when the bot is not where it comes from. In a channel that workspaces
 * share Slack sends a message once, for any installation that sees it: it is for the bot that it mentions, else for the one
 * whose conversation it goes on with.
 */
export async function recipientOf(
  { teamId, shared }: Origin,
  workspaces: Pick<Workspaces, "all" | "find">,
): Promise<Workspace | undefined> {
  const named = workspaces.find(teamId);
  if (named === undefined || shared === undefined || workspaces.all.length < 2) return named;
  const isMentioned = ({ identity }: Workspace): boolean => shared.mentions.has(identity.botUserId);
  // The one that Slack names comes first: of two bots that are mentioned, it has the message.
  const candidates = [named, ...workspaces.all.filter((other) => other !== named)];
  const mentioned = candidates.find(isMentioned);
  if (mentioned !== undefined) return mentioned;
  for (const candidate of candidates) if (await candidate.talksIn(shared)) return candidate;
  return named;
}
