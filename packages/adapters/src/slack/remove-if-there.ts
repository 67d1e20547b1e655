import type { SlackApi } from "./slack-api.ts";
import { slackErrorOf } from "./slack-failure.ts";

/** Deletes a message of the bot's; fine when it is gone. @throws DeliveryError */
export async function removeIfThere(
  api: Pick<SlackApi, "remove">,
  channel: string,
  ts: string,
  signal?: AbortSignal,
): Promise<void> {
  try {
    await api.remove(channel, ts, signal);
  } catch (error) {
    if (slackErrorOf(error) !== "message_not_found") throw error;
  }
}
