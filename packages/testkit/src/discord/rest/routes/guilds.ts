import { GatewayIntentBits } from "discord-api-types/v10";
import { presentChannel } from "../../present/channel.ts";
import { presentGuild, presentRole } from "../../present/guild.ts";
import { presentMember } from "../../present/user.ts";
import type { Guild } from "../../world/guild.ts";
import { canView } from "../../world/permissions.ts";
import { ApiError } from "../api-error.ts";
import type { RestCall } from "../rest-call.ts";
import { type RestScene, type Route, ok } from "../route.ts";

/** Guilds, their channels, roles and members. */
export const guildRoutes: readonly Route[] = [
  { method: "GET", path: "/guilds/{guild_id}", handle: getGuild },
  { method: "GET", path: "/guilds/{guild_id}/channels", handle: listChannels },
  { method: "GET", path: "/guilds/{guild_id}/roles", handle: listRoles },
  { method: "GET", path: "/guilds/{guild_id}/members", handle: listMembers },
  { method: "GET", path: "/guilds/{guild_id}/members/{user_id}", handle: getMember },
];

function find(call: RestCall, { world }: RestScene): Guild {
  const guild = world.guilds.get(call.parameter("guild_id"));
  if (guild === undefined || !guild.members.has(call.bot.id)) throw new ApiError("unknownGuild");
  return guild;
}

function getGuild(call: RestCall, scene: RestScene) {
  const guild = find(call, scene);
  const counts = call.query("with_counts") === "true" ? { approximate_member_count: guild.members.size } : {};
  return ok({ ...presentGuild(guild), ...counts });
}

function listChannels(call: RestCall, scene: RestScene) {
  const channels = scene.world.channelsOf(find(call, scene)).filter(({ thread }) => thread === undefined);
  return ok(
    channels.filter((channel) => canView(channel, call.bot)).map((channel) => presentChannel(channel, call.bot)),
  );
}

function listRoles(call: RestCall, scene: RestScene) {
  const guild = find(call, scene);
  return ok([...guild.roles.values()].map((role) => presentRole(role, guild)));
}

function listMembers(call: RestCall, scene: RestScene) {
  const guild = find(call, scene);
  if ((call.bot.allowedIntents & GatewayIntentBits.GuildMembers) === 0) throw new ApiError("missingAccess");
  const limit = Number(call.query("limit") ?? 1);
  return ok([...guild.members.values()].slice(0, limit).map(presentMember));
}

function getMember(call: RestCall, scene: RestScene) {
  const member = find(call, scene).members.get(call.parameter("user_id"));
  if (member === undefined) throw new ApiError("unknownMember");
  return ok(presentMember(member));
}
