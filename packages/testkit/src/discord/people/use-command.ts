import type { APIApplicationCommand, APIApplicationCommandOption } from "discord-api-types/v10";
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  InteractionType,
  PermissionFlagsBits,
} from "discord-api-types/v10";
import type { InteractionBook } from "../interactions/interaction-book.ts";
import type { Interaction } from "../interactions/interaction.ts";
import { interactionEvent } from "../present/interaction.ts";
import { presentChannel } from "../present/channel.ts";
import { presentRole } from "../present/guild.ts";
import { presentMemberPart, presentUser } from "../present/user.ts";
import { requirePermissions } from "../rest/access.ts";
import type { FileStore, NewFile } from "../rest/file-store.ts";
import type { Account } from "../world/account.ts";
import type { BotAccount } from "../world/bot-account.ts";
import type { Channel } from "../world/channel.ts";
import { channelPermissions } from "../world/permissions.ts";
import type { World } from "../world/world.ts";

/** The value of an option; ids for users, roles and channels, a file for attachments. */
export type OptionValue = string | number | boolean | NewFile;

/** How a command is used. */
export interface CommandUse {
  /** Whose command it is. */
  readonly of: BotAccount;
  /** The values by the option's name. */
  readonly options?: Readonly<Record<string, OptionValue>> | undefined;
  /** The subcommand, or group and subcommand. */
  readonly subcommand?: readonly [name: string] | readonly [group: string, name: string] | undefined;
}

/** What beginning an interaction works with. */
export interface InteractionScene {
  readonly world: World;
  readonly files: FileStore;
  readonly interactions: InteractionBook;
}

/** A person runs a slash command. */
export function beginCommand(
  person: Account,
  channel: Channel,
  name: string,
  use: CommandUse,
  scene: InteractionScene,
): Interaction {
  requirePermissions(channel, person, PermissionFlagsBits.UseApplicationCommands);
  const { command, data } = fill(channel, name, use, scene);
  return begin(person, channel, command, data, { bot: use.of, type: InteractionType.ApplicationCommand }, scene);
}

/** A person types into an option that has autocomplete. */
export function beginAutocomplete(
  person: Account,
  channel: Channel,
  name: string,
  use: CommandUse & { readonly focused: string },
  scene: InteractionScene,
): Interaction {
  const { command, data } = fill(channel, name, use, scene, use.focused);
  const type = InteractionType.ApplicationCommandAutocomplete;
  return begin(person, channel, command, data, { bot: use.of, type }, scene);
}

function begin(
  person: Account,
  channel: Channel,
  command: APIApplicationCommand,
  data: object,
  { bot, type }: { readonly bot: BotAccount; readonly type: InteractionType },
  { world, interactions }: Pick<InteractionScene, "world" | "interactions">,
): Interaction {
  const interaction = interactions.begin({ type, bot, person, channel, name: command.name, source: undefined });
  world.emit(interactionEvent(interaction, data, world));
  return interaction;
}

function fill(channel: Channel, name: string, use: CommandUse, scene: InteractionScene, focused?: string) {
  const command = use.of.commands.resolve(name, ApplicationCommandType.ChatInput, channel.guild?.id);
  if (command === undefined) throw new Error(`${use.of.name} has no command /${name} here.`);
  const path = use.subcommand ?? [];
  const known = optionsAt(command, path);
  const { values, attachments } = storeFiles(use.options ?? {}, channel, scene.files);
  const filled = fillOptions(known, values, name, focused);
  const data = {
    ...presentCommand(command),
    options: nest(path, filled),
    resolved: { ...resolveIds(known, values, { channel, bot: use.of, world: scene.world }), attachments },
  };
  return { command, data };
}

/** What every interaction of a command says of it. */
export function presentCommand({ id, name, type, guild_id: guildId }: APIApplicationCommand): object {
  return { id, name, type, ...(guildId === undefined ? {} : { guild_id: guildId }) };
}

