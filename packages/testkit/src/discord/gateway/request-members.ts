import { GatewayIntentBits } from "discord-api-types/v10";
import { presentMember } from "../present/user.ts";
import type { World } from "../world/world.ts";
import { asRecord } from "./client-frames.ts";
import type { GatewaySession } from "./gateway-session.ts";

/** Answers op 8 with one chunk of members. A guild that the bot is not in gets no answer, as on Discord. */
export function sendMembers(session: GatewaySession, payload: unknown, world: World): void {
  const fields = asRecord(payload);
  const guild = world.guilds.get(String(fields?.["guild_id"]));
  if (guild === undefined || !guild.members.has(session.bot.id)) return;
  const wanted = [fields?.["user_ids"] ?? []].flat().map(String);
  const query = typeof fields?.["query"] === "string" ? fields["query"].toLowerCase() : undefined;
  const mayListAll = (session.intents & GatewayIntentBits.GuildMembers) !== 0;
  const members = [...guild.members.values()].filter(({ account, nick }) => {
    if (wanted.length > 0) return wanted.includes(account.id);
    if (query === undefined || query === "") return mayListAll;
    return [account.name, account.displayName, nick].some((name) => name?.toLowerCase().startsWith(query) === true);
  });
  session.send("GUILD_MEMBERS_CHUNK", {
    guild_id: guild.id,
    members: members.map(presentMember),
    chunk_index: 0,
    chunk_count: 1,
    not_found: wanted.filter((id) => !guild.members.has(id)),
    ...(typeof fields?.["nonce"] === "string" ? { nonce: fields["nonce"] } : {}),
  });
}
