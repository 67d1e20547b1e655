import { GatewayCloseCodes } from "discord.js";

const portal = "https://discord.com/developers/applications";

/** What operators are to do after a close that a new connection would only meet again. */
const fatal: ReadonlyMap<number, string> = new Map<number, string>([
  [
    GatewayCloseCodes.AuthenticationFailed,
    `Discord does not take the bot's token. Reset it on the page "Bot" at ${portal}, and set DISCORD_TOKEN to the new one.`,
  ],
  [GatewayCloseCodes.InvalidShard, "Discord does not take these shards. Mend `shards` and `shardCount`."],
  [
    GatewayCloseCodes.ShardingRequired,
    "The bot is in too many guilds for its shards. Set `shardCount` higher, or leave `shards` out.",
  ],
  [GatewayCloseCodes.InvalidAPIVersion, "Discord does not speak this version of its API any more. Update Keyturn."],
  [GatewayCloseCodes.InvalidIntents, "Discord does not know the intents that were asked for. Update Keyturn."],
  [
    GatewayCloseCodes.DisallowedIntents,
    `The bot may not read message content. Turn "Message Content Intent" on on the page "Bot" at ${portal}, or set messageContent to false.`,
  ],
]);

/** What to do when the gateway closed for good; undefined when the client comes back by itself. */
export function adviceForClose(code: number): string | undefined {
  return fatal.get(code);
}

/** Whether a rejected login says that the bot may not have the intents it asked for. */
export function isDisallowedIntents(error: unknown): boolean {
  return error instanceof Error && error.message.includes("disallowed intents");
}

/** Whether a rejected login says that the token is wrong. */
export function isInvalidToken(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && error.code === "TokenInvalid") || ("status" in error && error.status === 401);
}

/** Where a bot's token and intents are set. */
export const invalidToken: string = adviceForClose(GatewayCloseCodes.AuthenticationFailed) ?? "";
