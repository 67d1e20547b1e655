import type { Clock, JsonValue, Logger, PluginContext } from "@keyturn/core";
import { type RunButton, pressRunButton } from "@keyturn/core/channel-kit";
import { splitMarkdown } from "@keyturn/core/text";
import {
  type AutocompleteInteraction,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  type Client,
  Events,
  type Interaction,
  MessageFlags,
} from "discord.js";
import { isServed } from "./addressing.ts";
import type { DiscordOptions } from "./discord-options.ts";
import { guarded } from "./guarded.ts";
import { type DiscordConversation, addressToJson, conversationOf } from "./place.ts";
import { placeOf } from "./place-of.ts";
import { rightsOf } from "./rights.ts";
import { messageLimit } from "./text/answer-plan.ts";
import { parseButtonId } from "./text/button-id.ts";

/** An interaction that is older cannot be answered in time, in milliseconds: its token dies after 3 s. */
const latestMilliseconds = 2_500;

/** Most messages of one answer to a command: users' own installs allow 5 after the first. */
const mostMessages = 5;

/** The parts that interactions are answered with. */
export interface InteractionParts {
  readonly context: Pick<PluginContext, "invoke" | "complete" | "commands" | "controlFor" | "control">;
  readonly options: DiscordOptions;
  readonly clock: Clock;
  readonly log: Logger;
  readonly stopping: AbortSignal;
}

/** Answers commands, their completion, and buttons. Each is acknowledged at once, before anything else. */
export class Interactions {
  readonly #parts: InteractionParts;

  constructor(parts: InteractionParts) {
    this.#parts = parts;
  }

  /** Hears a client's interactions from now on. */
  listen(client: Client): void {
    client.on(
      Events.InteractionCreate,
      guarded(this.#parts.log, "an interaction", (event) => this.#take(event)),
    );
  }

  async #take(interaction: Interaction): Promise<void> {
    const { stopping, clock, log } = this.#parts;
    if (stopping.aborted) return;
    if (clock.now() - interaction.createdTimestamp > latestMilliseconds) {
      log.warn({ interactionId: interaction.id }, "An interaction came too late to be answered.");
      return;
    }
    if (interaction.isAutocomplete()) return this.#complete(interaction);
    if (interaction.isChatInputCommand()) return this.#command(interaction);
    if (interaction.isButton()) return this.#click(interaction);
  }

  async #command(interaction: ChatInputCommandInteraction): Promise<void> {
    const { context } = this.#parts;
    const command = context.commands().find(({ name }) => name === interaction.commandName);
    const isPrivate = command?.isPrivate ?? true;
    await interaction.deferReply(isPrivate ? { flags: MessageFlags.Ephemeral } : {});
    const conversation = this.#conversationOf(interaction);
    if (conversation === undefined) return void (await interaction.editReply("I do not work in this channel."));
    const outcome = await context.invoke({
      ...this.#invoker(interaction, conversation),
      platformMessageId: interaction.id,
      name: interaction.commandName,
      options: valuesOf(interaction),
      replyAddress: addressToJson(conversation.replyAddress),
    });
    if (outcome.kind === "duplicate") return;
    const [first = "Done.", ...rest] = splitMarkdown(outcome.text, { limit: messageLimit }).slice(0, mostMessages);
    await interaction.editReply(first);
    for (const content of rest)
      await interaction.followUp({ content, ...(isPrivate && { flags: MessageFlags.Ephemeral }) });
  }

  async #complete(interaction: AutocompleteInteraction): Promise<void> {
    const conversation = this.#conversationOf(interaction);
    if (conversation === undefined) return interaction.respond([]);
    const { name: option, value } = interaction.options.getFocused(true);
    const request = { name: interaction.commandName, option, partial: String(value) };
    const choices = await this.#parts.context.complete({ ...this.#invoker(interaction, conversation), ...request });
    await interaction.respond(choices.map((choice) => ({ name: choice.name, value: choice.value })));
  }

  async #click(interaction: ButtonInteraction): Promise<void> {
    const button = parseButtonId(interaction.customId);
    if (button === undefined) return;
    await interaction.deferUpdate();
    const conversation = this.#conversationOf(interaction);
    if (conversation === undefined) return;
    const said = await this.#press(interaction, conversation, button);
    if (said !== undefined) await interaction.followUp({ content: said, flags: MessageFlags.Ephemeral });
  }

  /** @returns what the person is to be told; undefined when they see it. */
  #press(interaction: ButtonInteraction, conversation: DiscordConversation, button: RunButton) {
    const invoker = this.#invoker(interaction, conversation);
    const control = this.#parts.context.controlFor({ ...invoker, platformMessageId: interaction.id });
    return pressRunButton(control, conversation.key, button);
  }

  #invoker(interaction: Interaction, { key }: DiscordConversation) {
    const { user, memberPermissions, member } = interaction;
    const name = member !== null && "displayName" in member ? member.displayName : user.displayName;
    return { key, sender: { id: user.id, name }, rights: rightsOf(memberPermissions) };
  }

  #conversationOf(interaction: Interaction): DiscordConversation | undefined {
    const { options } = this.#parts;
    const place = interaction.channel === null ? undefined : placeOf(interaction.channel);
    if (place === undefined || !isServed(place, options)) return undefined;
    const bot = { adapter: options.name, account: interaction.applicationId, scope: options.scope };
    return conversationOf(place, { userId: interaction.user.id }, bot);
  }
}

function valuesOf(interaction: ChatInputCommandInteraction): Readonly<Record<string, JsonValue>> {
  const given = interaction.options.data.flatMap(({ name, value }) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries(given);
}
