import type { APIInteractionResponse, RESTPostAPIWebhookWithTokenJSONBody } from "discord-api-types/v10";
import { InteractionResponseType, InteractionType, MessageFlags, MessageType } from "discord-api-types/v10";
import type { Interaction } from "../../interactions/interaction.ts";
import { presentMessage } from "../../present/message.ts";
import { presentMetadata } from "../../present/interaction.ts";
import type { Message } from "../../world/message.ts";
import { type MessageDraft, deleteMessage, editMessage, postMessage } from "../../world/message-writer.ts";
import { ApiError, invalidField } from "../api-error.ts";
import { type MessageBody, readMessageBody, settableFlags } from "../message-body.ts";
import type { RestCall } from "../rest-call.ts";
import { type RestAnswer, type RestScene, type Route, noContent, ok } from "../route.ts";

const webhook = "/webhooks/{webhook_id}/{webhook_token}";

/** Answers to interactions. The token is in the path; a bot's token is not asked for. */
export const interactionRoutes: readonly Route[] = (
  [
    { method: "POST", path: "/interactions/{interaction_id}/{interaction_token}/callback", handle: answer },
    { method: "POST", path: webhook, handle: followUp },
    { method: "GET", path: `${webhook}/messages/@original`, handle: getMessage },
    { method: "PATCH", path: `${webhook}/messages/@original`, handle: updateMessage },
    { method: "DELETE", path: `${webhook}/messages/@original`, handle: removeMessage },
    { method: "GET", path: `${webhook}/messages/{message_id}`, handle: getMessage },
    { method: "PATCH", path: `${webhook}/messages/{message_id}`, handle: updateMessage },
    { method: "DELETE", path: `${webhook}/messages/{message_id}`, handle: removeMessage },
  ] as const
).map((route) => ({ ...route, isTokenInPath: true }));

/** Which answers each type of interaction may get. */
const allowedAnswers: Readonly<Record<number, ReadonlySet<number>>> = {
  [InteractionType.ApplicationCommand]: new Set([4, 5, 9, 10, 12]),
  [InteractionType.MessageComponent]: new Set([4, 5, 6, 7, 9, 10, 12]),
  [InteractionType.ApplicationCommandAutocomplete]: new Set([8]),
  [InteractionType.ModalSubmit]: new Set([4, 5, 6, 7, 10, 12]),
};

function answer(call: RestCall, scene: RestScene): RestAnswer {
  const { world, interactions } = scene;
  const interaction = interactions.forCallback(call.parameter("interaction_id"), call.parameter("interaction_token"));
  const body = call.body<APIInteractionResponse>();
  const isChange =
    body.type === InteractionResponseType.UpdateMessage || body.type === InteractionResponseType.DeferredMessageUpdate;
  const isAllowed = allowedAnswers[interaction.type]?.has(body.type) === true;
  if (!isAllowed || (isChange && interaction.source === undefined)) {
    throw invalidField(["type"], "INTERACTION_RESPONSE_TYPE_INVALID", "This type does not fit the interaction.");
  }
  carryOut(call, body, interaction, scene);
  const afterMilliseconds = world.clock.now() - interaction.createdAt;
  interaction.acknowledgement = { type: body.type, afterMilliseconds };
  world.notices.tell(`interaction ${interaction.name} answered`);
  return call.query("with_response") === "true" ? ok(presentCallback(body.type, interaction, scene)) : noContent;
}

function carryOut(call: RestCall, body: APIInteractionResponse, interaction: Interaction, scene: RestScene): void {
  if (body.type === InteractionResponseType.ChannelMessageWithSource) {
    const draft = read(call, body.data, interaction, scene);
    interaction.answer = post(interaction, draft, body.data.flags, scene);
  } else if (body.type === InteractionResponseType.DeferredChannelMessageWithSource) {
    const flags = (body.data?.flags ?? 0) | MessageFlags.Loading;
    interaction.answer = post(interaction, { content: "" }, flags, scene);
  } else if (body.type === InteractionResponseType.UpdateMessage && interaction.source !== undefined) {
    change(interaction, interaction.source, read(call, body.data ?? {}, interaction, scene, interaction.source), scene);
    interaction.answer = interaction.source;
  } else if (body.type === InteractionResponseType.DeferredMessageUpdate) {
    interaction.answer = interaction.source;
  } else if (body.type === InteractionResponseType.ApplicationCommandAutocompleteResult) {
    interaction.choices = body.data.choices ?? [];
  } else if (body.type === InteractionResponseType.Modal) {
    interaction.modal = body.data;
  }
}

