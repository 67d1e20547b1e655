import { ConfigurationError } from "../errors.ts";
import type { Command, CommandContext } from "./command.ts";
import type { Choice } from "./command-option.ts";

/** What the command `/model` works with. */
export interface ModelCommandParts {
  /** As they are now. */
  readonly settings: () => { readonly model: string; readonly models: readonly string[] };
  /** @throws ConfigurationError when a model cannot be used. */
  readonly checkModel: (name: string) => Promise<void>;
}

/** What takes a conversation's choice back. */
const defaultName = "default";

/**
 * `/model`: which model answers here, and which there are to choose from. Those that the bot offers are for whoever may
 * choose a model of the conversation; an administrator of the place may name any that the bot can use.
 */
export function createModelCommand({ settings, checkModel }: ModelCommandParts): Command {
  const offered = () => [...new Set([settings().model, ...settings().models])];
  return {
    name: "model",
    description: "Show or choose the model that answers in this conversation",
    options: [
      {
        name: "name",
        description: `A model such as provider/model, or "${defaultName}"`,
        type: "string",
        complete: async (_request, partial) => choicesOf([...offered(), defaultName], partial),
      },
    ],
    async run(context) {
      const { sessionId, control, options } = context;
      const name = typeof options["name"] === "string" ? options["name"].trim() : undefined;
      if (sessionId === undefined) {
        return `This conversation has not begun yet. ${describe(settings().model, offered())}`;
      }
      if (name === undefined) {
        const session = await control.read(sessionId);
        return describe(session.settings.model ?? settings().model, offered());
      }
      if (name.toLowerCase() === defaultName) {
        await control.chooseModel(sessionId, undefined, "asked for in the conversation");
        return `From the next message on, ${settings().model} answers here.`;
      }
      const chosen = offered().find((model) => model.toLowerCase() === name.toLowerCase());
      if (chosen === undefined && !isAdministrator(context)) {
        return `There is no model "${name.slice(0, 200).toWellFormed()}" to choose here. ${describe(undefined, offered())}`;
      }
      const model = chosen ?? name;
      const trouble = await troubleOf(context, () => checkModel(model));
      if (trouble !== undefined) return trouble;
      await control.chooseModel(sessionId, model, "asked for in the conversation");
      return `From the next message on, ${model} answers here.`;
    },
  };
}

function describe(current: string | undefined, offered: readonly string[]): string {
  const list =
    offered.length > 1 ? `Choose with /model <name>: ${offered.join(", ")}.` : "There is no other to choose.";
  return current === undefined ? list : `Model: ${current}. ${list}`;
}

function choicesOf(names: readonly string[], partial: string): readonly Choice[] {
  const wanted = partial.trim().toLowerCase();
  // Longer names are none that a service can show.
  const fitting = names.filter((name) => name.length <= 100 && name.toLowerCase().includes(wanted));
  return fitting.map((name) => ({ name, value: name }));
}

function isAdministrator({ actor }: CommandContext): boolean {
  return actor.rights?.includes("administrator") === true;
}

/** What keeps a model from being used; what is to be set where the bot runs is told to administrators alone. */
async function troubleOf(context: CommandContext, check: () => Promise<void>): Promise<string | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    if (isAdministrator(context)) return error.message;
    return "This model cannot be used right now. Please tell whoever runs this bot, or choose another.";
  }
}