function optionsAt(command: APIApplicationCommand, path: readonly string[]): readonly APIApplicationCommandOption[] {
  return path.reduce<readonly APIApplicationCommandOption[]>((options, part) => {
    const inner = options.find((option) => option.name === part);
    if (inner === undefined || !("options" in inner)) throw new Error(`/${command.name} has no subcommand ${part}.`);
    return inner.options ?? [];
  }, command.options ?? []);
}

/** Puts the options into their subcommand, and that into its group. */
function nest(path: readonly string[], values: readonly object[]): readonly object[] {
  return path.toReversed().reduce<readonly object[]>((inner, name, depth) => {
    const { Subcommand, SubcommandGroup } = ApplicationCommandOptionType;
    return [{ name, type: depth === 1 ? SubcommandGroup : Subcommand, options: inner }];
  }, values);
}

/** Files go where Discord keeps them; the option's value is then the attachment's id. */
function storeFiles(given: Readonly<Record<string, OptionValue>>, channel: Channel, files: FileStore) {
  const attachments: Record<string, object> = {};
  const values: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== "object") {
      values[name] = value;
      continue;
    }
    const attachment = { ...files.add(channel.id, value), ephemeral: true };
    attachments[attachment.id] = attachment;
    values[name] = attachment.id;
  }
  return { attachments, values };
}

function fillOptions(
  known: readonly APIApplicationCommandOption[],
  given: Readonly<Record<string, string | number | boolean>>,
  command: string,
  focused: string | undefined,
): readonly object[] {
  const stranger = Object.keys(given).find((name) => known.every((option) => option.name !== name));
  if (stranger !== undefined) throw new Error(`/${command} has no option ${stranger}.`);
  const missing = known.find(({ name, required }) => required === true && given[name] === undefined);
  if (missing !== undefined && focused === undefined) throw new Error(`/${command} needs the option ${missing.name}.`);
  return known.flatMap(({ name, type }) => {
    const value = given[name];
    if (value === undefined) return [];
    return [{ name, type, value, ...(name === focused ? { focused: true } : {}) }];
  });
}

/** What the options that hold ids stand for. */
function resolveIds(
  known: readonly APIApplicationCommandOption[],
  given: Readonly<Record<string, string | number | boolean>>,
  { channel, bot, world }: { readonly channel: Channel; readonly bot: BotAccount; readonly world: World },
): object {
  const { User, Channel: ChannelOption, Role, Mentionable } = ApplicationCommandOptionType;
  const idsOf = (...types: readonly number[]) =>
    known.filter(({ type }) => types.includes(type)).flatMap(({ name }) => given[name]?.toString() ?? []);
  const { guild } = channel;
  const accounts = idsOf(User, Mentionable).flatMap((id) => world.accounts.get(id) ?? []);
  const roles = idsOf(Role, Mentionable).flatMap((id) => guild?.roles.get(id) ?? []);
  const channels = idsOf(ChannelOption).flatMap((id) => world.channels.get(id) ?? []);
  return {
    ...resolveAccounts(accounts, channel),
    roles: guild === undefined ? {} : Object.fromEntries(roles.map((role) => [role.id, presentRole(role, guild)])),
    channels: Object.fromEntries(
      channels.map((one) => [
        one.id,
        { ...presentChannel(one, bot), permissions: channelPermissions(one, bot).toString() },
      ]),
    ),
  };
}

/** Accounts, and the members that they are where the interaction happened. */
export function resolveAccounts(accounts: readonly Account[], channel: Channel): object {
  const members = accounts.flatMap(({ id }) => channel.guild?.members.get(id) ?? []);
  return {
    users: Object.fromEntries(accounts.map((account) => [account.id, presentUser(account)])),
    members: Object.fromEntries(
      members.map((member) => {
        const permissions = channelPermissions(channel, member.account).toString();
        return [member.account.id, { ...presentMemberPart(member), permissions }];
      }),
    ),
  };
}
