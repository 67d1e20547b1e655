import { ChannelType, type MessageType, OverwriteType } from "discord-api-types/v10";
import { randomBytes } from "node:crypto";
import type { NewBot } from "./discord-server-options.ts";
import type { Interaction } from "./interactions/interaction.ts";
import { Person, type PersonScene } from "./people/person.ts";
import { channelEvent, guildDeleteEvent, guildJoinEvent, memberEvent, roleEvent } from "./present/guild-events.ts";
import type { Account } from "./world/account.ts";
import { BotAccount, privilegedIntents } from "./world/bot-account.ts";
import { Channel } from "./world/channel.ts";
import { Guild, type Role } from "./world/guild.ts";
import type { Message } from "./world/message.ts";
import { postMessage } from "./world/message-writer.ts";
import { defaultPermissions } from "./world/permissions.ts";
import type { World } from "./world/world.ts";

/** A guild to add. */
export interface NewGuild {
  /** @default "guild" */
  readonly name?: string | undefined;
  /** @default the first person among the members, or a new one */
  readonly owner?: Account | undefined;
  readonly members?: readonly Account[] | undefined;
}

/** A channel to add to a guild. */
export interface NewChannel {
  /** @default "general" */
  readonly name?: string | undefined;
  /** @default ChannelType.GuildText */
  readonly type?: ChannelType | undefined;
  readonly parent?: Channel | undefined;
}

/** A role to add to a guild. */
export interface NewRole {
  readonly name: string;
  /** Bits of `PermissionFlagsBits`. @default 0n */
  readonly permissions?: bigint | undefined;
  /** Whether everyone may mention it. @default false */
  readonly isMentionable?: boolean | undefined;
  readonly members?: readonly Account[] | undefined;
}

/** Permissions of a role or account in one channel. */
export interface PermissionChange {
  readonly allow?: bigint | undefined;
  readonly deny?: bigint | undefined;
}

/** What a posted message is, where it is no common one. */
export interface PostOptions {
  /** @default MessageType.Default */
  readonly type?: MessageType | undefined;
  /** Whether a webhook posts it. */
  readonly isFromWebhook?: boolean | undefined;
}

/** What exists on the server, and how it comes to be. Bots that are connected hear of all of it. */
export class Scenery {
  /** Everything there is, by id. */
  readonly world: World;
  readonly #scene: PersonScene;

  constructor(scene: PersonScene) {
    this.world = scene.world;
    this.#scene = scene;
  }

  /** Every interaction there was, in order. */
  get interactions(): readonly Interaction[] {
    return this.#scene.interactions.all;
  }

  /** Adds a bot and its application. It is in no guild yet. */
  addBot(bot: NewBot = {}): BotAccount {
    const id = this.world.snowflakes.next();
    const count = this.world.bots.length + 1;
    const name = bot.name ?? (count === 1 ? "bot" : `bot${count}`);
    const token = bot.token ?? makeToken(id);
    const account = new BotAccount(id, name, token, bot.allowedIntents ?? privilegedIntents);
    this.world.accounts.set(id, account);
    return account;
  }

