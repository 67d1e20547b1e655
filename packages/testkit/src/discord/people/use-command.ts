import type { APIApplicationCommand, APIApplicationCommandOption } from "discord-api-types/v10";
import { ApplicationCommandOptionType, ApplicationCommandType, InteractionType } from "discord-api-types/v10";
import type { InteractionBook } from "../interactions/interaction-book.ts";
import type { Interaction } from "../interactions/interaction.ts";
import { interactionEvent } from "../present/interaction.ts";
import { presentChannel } from "../present/channel.ts";
import { presentRole } from "../present/guild.ts";
import { presentMemberPart, presentUser } from "../present/user.ts";
import type { Account } from "../world/account.ts";
import type { BotAccount } from "../world/bot-account.ts";
import type { Channel } from "../world/channel.ts";
import type { World } from "../world/world.ts";

/** The value of an option; ids for users, roles and channels. */
export type OptionValue = string | number | boolean;

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
  { world, interactions }: InteractionScene,
): Interaction {
  const interaction = interactions.begin({ type, bot, person, channel, name: command.name, source: undefined });
  world.emit(interactionEvent(interaction, data, world));
  return interaction;
}

function fill(channel: Channel, name: string, use: CommandUse, { world }: InteractionScene, focused?: string) {
  const command = use.of.commands.resolve(name, ApplicationCommandType.ChatInput, channel.guild?.id);
  if (command === undefined) throw new Error(`${use.of.name} has no command /${name} here.`);
  const path = use.subcommand ?? [];
  const place = path.reduce<readonly APIApplicationCommandOption[]>((options, part) => {
    const inner = options.find((option) => option.name === part);
    if (inner === undefined || !("options" in inner)) throw new Error(`/${name} has no subcommand ${part}.`);
    return inner.options ?? [];
  }, command.options ?? []);
  const values = fillOptions(place, use.options ?? {}, name, focused);
  const isGroup = path.length === 2;
  const options = [...path].reverse().reduce<readonly object[]>((inner, part, depth) => {
    const isOuter = isGroup && depth === 1;
    const type = isOuter ? ApplicationCommandOptionType.SubcommandGroup : ApplicationCommandOptionType.Subcommand;
    return [{ name: part, type, options: inner }];
  }, values);
  const data = {
    id: command.id,
    name: command.name,
    type: command.type,
    ...(command.guild_id === undefined ? {} : { guild_id: command.guild_id }),
    ...(options.length === 0 ? {} : { options }),
    ...resolveIds(place, use.options ?? {}, channel, use.of, world),
  };
  return { command, data };
}

function fillOptions(
  known: readonly APIApplicationCommandOption[],
  given: Readonly<Record<string, OptionValue>>,
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

function resolveIds(
  known: readonly APIApplicationCommandOption[],
  given: Readonly<Record<string, OptionValue>>,
  channel: Channel,
  bot: BotAccount,
  world: World,
): object {
  const idsOf = (...types: readonly number[]) =>
    known.filter(({ type }) => types.includes(type)).flatMap(({ name }) => given[name]?.toString() ?? []);
  const accounts = idsOf(6, 9).flatMap((id) => world.accounts.get(id) ?? []);
  const roles = idsOf(8, 9).flatMap((id) => channel.guild?.roles.get(id) ?? []);
  const channels = idsOf(7).flatMap((id) => world.channels.get(id) ?? []);
  const members = accounts.flatMap(({ id }) => channel.guild?.members.get(id) ?? []);
  if (accounts.length + roles.length + channels.length === 0) return {};
  const { guild } = channel;
  return {
    resolved: {
      users: Object.fromEntries(accounts.map((account) => [account.id, presentUser(account)])),
      members: Object.fromEntries(
        members.map((member) => [member.account.id, { ...presentMemberPart(member), permissions: "0" }]),
      ),
      roles: guild === undefined ? {} : Object.fromEntries(roles.map((role) => [role.id, presentRole(role, guild)])),
      channels: Object.fromEntries(channels.map((one) => [one.id, { ...presentChannel(one, bot), permissions: "0" }])),
    },
  };
}
