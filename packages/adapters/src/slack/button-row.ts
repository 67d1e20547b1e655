import { type RunId, type SessionKey, formatSessionKey, isRunId, parseSessionKey } from "@keyturn/core";
import type { RunButton } from "@keyturn/core/channel-kit";
import { z } from "zod";

/** What a button does; its `action_id` begins so. */
const prefix = "keyturn.";

/** Matches the `action_id` of every button of the bot's. */
export const buttonActions: RegExp = /^keyturn\./;

const valueSchema = z.object({ key: z.string(), run: z.string().refine(isRunId) });
const rowSchema = z.looseObject({
  elements: z.array(z.looseObject({ action_id: z.string().optional(), value: z.string().optional() })),
});

/** A row with one button. The button says which conversation it is of: Slack's clicks name no thread for sure. */
export function buttonRow(
  action: RunButton["action"],
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

/** What a button does; undefined when it is none of ours. */
export function actionOf(actionId: string): RunButton["action"] | undefined {
  const action = actionId.slice(prefix.length);
  return actionId.startsWith(prefix) && (action === "stop" || action === "regenerate") ? action : undefined;
}

/** The conversation and run that a button is of; undefined when its value is none of ours. */
export function readButtonValue(
  value: string | undefined,
): { readonly key: SessionKey; readonly runId: RunId } | undefined {
  try {
    const { key, run } = valueSchema.parse(JSON.parse(value ?? ""));
    return isRunId(run) ? { key: parseSessionKey(key), runId: run } : undefined;
  } catch {
    return undefined;
  }
}

/** The run that a message's button of that kind is of; undefined when it has none. */
export function runOfButtons(action: RunButton["action"], blocks: readonly unknown[]): RunId | undefined {
  const buttons = blocks.flatMap((block) => rowSchema.safeParse(block).data?.elements ?? []);
  const button = buttons.find(({ action_id }) => action_id === prefix + action);
  return readButtonValue(button?.value)?.runId;
}