  /** Adds a person. */
  addPerson(name: string, displayName: string | null = null): Person {
    const person = new Person(this.world.snowflakes.next(), name, displayName, this.#scene);
    this.world.accounts.set(person.id, person);
    return person;
  }

  /** Adds a guild with `@everyone` and a role for each bot among its members. */
  addGuild({ name = "guild", members = [], ...guild }: NewGuild = {}): Guild {
    const owner = guild.owner ?? members.find(({ isBot }) => !isBot) ?? this.addPerson("owner");
    const id = this.world.snowflakes.next();
    const added = new Guild(id, name, owner.id, this.world.clock.now());
    added.roles.set(id, { id, name: "@everyone", permissions: defaultPermissions, isMentionable: false });
    this.world.guilds.set(id, added);
    for (const account of new Set([owner, ...members])) this.addMember(added, account);
    return added;
  }

  /** Lets an account into a guild. A bot brings its own role along, without permissions of its own. */
  addMember(guild: Guild, account: Account): void {
    const member = { account, joinedAt: this.world.clock.now(), nick: null, roleIds: new Set<string>() };
    guild.members.set(account.id, member);
    if (account instanceof BotAccount) {
      const id = this.world.snowflakes.next();
      guild.roles.set(id, { id, name: account.name, permissions: 0n, isMentionable: false, botId: account.id });
      member.roleIds.add(id);
      this.world.emit(guildJoinEvent(guild, account, this.world));
    }
    this.world.emit(memberEvent("GUILD_MEMBER_ADD", guild, member));
  }

  /** Takes an account out of a guild; a bot is told that the guild is gone. */
  removeMember(guild: Guild, account: Account): void {
    const member = guild.members.get(account.id);
    if (member === undefined) return;
    if (account instanceof BotAccount) this.world.emit(guildDeleteEvent(guild, account));
    guild.members.delete(account.id);
    this.world.emit(memberEvent("GUILD_MEMBER_REMOVE", guild, member));
  }

  /** Adds a role and gives it to members. */
  addRole(guild: Guild, { name, permissions = 0n, isMentionable = false, members = [] }: NewRole): Role {
    const role = { id: this.world.snowflakes.next(), name, permissions, isMentionable };
    guild.roles.set(role.id, role);
    this.world.emit(roleEvent("GUILD_ROLE_CREATE", guild, role));
    for (const account of members) this.giveRole(guild, account, role);
    return role;
  }

  /** Gives a role to a member. */
  giveRole(guild: Guild, account: Account, role: Role): void {
    const member = guild.members.get(account.id);
    if (member === undefined) throw new Error(`${account.name} is not in ${guild.name}.`);
    member.roleIds.add(role.id);
    this.world.emit(memberEvent("GUILD_MEMBER_UPDATE", guild, member));
  }

  /** Changes what a role may do; `guild.id` names `@everyone`. */
  setRolePermissions(guild: Guild, roleId: string, permissions: bigint): void {
    const role = guild.roles.get(roleId);
    if (role === undefined) throw new Error(`${guild.name} has no role ${roleId}.`);
    role.permissions = permissions;
    this.world.emit(roleEvent("GUILD_ROLE_UPDATE", guild, role));
  }

  /** Adds a channel to a guild. */
  addChannel(guild: Guild, { name = "general", type = ChannelType.GuildText, parent }: NewChannel = {}): Channel {
    const channel = new Channel({ id: this.world.snowflakes.next(), type, name, guild, parent });
    this.world.channels.set(channel.id, channel);
    this.world.emit(channelEvent("CHANNEL_CREATE", channel));
    return channel;
  }

  /**
   * Posts a message of anyone, and of any kind, without asking for permissions: another bot's, a webhook's, a system
   * message.
   */
  post(channel: Channel, author: Account, text: string, { type, isFromWebhook = false }: PostOptions = {}): Message {
    return postMessage(this.world, channel, {
      author,
      content: text,
      type,
      isFromWebhook,
      prepare: (message) => {
        if (isFromWebhook) message.webhookId = author.id;
      },
    });
  }

  /** Changes what an account or role may do in one channel. */
  setPermissions(channel: Channel, of: Account | Role, { allow = 0n, deny = 0n }: PermissionChange): void {
    const before = channel.overwrites.findIndex(({ id }) => id === of.id);
    if (before !== -1) channel.overwrites.splice(before, 1);
    const type = "isBot" in of ? OverwriteType.Member : OverwriteType.Role;
    channel.overwrites.push({ id: of.id, type, allow: allow.toString(), deny: deny.toString() });
    this.world.emit(channelEvent("CHANNEL_UPDATE", channel));
  }
}

/** The three parts of Discord's tokens: the id in base64, a time, a secret. */
function makeToken(id: string): string {
  const first = Buffer.from(id).toString("base64url");
  return `${first}.${randomBytes(4).toString("base64url")}.${randomBytes(28).toString("base64url")}`;
}
