import {
  type PluginContext,
  type RunId,
  type SessionKey,
  formatSessionKey,
  isRunId,
  parseSessionKey,
} from "@keyturn/core";
import { pressRunButton } from "@keyturn/core/channel-kit";
import { z } from "zod";
import type { Respond } from "./commands.ts";
import type { People } from "./people.ts";
import type { SlackIdentity } from "./slack-api.ts";
import type { SlackOptions } from "./slack-options.ts";

/** What a button does; its `action_id` begins so. */
const prefix = "keyturn.";

const clickSchema = z.looseObject({
  user: z.looseObject({ id: z.string() }),
  channel: z.looseObject({ id: z.string() }).optional(),
  trigger_id: z.string(),
  actions: z
    .array(z.looseObject({ action_id: z.string(), value: z.string().optional(), action_ts: z.string().optional() }))
    .min(1),
});

const valueSchema = z.object({ key: z.string(), run: z.string().refine(isRunId) });

/** A row with one button. The button says which conversation it is of: Slack's clicks name no thread for sure. */
export function buttonRow(
  action: "stop" | "regenerate",
  key: SessionKey,
  runId: RunId,
): Readonly<Record<string, unknown>> {
  const button = {
    type: "button",
    action_id: prefix + action,
    text: { type: "plain_text", text: action === "stop" ? "Stop" : "Regenerate" },
    value: JSON.stringify({ key: formatSessionKey(key), run: runId }),
  };
  return { type: "actions", elements: [button] };
}

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
  static readonly actions: RegExp = /^keyturn\./;
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
    const value = readValue(action?.value);
    if (action === undefined || value === undefined) return "This button is too old.";
    const { key, runId } = value;
    if (key.adapter !== options.name || key.account !== identity.teamId || key.place !== channel?.id) {
      return "This button belongs to another conversation.";
    }
    const sender = { id: user.id, name: await people.nameOf(user.id) };
    const rights = await people.rightsOf(user.id);
    const control = context.controlFor({ key, sender, rights, platformMessageId: trigger_id });
    const pressed = action.action_id.slice(prefix.length);
    if (pressed !== "stop" && pressed !== "regenerate") return "This button is not known.";
    return pressRunButton(control, key, { action: pressed, runId });
  }
}

function readValue(value: string | undefined): { readonly key: SessionKey; readonly runId: RunId } | undefined {
  try {
    const { key, run } = valueSchema.parse(JSON.parse(value ?? ""));
    return isRunId(run) ? { key: parseSessionKey(key), runId: run } : undefined;
  } catch {
    return undefined;
  }
}
