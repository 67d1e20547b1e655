import { ComponentType, InteractionType } from "discord-api-types/v10";
import type { Interaction } from "../interactions/interaction.ts";
import { interactionEvent } from "../present/interaction.ts";
import type { Account } from "../world/account.ts";
import { BotAccount } from "../world/bot-account.ts";
import type { Channel } from "../world/channel.ts";
import type { Message } from "../world/message.ts";
import type { InteractionScene } from "./use-command.ts";

/** What a person writes into a form, by the custom ids of its fields. */
export type ModalSubmission = Readonly<Record<string, string>>;

interface Part {
  readonly type?: unknown;
  readonly custom_id?: unknown;
  readonly disabled?: unknown;
}

/** A person clicks a button or chooses from a menu. */
export function beginClick(
  person: Account,
  channel: Channel,
  message: Message,
  { customId, values }: { readonly customId: string; readonly values: readonly string[] | undefined },
  { world, interactions }: InteractionScene,
): Interaction {
  const component = partsOf(message.now.components).find(({ custom_id: id }) => id === customId);
  if (component === undefined || message.isDeleted) throw new Error(`The message has no component ${customId}.`);
  if (component.disabled === true) throw new Error(`The component ${customId} is disabled.`);
  if (!(message.author instanceof BotAccount)) throw new Error("Only messages of bots have components.");
  const interaction = interactions.begin({
    type: InteractionType.MessageComponent,
    bot: message.author,
    person,
    channel,
    name: customId,
    source: message,
  });
  const data = { custom_id: customId, component_type: component.type, ...(values === undefined ? {} : { values }) };
  world.emit(interactionEvent(interaction, data, world));
  return interaction;
}

/** A person sends a form. */
export function beginModalSubmit(
  person: Account,
  opened: Interaction,
  fields: ModalSubmission,
  { world, interactions }: InteractionScene,
): Interaction {
  const { modal, bot, channel, source } = opened;
  if (modal === undefined) throw new Error("No form is open.");
  const known = partsOf(modal.components).filter(({ type }) => type === ComponentType.TextInput);
  const stranger = Object.keys(fields).find((id) => known.every(({ custom_id: knownId }) => knownId !== id));
  if (stranger !== undefined) throw new Error(`The form has no field ${stranger}.`);
  const type = InteractionType.ModalSubmit;
  const interaction = interactions.begin({ type, bot, person, channel, name: modal.custom_id, source });
  const data = {
    custom_id: modal.custom_id,
    components: modal.components.map((part, index) => fill(part, fields, index + 1)),
  };
  world.emit(interactionEvent(interaction, data, world));
  return interaction;
}

/** The parts of a form with what was written into them, in the form in which Discord sends them. */
function fill(part: object, fields: ModalSubmission, id: number): object {
  if ("components" in part && Array.isArray(part.components)) {
    return {
      type: ComponentType.ActionRow,
      id,
      components: part.components.map((inner) => fill(inner, fields, id * 10)),
    };
  }
  if ("component" in part && typeof part.component === "object" && part.component !== null) {
    return { type: ComponentType.Label, id, component: fill(part.component, fields, id * 10) };
  }
  const customId = "custom_id" in part && typeof part.custom_id === "string" ? part.custom_id : "";
  return { type: ComponentType.TextInput, id, custom_id: customId, value: fields[customId] ?? "" };
}

/** Every part of a tree of components, rows and sections included. */
function partsOf(components: readonly object[]): readonly Part[] {
  return components.flatMap((component) => {
    const inner = "components" in component && Array.isArray(component.components) ? component.components : [];
    const single = ["accessory", "component"].flatMap((name) =>
      Object.entries(component).filter(([key]) => key === name),
    );
    const singles = single.map(([, value]) => value).filter((value) => typeof value === "object" && value !== null);
    return [component, ...partsOf([...inner, ...singles])];
  });
}
