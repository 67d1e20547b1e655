import type { APIGuild, APIRole } from "discord-api-types/v10";
import { GuildSystemChannelFlags, Locale } from "discord-api-types/v10";
import type { Guild, Role } from "../world/guild.ts";
import { noFlags } from "./no-flags.ts";

/** A role. */
export function presentRole(role: Role, guild: Guild): APIRole {
  return {
    id: role.id,
    name: role.name,
    permissions: role.permissions.toString(),
    position: [...guild.roles.keys()].indexOf(role.id),
    color: 0,
    colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
    hoist: false,
    managed: role.botId !== undefined,
    mentionable: role.isMentionable,
    icon: null,
    unicode_emoji: null,
    flags: noFlags,
    ...(role.botId === undefined ? {} : { tags: { bot_id: role.botId } }),
  };
}

/** A guild without its channels and members. */
export function presentGuild(guild: Guild): APIGuild & { readonly home_header: null; readonly nsfw: boolean } {
  return {
    id: guild.id,
    name: guild.name,
    owner_id: guild.ownerId,
    icon: null,
    description: null,
    home_header: null,
    splash: null,
    discovery_splash: null,
    features: [],
    banner: null,
    application_id: null,
    region: "us-east",
    afk_channel_id: null,
    afk_timeout: 300,
    system_channel_id: null,
    system_channel_flags: GuildSystemChannelFlags.SuppressJoinNotifications,
    widget_enabled: false,
    widget_channel_id: null,
    verification_level: 0,
    roles: [...guild.roles.values()].map((role) => presentRole(role, guild)),
    default_message_notifications: 0,
    mfa_level: 0,
    explicit_content_filter: 0,
    max_presences: null,
    max_members: 500_000,
    max_stage_video_channel_users: 50,
    max_video_channel_users: 25,
    vanity_url_code: null,
    premium_tier: 0,
    premium_subscription_count: 0,
    preferred_locale: Locale.EnglishUS,
    rules_channel_id: null,
    safety_alerts_channel_id: null,
    public_updates_channel_id: null,
    premium_progress_bar_enabled: false,
    nsfw: false,
    nsfw_level: 0,
    emojis: [],
    stickers: [],
    incidents_data: null,
    hub_type: null,
  };
}
