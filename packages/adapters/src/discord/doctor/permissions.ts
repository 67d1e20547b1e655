import { PermissionFlagsBits } from "discord.js";

/** What the bot needs in a guild, by the names that Discord shows in English. */
const needed: ReadonlyMap<string, bigint> = new Map([
  ["View Channels", PermissionFlagsBits.ViewChannel],
  ["Send Messages", PermissionFlagsBits.SendMessages],
  ["Send Messages in Threads", PermissionFlagsBits.SendMessagesInThreads],
  ["Create Public Threads", PermissionFlagsBits.CreatePublicThreads],
  ["Read Message History", PermissionFlagsBits.ReadMessageHistory],
  ["Attach Files", PermissionFlagsBits.AttachFiles],
  ["Embed Links", PermissionFlagsBits.EmbedLinks],
  ["Add Reactions", PermissionFlagsBits.AddReactions],
]);

/** The names of the permissions that somebody with these lacks; administrators lack none. */
export function missingPermissions(permissions: bigint): readonly string[] {
  if ((permissions & PermissionFlagsBits.Administrator) !== 0n) return [];
  return [...needed].filter(([, bit]) => (permissions & bit) === 0n).map(([name]) => name);
}

/** The page on which somebody lets the bot into a guild, with the permissions that it needs and no other. */
export function inviteLink(applicationId: string): string {
  const permissions = [...needed.values()].reduce((all, bit) => all | bit, 0n).toString();
  const query = new URLSearchParams({
    client_id: applicationId,
    scope: "bot applications.commands",
    permissions,
  });
  return `https://discord.com/oauth2/authorize?${query.toString()}`;
}
