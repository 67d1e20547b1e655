import { ApplicationCommandType, InteractionType } from "discord-api-types/v10";
import type { Interaction } from "../interactions/interaction.ts";
import { interactionEvent } from "../present/interaction.ts";
import { presentMessage } from "../present/message.ts";
import { requirePermissions } from "../rest/access.ts";
import type { Account } from "../world/account.ts";
import type { BotAccount } from "../world/bot-account.ts";
import type { Channel } from "../world/channel.ts";
import type { Message } from "../world/message.ts";
import { type InteractionScene, presentCommand, resolveAccounts } from "./use-command.ts";

/** A person runs a command from the menu of a message or an account. */
export function beginMenuCommand(
  person: Account,
  target: Message | Account,
  name: string,
  { of: bot, channel }: { readonly of: BotAccount; readonly channel: Channel },
  { world, interactions }: InteractionScene,
): Interaction {
  requirePermissions(channel, person);
  const isMessage = "revisions" in target;
  const kind = isMessage ? ApplicationCommandType.Message : ApplicationCommandType.User;
  const command = bot.commands.resolve(name, kind, channel.guild?.id);
  if (command === undefined) throw new Error(`${bot.name} has no such command in the menu here: ${name}.`);
  const resolved = isMessage
    ? { messages: { [target.id]: presentMessage(target, { world, channel, viewer: bot }) } }
    : resolveAccounts([target], channel);
  const type = InteractionType.ApplicationCommand;
  const interaction = interactions.begin({ type, bot, person, channel, name, source: undefined });
  const data = { ...presentCommand(command), target_id: target.id, resolved };
  world.emit(interactionEvent(interaction, data, world));
  return interaction;
}
