import type { GatewayGuildCreateDispatchData } from "discord-api-types/v10";
import { GatewayIntentBits } from "discord-api-types/v10";
import type { BotAccount } from "../world/bot-account.ts";
import type { Channel } from "../world/channel.ts";
import type { Dispatch } from "../world/dispatch.ts";
import type { Guild, Member, Role } from "../world/guild.ts";
import { canView } from "../world/permissions.ts";
import { isoTime } from "../world/snowflakes.ts";
import type { World } from "../world/world.ts";
import { presentChannel, presentThreadMember } from "./channel.ts";
import { presentGuild, presentRole } from "./guild.ts";
import { presentMember, presentUser } from "./user.ts";

/** What a bot is told of a guild when it comes in, when the guild comes back, and when it was added to it. */
export function presentGuildCreate(guild: Guild, bot: BotAccount, intents: number, world: World): object {
  const visible = world.channelsOf(guild).filter((channel) => canView(channel, bot));
  const threads = visible.filter(({ thread }) => thread?.isArchived === false);
  const maySeeMembers = (intents & GatewayIntentBits.GuildMembers) !== 0;
  const members = [...guild.members.values()].filter(({ account }) => maySeeMembers || account === bot);
  const head = {
    ...presentGuild(guild),
    joined_at: isoTime(guild.members.get(bot.id)?.joinedAt ?? guild.createdAt),
    large: false,
    unavailable: false,
    member_count: guild.members.size,
    members: members.map(presentMember),
    voice_states: [],
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  } satisfies Omit<GatewayGuildCreateDispatchData, "channels" | "threads">;
  return {
    ...head,
    channels: visible.filter(({ thread }) => thread === undefined).map((channel) => presentChannel(channel, bot)),
    threads: threads.map((channel) => presentChannel(channel, bot)),
  };
}

/** A bot was added to a guild, or the guild is back. */
export function guildCreateEvent(guild: Guild, world: World): Dispatch {
  return {
    name: "GUILD_CREATE",
    guildId: guild.id,
    dataFor: (bot, intents) =>
      knows(bot, intents, guild) ? presentGuildCreate(guild, bot, intents, world) : undefined,
  };
}

/** A bot was added to a guild: only that bot hears of it. */
export function guildJoinEvent(guild: Guild, joined: BotAccount, world: World): Dispatch {
  const event = guildCreateEvent(guild, world);
  return { ...event, dataFor: (bot, intents) => (bot === joined ? event.dataFor(bot, intents) : undefined) };
}

/** The guild is out of order, or, with `removed`, that bot was thrown out. */
export function guildDeleteEvent(guild: Guild, removed?: BotAccount): Dispatch {
  return {
    name: "GUILD_DELETE",
    guildId: guild.id,
    dataFor: (bot, intents) => {
      if (removed !== undefined) return bot === removed ? { id: guild.id } : undefined;
      return knows(bot, intents, guild) ? { id: guild.id, unavailable: true } : undefined;
    },
  };
}

/** A channel was made, changed or deleted. */
export function channelEvent(name: "CHANNEL_CREATE" | "CHANNEL_UPDATE" | "CHANNEL_DELETE", channel: Channel): Dispatch {
  return {
    name,
    guildId: channel.guild?.id,
    dataFor: (bot, intents) => (sees(bot, intents, channel) ? presentChannel(channel, bot) : undefined),
  };
}

/** A thread was opened, changed or deleted. */
export function threadEvent(name: "THREAD_CREATE" | "THREAD_UPDATE" | "THREAD_DELETE", thread: Channel): Dispatch {
  return {
    name,
    guildId: thread.guild?.id,
    dataFor: (bot, intents) => {
      if (!sees(bot, intents, thread)) return undefined;
      if (name === "THREAD_DELETE") {
        return { id: thread.id, guild_id: thread.guild?.id, parent_id: thread.parent?.id, type: thread.type };
      }
      return { ...presentChannel(thread, bot), ...(name === "THREAD_CREATE" ? { newly_created: true } : {}) };
    },
  };
}

/** Someone came into a thread or left it; a bot hears of itself, and of others with the members' intent. */
export function threadMembersEvent(thread: Channel, added: readonly string[], removed: readonly string[]): Dispatch {
  return {
    name: "THREAD_MEMBERS_UPDATE",
    guildId: thread.guild?.id,
    dataFor: (bot, intents) => {
      const concerns = (id: string) => id === bot.id || (intents & GatewayIntentBits.GuildMembers) !== 0;
      if (!sees(bot, intents, thread) || ![...added, ...removed].some(concerns)) return undefined;
      return {
        id: thread.id,
        guild_id: thread.guild?.id,
        member_count: thread.thread?.members.size ?? 0,
        added_members: added.filter(concerns).map((id) => presentThreadMember(thread, id)),
        removed_member_ids: removed.filter(concerns),
      };
    },
  };
}

/** Someone came into a guild, changed there, or left it. */
export function memberEvent(
  name: "GUILD_MEMBER_ADD" | "GUILD_MEMBER_UPDATE" | "GUILD_MEMBER_REMOVE",
  guild: Guild,
  member: Member,
): Dispatch {
  return {
    name,
    guildId: guild.id,
    dataFor: (bot, intents) => {
      const isSelf = member.account === bot && name === "GUILD_MEMBER_UPDATE";
      const mayHear = isSelf || (intents & GatewayIntentBits.GuildMembers) !== 0;
      if (!mayHear || !guild.members.has(bot.id)) return undefined;
      if (name === "GUILD_MEMBER_REMOVE") return { guild_id: guild.id, user: presentUser(member.account) };
      return { guild_id: guild.id, ...presentMember(member) };
    },
  };
}

/** A role was made or changed. */
export function roleEvent(name: "GUILD_ROLE_CREATE" | "GUILD_ROLE_UPDATE", guild: Guild, role: Role): Dispatch {
  return {
    name,
    guildId: guild.id,
    dataFor: (bot, intents) =>
      knows(bot, intents, guild) ? { guild_id: guild.id, role: presentRole(role, guild) } : undefined,
  };
}

function knows(bot: BotAccount, intents: number, guild: Guild): boolean {
  return (intents & GatewayIntentBits.Guilds) !== 0 && guild.members.has(bot.id);
}

function sees(bot: BotAccount, intents: number, channel: Channel): boolean {
  return (intents & GatewayIntentBits.Guilds) !== 0 && canView(channel, bot);
}
