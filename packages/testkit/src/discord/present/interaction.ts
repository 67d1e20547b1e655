import type { APIMessageInteractionMetadata } from "discord-api-types/v10";
import { ApplicationIntegrationType, InteractionContextType, InteractionType } from "discord-api-types/v10";
import type { Interaction } from "../interactions/interaction.ts";
import type { Dispatch } from "../world/dispatch.ts";
import { channelPermissions } from "../world/permissions.ts";
import type { World } from "../world/world.ts";
import { presentChannel } from "./channel.ts";
import { presentMessage } from "./message.ts";
import { presentMember, presentUser } from "./user.ts";

/** Largest attachment of an answer, in bytes (Discord, "Reference": 10 MiB by default). */
const attachmentLimit = 10 * 1024 * 1024;

/** Tells an application of an interaction. No intent is asked for. */
export function interactionEvent(interaction: Interaction, data: object, world: World): Dispatch {
  const payload = presentInteraction(interaction, data, world);
  return {
    name: "INTERACTION_CREATE",
    guildId: interaction.channel.guild?.id,
    dataFor: (bot) => (bot === interaction.bot ? payload : undefined),
  };
}

/** What a message that answers an interaction says of it. */
export function presentMetadata(interaction: Interaction): APIMessageInteractionMetadata {
  const base = { id: interaction.id, user: presentUser(interaction.person), ...presentOwners(interaction) };
  if (interaction.type === InteractionType.MessageComponent) {
    const source = interaction.source?.id ?? interaction.id;
    return { ...base, type: InteractionType.MessageComponent, interacted_message_id: source };
  }
  if (interaction.type === InteractionType.ModalSubmit) {
    const triggering = { ...base, type: InteractionType.ApplicationCommand as const };
    return { ...base, type: InteractionType.ModalSubmit, triggering_interaction_metadata: triggering };
  }
  return { ...base, type: InteractionType.ApplicationCommand };
}

function presentInteraction(interaction: Interaction, data: object, world: World): object {
  const { bot, channel, person, source } = interaction;
  const member = channel.guild?.members.get(person.id);
  const permissions = channelPermissions(channel, person).toString();
  return {
    id: interaction.id,
    application_id: bot.id,
    type: interaction.type,
    token: interaction.token,
    version: 1,
    data,
    channel_id: channel.id,
    channel: presentChannel(channel, bot),
    app_permissions: channelPermissions(channel, bot).toString(),
    locale: "en-US",
    entitlements: [],
    attachment_size_limit: attachmentLimit,
    ...presentOwners(interaction),
    ...(channel.guild === undefined ? { context: InteractionContextType.BotDM } : presentGuildPart(channel.guild.id)),
    ...(member === undefined ? { user: presentUser(person) } : { member: { ...presentMember(member), permissions } }),
    ...(source === undefined ? {} : { message: presentMessage(source, { world, channel, viewer: bot }) }),
  };
}

function presentGuildPart(id: string): object {
  return {
    context: InteractionContextType.Guild,
    guild_id: id,
    guild_locale: "en-US",
    guild: { id, locale: "en-US", features: [] },
  };
}

function presentOwners({ channel }: Interaction) {
  const owner = channel.guild?.id ?? "0";
  return { authorizing_integration_owners: { [ApplicationIntegrationType.GuildInstall]: owner } };
}
