import type { PluginContext } from "@keyturn/core";
import { pressRunButton } from "@keyturn/core/channel-kit";
import { z } from "zod";
import { actionOf, buttonActions, readButtonValue } from "./button-row.ts";
import type { Respond } from "./commands.ts";
import type { People } from "./people.ts";
import type { SlackIdentity } from "./slack-api.ts";
import type { SlackOptions } from "./slack-options.ts";

const clickSchema = z.looseObject({
  user: z.looseObject({ id: z.string() }),
  channel: z.looseObject({ id: z.string() }).optional(),
  trigger_id: z.string(),
  actions: z
    .array(z.looseObject({ action_id: z.string(), value: z.string().optional(), action_ts: z.string().optional() }))
    .min(1),
});

/** The parts that clicks are answered with. */
export interface ButtonParts {
  readonly context: Pick<PluginContext, "controlFor">;
  readonly options: SlackOptions;
  readonly identity: SlackIdentity;
  readonly people: People;
}

/** Answers clicks on the bot's buttons. They are acknowledged before. */
export class Buttons {
  /** Matches the `action_id` of every button of the bot's. */
  static readonly actions: RegExp = buttonActions;
  readonly #parts: ButtonParts;

  constructor(parts: ButtonParts) {
    this.#parts = parts;
  }

  async take(body: unknown, respond: Respond): Promise<void> {
    const click = clickSchema.parse(body);
    const said = await this.#act(click);
    if (said !== undefined) await respond({ text: said, response_type: "ephemeral", replace_original: false });
  }

  /** @returns what the person is to be told; undefined when they see it. */
  async #act({ user, channel, trigger_id, actions }: z.infer<typeof clickSchema>): Promise<string | undefined> {
    const { context, options, identity, people } = this.#parts;
    const [action] = actions;
    const value = readButtonValue(action?.value);
    if (action === undefined || value === undefined) return "This button is too old.";
    const { key, runId } = value;
    if (key.adapter !== options.name || key.account !== identity.teamId || key.place !== channel?.id) {
      return "This button belongs to another conversation.";
    }
    const sender = { id: user.id, name: await people.nameOf(user.id) };
    const rights = await people.rightsOf(user.id);
    const control = context.controlFor({ key, sender, rights, platformMessageId: trigger_id });
    const pressed = actionOf(action.action_id);
    if (pressed === undefined) return "This button is not known.";
    return pressRunButton(control, key, { action: pressed, runId });
  }
}