function presentCallback(type: number, interaction: Interaction, scene: RestScene): object {
  const message = interaction.answer;
  const hasResource = message !== undefined && (type === 4 || type === 7);
  return {
    interaction: {
      id: interaction.id,
      type: interaction.type,
      channel_id: interaction.channel.id,
      ...(interaction.channel.guild === undefined ? {} : { guild_id: interaction.channel.guild.id }),
      ...(message === undefined
        ? {}
        : {
            response_message_id: message.id,
            response_message_loading: message.isLoading,
            response_message_ephemeral: message.visibleTo !== undefined,
          }),
    },
    ...(hasResource ? { resource: { type, message: present(interaction, message, scene) } } : {}),
  };
}

function followUp(call: RestCall, scene: RestScene): RestAnswer {
  const interaction = scene.interactions.forFollowUp(call.parameter("webhook_id"), call.parameter("webhook_token"));
  const body = call.body<RESTPostAPIWebhookWithTokenJSONBody>();
  const { answer: first } = interaction;
  // The first follow-up after a deferral takes the place of "thinks …", private or not as the deferral said.
  if (first?.isLoading === true && !first.isDeleted) {
    change(interaction, first, read(call, body, interaction, scene, first), scene);
    return respond(call, interaction, first, scene);
  }
  const message = post(interaction, read(call, body, interaction, scene), body.flags, scene);
  interaction.followUps.push(message);
  return respond(call, interaction, message, scene);
}

function respond(call: RestCall, interaction: Interaction, message: Message, scene: RestScene): RestAnswer {
  return call.query("wait") === "false" ? noContent : ok(present(interaction, message, scene));
}

function getMessage(call: RestCall, scene: RestScene) {
  const { interaction, message } = find(call, scene);
  return ok(present(interaction, message, scene));
}

function updateMessage(call: RestCall, scene: RestScene) {
  const { interaction, message } = find(call, scene);
  change(interaction, message, read(call, call.body<MessageBody>(), interaction, scene, message), scene);
  return ok(present(interaction, message, scene));
}

function removeMessage(call: RestCall, scene: RestScene) {
  const { interaction, message } = find(call, scene);
  deleteMessage(scene.world, interaction.channel, message);
  return noContent;
}

function find(call: RestCall, scene: RestScene): { readonly interaction: Interaction; readonly message: Message } {
  const interaction = scene.interactions.forFollowUp(call.parameter("webhook_id"), call.parameter("webhook_token"));
  const id = call.parameter("message_id");
  const isOriginal = id === "" || id === "@original";
  const message = isOriginal ? interaction.answer : interaction.followUps.find((one) => one.id === id);
  const found = message ?? (interaction.answer?.id === id ? interaction.answer : undefined);
  if (found === undefined || found.isDeleted) throw new ApiError("unknownMessage");
  return { interaction, message: found };
}

function read(
  call: RestCall,
  body: MessageBody,
  { channel }: Interaction,
  { files }: RestScene,
  edited?: Message,
): MessageDraft {
  return readMessageBody(body, { files, uploads: call.files, channelId: channel.id, edited });
}

function post(interaction: Interaction, draft: MessageDraft, flags: number | undefined, { world }: RestScene): Message {
  const isPrivate = ((flags ?? 0) & MessageFlags.Ephemeral) !== 0;
  const isLoading = ((flags ?? 0) & MessageFlags.Loading) !== 0;
  const isCommand = interaction.type === InteractionType.ApplicationCommand && interaction.answer === undefined;
  return postMessage(world, interaction.channel, {
    ...draft,
    isFromWebhook: true,
    author: interaction.bot,
    type: isCommand ? MessageType.ChatInputCommand : MessageType.Default,
    flags: settableFlags(flags) | ((flags ?? 0) & (MessageFlags.Ephemeral | MessageFlags.Loading)),
    visibleTo: isPrivate ? interaction.person : undefined,
    prepare: (message) => {
      message.isLoading = isLoading;
      message.webhookId = interaction.bot.id;
      message.interaction = presentMetadata(interaction);
    },
  });
}

function change(interaction: Interaction, message: Message, draft: MessageDraft, { world }: RestScene): void {
  message.flags &= ~MessageFlags.Loading;
  editMessage(world, interaction.channel, message, { ...draft, isFromWebhook: true });
}

function present({ channel, bot }: Interaction, message: Message, { world }: RestScene) {
  return presentMessage(message, { world, channel, viewer: bot });
}
