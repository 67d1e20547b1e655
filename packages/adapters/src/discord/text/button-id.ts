import { isRunId } from "@keyturn/core";
import type { RunButton } from "@keyturn/core/channel-kit";

/** The `custom_id` of a button, such as `stop:r_…`; 36 characters at most, of the 100 that Discord allows. */
export function formatButtonId({ action, runId }: RunButton): string {
  return `${action}:${runId}`;
}

/** Reads a `custom_id`; undefined when it is none of ours. What it names may be gone. */
export function parseButtonId(customId: string): RunButton | undefined {
  const [action, runId, ...rest] = customId.split(":", 3);
  if (rest.length > 0 || runId === undefined || !isRunId(runId)) return undefined;
  return action === "stop" || action === "regenerate" ? { action, runId } : undefined;
}
